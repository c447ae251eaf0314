/**
 * Runs server tests on a Citus cluster that somebody has started: REGULARS_TEST_NODES names a
 * superuser's URL for each node. A database there is one database on each node.
 */
import postgres from 'postgres'
import { nodesVariable } from '#tests/support/run.ts'

/** The coordinator first; empty if the tests run on one PostgreSQL. */
export const nodes = process.env[nodesVariable]?.split(',') ?? []

export async function createOnNodes(name: string): Promise<void> {
  await dropOnNodes(name)
  await Promise.all(
    nodes.map(async (node) => {
      await run(node, `create database ${name}`)
      await run(urlOf(node, name), 'create extension citus')
    }),
  )
  const [coordinator = '', ...workers] = nodes
  const own = new URL(coordinator)
  await run(
    urlOf(coordinator, name),
    `select citus_set_coordinator_host('${own.hostname}', ${own.port})`,
  )
  for (const worker of workers) {
    const { hostname, port } = new URL(worker)
    await run(urlOf(coordinator, name), `select citus_add_node('${hostname}', ${port})`)
  }
}

export async function dropOnNodes(name: string): Promise<void> {
  await Promise.all(nodes.map((node) => run(node, `drop database if exists ${name} with (force)`)))
}

function urlOf(node: string, name: string): string {
  return node.replace(/[^/]*$/, name)
}

async function run(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
