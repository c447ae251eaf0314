/**
 * The product as a person starts it: its own process over a database of its own, at an address
 * that stays the same when it is killed and started again.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { createTestDatabase, keepAsTemplate } from '#tests/support/database.ts'
import { makeProduct, type SignIn } from './product.ts'

export type { SignIn }

export interface RunningApp {
  url: string
  owner: SignIn
  staff: SignIn
  superAdmin: SignIn
  /** The address that a printed QR code carries. */
  signUpUrl: string
  isRunning(): boolean
  /** Of the process that runs. */
  processId(): number
  /** SIGKILL, as when the power goes. */
  kill(): Promise<void>
  /** Again, at the same address; with other settings where a test changes some. */
  start(changed?: Record<string, string>): Promise<void>
  /** A query as the database's owner, for what no screen shows. */
  ask<Row>(query: (sql: postgres.Sql) => Promise<unknown>): Promise<Row[]>
  close(): Promise<void>
}

/** Set for a run of journeys: the files beside the database that holds the demo already. */
const seededVariable = 'REGULARS_TEST_SEEDED'
const seededDatabase = 'seeded'

export async function startApp(settings: Record<string, string> = {}): Promise<RunningApp> {
  const seeded = process.env[seededVariable]
  const database = await createTestDatabase(seeded && seededDatabase)
  const dataDir = mkdtempSync(join(tmpdir(), 'regulars-journey-'))
  if (seeded) cpSync(seeded, dataDir, { recursive: true })
  const product = await makeProduct({
    DATABASE_URL: database.ownerUrl,
    DATA_DIR: dataDir,
    ...settings,
  })
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
  const { url, superAdmin, isRunning, processId, kill, start } = product
  await start()
  const printed = product.printed()
  // A copy of the demo is a database of its own, for which no start prints this address.
  const [sticker] = await sql<{ code: string }[]>`
    select code from qr_code where is_active order by created_at, name limit 1`
  return {
    url,
    owner: signInOf(printed, 'Owner'),
    staff: signInOf(printed, 'Staff'),
    superAdmin,
    signUpUrl: `${url}/customer-signup/${sticker?.code ?? ''}`,
    isRunning,
    processId,
    kill,
    start,
    ask: async (query) => (await query(sql)) as never,
    async close() {
      await kill()
      await sql.end()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * The product seeds its demo once for a whole run; every app of it begins with a copy. What it
 * takes to fill a database is not what journeys are about.
 */
export async function seedOnce(): Promise<{ remove(): void }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'regulars-seeded-'))
  const database = await createTestDatabase()
  const product = await makeProduct({ DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir })
  await product.start()
  await product.stop()
  await keepAsTemplate(database, seededDatabase)
  process.env[seededVariable] = dataDir
  return { remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

function signInOf(printed: string, role: string): SignIn {
  const [, email = '', password = ''] =
    printed.match(new RegExp(`${role}\\s+(\\S+@\\S+)\\s+(\\S+)`)) ?? []
  return { email, password }
}
