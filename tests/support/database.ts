/** A migrated, empty database for every test file, copied from the run's template. */
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { prepareDatabase } from '#sync-server/database/connect.ts'
import { loginUrl, platformLogin, servingLogin } from '#sync-server/database/logins.ts'
import { createOnNodes, dropOnNodes, nodes } from '#tests/support/distributed.ts'
import { clusterVariable, templateDatabase, testSessionSecret } from '#tests/support/run.ts'

export type TestDatabase = {
  ownerUrl: string
  servingUrl: string
  platformUrl: string
  drop(): Promise<void>
}

export async function createTestDatabase(template = templateDatabase): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const ownerUrl = urlOfDatabase(name)
  if (nodes.length > 0) {
    if (template !== templateDatabase) throw new Error('a distributed database cannot be copied')
    await createOnNodes(name)
    await prepareDatabase(ownerUrl, {
      servingDatabaseUrl: undefined,
      sessionSecret: testSessionSecret,
    })
  } else {
    // Logging each copied page would double what a copy costs.
    await onCluster(`create database ${name} template ${template} strategy file_copy`)
  }
  return {
    ownerUrl,
    servingUrl: loginUrl(ownerUrl, servingLogin, testSessionSecret),
    platformUrl: loginUrl(ownerUrl, platformLogin, testSessionSecret),
    drop: () => dropDatabase(name),
  }
}

/** Renames it, so that it can be copied; don't connect to it again. */
export async function keepAsTemplate({ ownerUrl }: TestDatabase, name: string): Promise<void> {
  await onCluster(`alter database ${new URL(ownerUrl).pathname.slice(1)} rename to ${name}`)
}

/** An empty database without tables, for tests of startup and migrations. */
export async function createEmptyDatabase(): Promise<{ ownerUrl: string; drop(): Promise<void> }> {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await (nodes.length > 0 ? createOnNodes(name) : onCluster(`create database ${name}`))
  return { ownerUrl: urlOfDatabase(name), drop: () => dropDatabase(name) }
}

/** Leaves the database as a new one, without a table. */
export async function emptyDatabase({ ownerUrl }: TestDatabase): Promise<void> {
  if (nodes.length > 0) return createOnNodes(new URL(ownerUrl).pathname.slice(1))
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => {} })
  try {
    await sql`drop schema public cascade; drop schema drizzle cascade; create schema public; grant usage on schema public to public`.simple()
  } finally {
    await sql.end()
  }
}

async function dropDatabase(name: string): Promise<void> {
  if (nodes.length > 0) return dropOnNodes(name)
  await onCluster(`drop database if exists ${name} with (force)`)
}

function urlOfDatabase(name: string): string {
  const clusterUrl = process.env[clusterVariable]
  if (!clusterUrl) throw new Error('no test cluster runs: start it in the global setup')
  return clusterUrl.replace(/[^/]*$/, name)
}

async function onCluster(statement: string): Promise<void> {
  const sql = postgres(urlOfDatabase('postgres'), { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}
