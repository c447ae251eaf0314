/**
 * An import of fifty thousand members, from the first part to the last row, beside COPY of the same
 * rows into tables with the same indexes; the server's memory; and how long tills of this business and
 * of another one wait for a sale meanwhile. The product runs as its own process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { importPartsOf } from '#schema/contract/member-import.ts'
import { newId } from '#sync-server/rule/id.ts'
import { type RunningApp, startApp } from '#tests/journeys/support/app.ts'
import { newRun, partOf } from '#tests/loyalty/import-world.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { addBusiness } from './crowd.ts'
import { aim, type Figure } from './figure.ts'
import { percentile, serverMemoryMB, spanMs } from './measure.ts'

const rows = 50_000
const tables = [
  'customer',
  'points_entry',
  'consent_record',
  'import_row',
  'import_source',
  'opening',
]
const salesBefore = 40
/** After each sale of the importing business. */
const salesOfOther = 8
const saleWaitsMostMs = 1_000
const otherWaitsMostMs = 100

export async function measureImport(): Promise<Figure[]> {
  const app = await startApp()
  try {
    const owner = new TestDevice(
      await new TestBrowser(app.url).signIn(app.owner.email, app.owner.password),
    )
    const businessId = (await owner.browser.call('auth.user')).body.businessId ?? ''
    return await run(app, owner, businessId)
  } finally {
    await app.close()
  }
}

async function run(app: RunningApp, owner: TestDevice, businessId: string): Promise<Figure[]> {
  const sell = await openTill(owner)
  const sellElsewhere = await openTill(new TestDevice((await addBusiness(app)).ownerOfNew))
  const alone: number[] = []
  const aloneElsewhere: number[] = []
  for (let n = 0; n < salesBefore; n += 1) {
    alone.push(await sell())
    aloneElsewhere.push(await sellElsewhere())
  }

  const cells = Array.from({ length: rows }, (_, n) => ({
    firstName: `First${n}`,
    lastName: `Last${n}`,
    email: `imported.${n}@mail.example`,
    phone: `+1555${String(n).padStart(7, '0')}`,
    points: String(n % 1000),
    spent: `${n % 500}.25`,
    joined: `202${n % 6}-0${(n % 9) + 1}-1${n % 10}`,
    emailConsent: n % 2 ? 'yes' : 'no',
    foreignId: `F${n}`,
  }))
  const { importId } = await begin(owner, businessId)
  let mostMB = 0
  const meanwhile: number[] = []
  const meanwhileElsewhere: number[] = []
  const checkedFrom = performance.now()
  const params = { businessId, importId }
  for (let part = 0; part < importPartsOf(rows); part += 1) {
    const { status, body } = await owner.browser.call('business.sendImportPart', {
      params,
      body: partOf(cells, part),
    })
    if (status !== 200) throw new Error(`part ${part}: ${status} ${body.code}`)
    mostMB = Math.max(mostMB, serverMemoryMB())
    meanwhileElsewhere.push(await sellElsewhere())
  }
  const checkedSeconds = (performance.now() - checkedFrom) / 1000
  process.stderr.write(`${rows} rows checked after ${secondsSince(checkedFrom)} s\n`)

  const runFrom = performance.now()
  await owner.browser.call('business.runImport', { params })
  for (;;) {
    meanwhile.push(await sell())
    for (let n = 0; n < salesOfOther; n += 1) meanwhileElsewhere.push(await sellElsewhere())
    mostMB = Math.max(mostMB, serverMemoryMB())
    const { body } = await owner.browser.call('business.import', { params })
    // Printed, so that an aborted run still shows how far it got.
    process.stderr.write(`${body.counts.written} rows after ${secondsSince(runFrom)} s\n`)
    if (body.state === 'finished') break
    await pause(250)
  }
  const seconds = (performance.now() - runFrom) / 1000
  const copySeconds = await copyAgain(app, businessId)
  const idle = (spans: number[]) => ({ what: 'idle', measured: percentile(spans, 0.95) })
  return [
    { what: 'rows checked a second', measured: rows / checkedSeconds, unit: '/s' },
    {
      what: 'rows brought over a second',
      measured: rows / seconds,
      unit: '/s',
      baseline: { what: 'COPY of the same rows', measured: rows / copySeconds },
    },
    { what: 'most memory of the server', measured: mostMB, unit: 'MB' },
    {
      what: 'a sale meanwhile, 95 of 100',
      measured: percentile(meanwhile, 0.95),
      unit: 'ms',
      baseline: idle(alone),
      bar: aim(saleWaitsMostMs),
    },
    {
      what: 'a sale of another business meanwhile, 95 of 100',
      measured: percentile(meanwhileElsewhere, 0.95),
      unit: 'ms',
      baseline: idle(aloneElsewhere),
      bar: aim(otherWaitsMostMs),
    },
  ]
}

const secondsSince = (from: number) => Math.round((performance.now() - from) / 1000)

async function begin(owner: TestDevice, businessId: string) {
  const body = newRun(rows)
  const started = await owner.browser.call('business.startImport', { params: { businessId }, body })
  if (started.status !== 201) throw new Error(`start: ${started.status} ${started.body.code}`)
  return body
}

/** @returns sells to a new member, and gives the milliseconds until the verdict */
async function openTill(till: TestDevice): Promise<() => Promise<number>> {
  const member = signUpPayload()
  const { memberId } = member
  await till.push(till.make('customer.signUp', member))
  return async () => {
    const sale = till.make('purchase.record', { purchaseId: newId(), memberId, amount: '1.00' })
    const from = performance.now()
    const { body } = await till.push(sale)
    if (body.verdicts?.[0]?.status !== 'applied') throw new Error(JSON.stringify(body))
    return performance.now() - from
  }
}

/**
 * Copies the written rows into empty tables with the same columns and indexes, through a file of
 * the database's.
 */
async function copyAgain(app: RunningApp, businessId: string): Promise<number> {
  let ms = 0
  await app.ask(async (sql) => {
    const [where] = await sql`select current_setting('data_directory') as folder`
    const file = `${where?.folder}/copied`
    for (const table of tables) {
      await sql.unsafe(
        `copy (select * from ${table} where business_id = '${businessId}') to '${file}'`,
      )
      await sql.unsafe(`create table copied (like ${table} including all)`)
      ms += await spanMs(() => sql.unsafe(`copy copied from '${file}'`))
      await sql`drop table copied`
    }
    return []
  })
  return ms / 1000
}
