/**
 * The product as a person starts it: its own process over its own database, at an address that
 * survives a kill and a restart.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { demoBusinessName } from '#sync-server/seed/demo-people.ts'
import { createTestDatabase, keepAsTemplate } from '#tests/support/database.ts'
import { addOtherBusiness } from './other-business.ts'
import { makeProduct, type SignIn } from './product.ts'

export type { SignIn }

export interface RunningApp {
  url: string
  /** The demo's: beside it is another business with members of the same names and emails. */
  businessId: string
  owner: SignIn
  staff: SignIn
  superAdmin: SignIn
  /** The address that a printed QR code carries. */
  signUpUrl: string
  isRunning(): boolean
  /** SIGKILL, as in a power cut. */
  kill(): Promise<void>
  /** Starts it again at the same address, with other settings if given. */
  start(changed?: Record<string, string>): Promise<void>
  /** Queries as the database's owner, for data that no screen shows. */
  sql: postgres.Sql
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
  const { url, superAdmin, isRunning, kill, start } = product
  await start()
  const printed = product.printed()
  // Startup prints the address only for a new demo, not for a copy.
  const [demo] = await sql<{ id: string; code: string }[]>`
    select b.id, q.code from business b join qr_code q on q.business_id = b.id
    where b.name = ${demoBusinessName} and q.is_active order by q.created_at, q.name limit 1`
  return {
    url,
    businessId: demo?.id ?? '',
    owner: signInOf(printed, 'Owner'),
    staff: signInOf(printed, 'Staff'),
    superAdmin,
    signUpUrl: `${url}/customer-signup/${demo?.code ?? ''}`,
    isRunning,
    kill,
    start,
    sql,
    async close() {
      await kill()
      await sql.end()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Seeds the demo and another business once for a whole run; every app of the run starts with a
 * copy, because filling a database takes long and is not what journeys test.
 */
export async function seedOnce(): Promise<{ remove(): void }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'regulars-seeded-'))
  const database = await createTestDatabase()
  const product = await makeProduct({ DATABASE_URL: database.ownerUrl, DATA_DIR: dataDir })
  await product.start()
  await product.stop()
  await addOtherBusiness(database.ownerUrl)
  await keepAsTemplate(database, seededDatabase)
  process.env[seededVariable] = dataDir
  return { remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

export function signInOf(printed: string, role: string): SignIn {
  const [, email = '', password = ''] =
    printed.match(new RegExp(`${role}\\s+(\\S+@\\S+)\\s+(\\S+)`)) ?? []
  return { email, password }
}
