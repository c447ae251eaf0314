/** Shared by the import tests: files as rows of cells, sent as the page sends them. */
import { beforeEach } from 'vitest'
import { importLimits } from '#schema/contract/import-limits.ts'
import {
  type ImportCells,
  type ImportRow,
  type ImportRun,
  importPartsOf,
  type NewImport,
} from '#schema/contract/member-import.ts'
import { runImports } from '#sync-server/loyalty/imports/run-imports.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'

export interface Importing {
  running: TestServer
  browser: TestBrowser
  businessId: string
}

export let shop: TestBusiness
export let owner: TestDevice
/** The owner's imports. */
export let of: Importing

/** A fresh business for each test, whose owner is signed in. */
export function openShopOn(running: TestServer): void {
  beforeEach(async () => {
    shop = await createTestBusiness(running)
    owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
    of = { running, browser: owner.browser, businessId: shop.businessId }
  })
}

/** Sessions expire during the days that a test skips. */
export async function signInAgain(): Promise<void> {
  const { url } = of.running
  owner.browser.cookie = (await new TestBrowser(url).signIn(shop.ownerEmail)).cookie
}

/** A person of a file. */
export function cellsOf(changes: ImportCells = {}): ImportCells {
  const id = newId()
  return {
    firstName: 'Wren',
    lastName: `Hale ${id}`,
    email: `${id}@mail.example`,
    points: '120',
    ...changes,
  }
}

export function newRun(rows: number, changes: Partial<NewImport> = {}): NewImport {
  return {
    importId: newId(),
    fileName: 'members.csv',
    source: 'other',
    rows,
    mapping: { firstName: 0, lastName: 1, email: 2, points: 3 },
    formats: { dates: 'mdy', decimal: '.' },
    alsoLower: false,
    compares: false,
    ...changes,
  }
}

export function partOf(cells: readonly ImportCells[], part: number) {
  const from = part * importLimits.partRows
  const rows = cells.slice(from, from + importLimits.partRows)
  return {
    part,
    rows: rows.map((row, at) => ({ row: from + at + 1, line: from + at + 2, cells: row })),
  }
}

export async function start({ browser, businessId }: Importing, run: NewImport) {
  return browser.call('business.startImport', { params: { businessId }, body: run })
}

export async function send(
  { browser, businessId }: Importing,
  importId: string,
  cells: readonly ImportCells[],
  part = 0,
) {
  const params = { businessId, importId }
  return browser.call('business.sendImportPart', { params, body: partOf(cells, part) })
}

/** Reads the file in, up to the plan. */
export async function check(
  of: Importing,
  cells: readonly ImportCells[],
  changes: Partial<NewImport> = {},
): Promise<ImportRun> {
  const run = newRun(cells.length, changes)
  const started = await start(of, run)
  if (started.status !== 201) throw new Error(`start: ${started.status} ${started.body.code}`)
  let found: ImportRun = started.body
  for (let part = 0; part < importPartsOf(cells.length); part += 1) {
    const sent = await send(of, run.importId, cells, part)
    if (sent.status !== 200) throw new Error(`part: ${sent.status} ${sent.body.code}`)
    found = sent.body
  }
  return found
}

type Move = 'bringOver' | 'run' | 'pause' | 'resume' | 'abandon' | 'undo'

export async function move({ browser, businessId }: Importing, to: Move, importId: string) {
  return browser.call(`business.${to}Import`, { params: { businessId, importId } })
}

/** Runs the job until nothing is due. */
export async function work({ running }: Importing): Promise<void> {
  while (await runImports(running.server)) {}
}

export async function read({ browser, businessId }: Importing, importId: string) {
  return (await browser.call('business.import', { params: { businessId, importId } })).body
}

export async function rowsOf(
  { browser, businessId }: Importing,
  importId: string,
): Promise<ImportRow[]> {
  const params = { businessId, importId }
  const all: ImportRow[] = []
  for (;;) {
    const query = { after: String(all.at(-1)?.row ?? 0) }
    const { body } = await browser.call('business.importRows', { params, query })
    all.push(...body.rows)
    if (!body.more) return all
  }
}

/** Reads a file in and brings its members over. */
export async function bringOver(
  of: Importing,
  cells: readonly ImportCells[],
  changes: Partial<NewImport> = {},
): Promise<ImportRun> {
  const { id } = await check(of, cells, changes)
  const moved = await move(of, 'run', id)
  if (moved.status !== 200) throw new Error(`run: ${moved.status} ${moved.body.code}`)
  await work(of)
  return read(of, id)
}

export async function undo(of: Importing, importId: string): Promise<ImportRun> {
  const moved = await move(of, 'undo', importId)
  if (moved.status !== 200) throw new Error(`undo: ${moved.status} ${moved.body.code}`)
  await work(of)
  return read(of, importId)
}

export interface StoredMember {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string | null
  birthday: string | null
  points: number
  spent: number
  welcome: string
  marketing_email: boolean
  marketing_sms: boolean
  created_at: Date
  erased_at: Date | null
}

export async function members({ running, businessId }: Importing): Promise<StoredMember[]> {
  return running.sql<StoredMember[]>`select *, total_spent_cents::int as spent from customer
    where business_id = ${businessId} order by id`
}

export async function memberBy(of: Importing, email = ''): Promise<StoredMember | undefined> {
  return (await members(of)).find((member) => member.email === email)
}

export const ledgerOf = ({ running, businessId }: Importing) =>
  running.server.doors.tenantSnapshot(businessId, verifyLedger)
