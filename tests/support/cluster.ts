/**
 * One PostgreSQL per test run (Vitest, Playwright, the bench): the product's embedded one, in a
 * temporary folder, without fsync. Its URL goes to other processes through the environment. The
 * next run removes what a killed run left behind.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { prepareDatabase } from '#sync-server/database/connect.ts'
import { isRunning } from '#sync-server/embedded-postgres/binaries.ts'
import { startEmbeddedDatabase } from '#sync-server/embedded-postgres/embedded-postgres.ts'
import { chooseFolder } from '#sync-server/embedded-postgres/folder.ts'
import { retireOrphan } from '#sync-server/embedded-postgres/start.ts'
import { quickFolder, temporaryFolders } from '#tests/support/quick-folder.ts'
import { clusterVariable, socketVariable, testSessionSecret } from '#tests/support/run.ts'

export type TestCluster = { ownerUrl: string; stop(): Promise<void> }

const namePrefix = 'regulars-tests-'
const silent = () => {}
const unflushed = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Both sides compute it for every new connection.
  scram_iterations: '1',
  // Bounds the log in a folder that is memory.
  max_wal_size: '256MB',
}

/** `flushed` keeps the product's own settings, for measurements. */
export async function startTestCluster({ flushed = false } = {}): Promise<TestCluster> {
  await clearLeftovers()
  const parent = flushed ? tmpdir() : quickFolder()
  const dataDir = mkdtempSync(join(parent, `${namePrefix}${process.pid}-`))
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
  process.env[socketVariable] = flushed ? '' : (database.socket ?? '')
  return { ownerUrl: database.ownerUrl, stop }
}

async function clearLeftovers(): Promise<void> {
  const found = temporaryFolders().flatMap((folder) =>
    readdirSync(folder).map((name) => join(folder, name)),
  )
  for (const dataDir of found) {
    const [, pid] = basename(dataDir).split(namePrefix)
    if (!pid || isRunning(Number.parseInt(pid, 10))) continue
    try {
      await retireOrphan(chooseFolder(dataDir, silent))
      rmSync(dataDir, { recursive: true, force: true })
    } catch {
      // A folder that can't be removed, being another user's, must not stop the tests.
    }
  }
}
