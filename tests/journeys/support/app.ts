/**
 * The product as a person starts it: its own process over its own database, at an address that
 * survives a kill and a restart.
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
  /** The running process. */
  processId(): number
  /** SIGKILL, as in a power cut. */
  kill(): Promise<void>
  /** Starts it again at the same address, with other settings if given. */
  start(changed?: Record<string, string>): Promise<void>
  /** Runs a query as the database's owner, for data that no screen shows. */
  ask<Row>(query: (sql: postgres.Sql) => Promise<unknown>): Promise<Row[]>
  close(): Promise<void>
}

/** Set for a run of journeys: the folder of a database that already holds the demo. */
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
  // Startup prints the address only for a new demo, not for a copy.
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
 * Seeds the demo once for a whole run; every app of the run starts with a copy, because filling a
 * database takes long and is not what journeys test.
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
