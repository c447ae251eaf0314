/**
 * One PostgreSQL per test run (Vitest, Playwright, the bench): the product's embedded one, in a
 * temporary folder, without fsync. Its URL goes to other processes through the environment. The
 * next run removes what a killed run left behind.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { prepareDatabase } from '#sync-server/database/connect.ts'
import { isRunning } from '#sync-server/embedded-postgres/binaries.ts'
import { startEmbeddedDatabase } from '#sync-server/embedded-postgres/embedded-postgres.ts'
import { chooseFolder } from '#sync-server/embedded-postgres/folder.ts'
import { retireOrphan } from '#sync-server/embedded-postgres/start.ts'

export const clusterVariable = 'REGULARS_TEST_CLUSTER'
/** Its Unix socket, over which a query costs Node.js a fifth less; empty if there is none. */
export const socketVariable = 'REGULARS_TEST_SOCKET'
/** The passwords of both logins are derived from it, so all servers of a run share it. */
export const testSessionSecret = 'only-for-tests-only-for-tests-only-for-tests'
/** Migrated once, copied for every test file, never connected to. */
export const templateDatabase = 'regulars'

export type TestCluster = { ownerUrl: string; stop(): Promise<void> }

const namePrefix = 'regulars-tests-'
const silent = () => {}
const unflushed = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Both sides compute it for every new connection.
  scram_iterations: '1',
  // In the data folder.
  unix_socket_directories: '.',
}
/** Systems reject longer socket paths. */
const socketPathMax = 100

/** `flushed` keeps the product's own settings, for measurements. */
export async function startTestCluster({ flushed = false } = {}): Promise<TestCluster> {
  await clearLeftovers()
  const dataDir = mkdtempSync(join(tmpdir(), `${namePrefix}${process.pid}-`))
  // When root runs the tests, PostgreSQL's user must be able to enter the folder.
  chmodSync(dataDir, 0o711)
  const database = await startEmbeddedDatabase({
    dataDir,
    log: silent,
    settings: flushed ? {} : unflushed,
  })
  const stop = async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await prepareDatabase(database.ownerUrl, {
      sessionSecret: testSessionSecret,
      servingDatabaseUrl: undefined,
    })
  } catch (error) {
    await stop()
    throw error
  }
  process.env[clusterVariable] = database.ownerUrl
  process.env[socketVariable] = flushed ? '' : await findSocket(database.ownerUrl)
  return { ownerUrl: database.ownerUrl, stop }
}

async function findSocket(ownerUrl: string): Promise<string> {
  const sql = postgres(ownerUrl, { max: 1, onnotice: silent })
  try {
    const [row] = await sql<
      { folder: string }[]
    >`select current_setting('data_directory') as folder`
    const path = `${row?.folder}/.s.PGSQL.${new URL(ownerUrl).port}`
    return path.length < socketPathMax && existsSync(path) ? path : ''
  } finally {
    await sql.end()
  }
}

async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = name.split(namePrefix)
    if (!pid || isRunning(Number.parseInt(pid, 10))) continue
    const dataDir = join(tmpdir(), name)
    try {
      await retireOrphan(chooseFolder(dataDir, silent))
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // A folder that can't be removed, being another user's, must not stop the tests.
    }
  }
}
