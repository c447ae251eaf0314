/**
 * How long tills of this business and of another one wait for a sale during an import of fifty
 * thousand members, from the first part to the last row. The product runs as its own process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { importPartsOf } from '#schema/contract/member-import.ts'
import { newId } from '#sync-server/rule/id.ts'
import { newRun, partOf } from '#tests/loyalty/import-world.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { addBusiness } from './crowd.ts'
import { bar, type Figure, figure } from './figure.ts'
import { inTurns, p95 } from './measure.ts'
import { openApp, openTill } from './open-app.ts'

const rows = 50_000
const salesBefore = 40
/** After each sale of the importing business. */
const salesOfOther = 8

export async function measure(): Promise<Figure[]> {
  const app = await openApp()
  const owner = await openTill(app)
  const sell = await makeSales(owner)
  const sellElsewhere = await makeSales(new TestDevice((await addBusiness(app)).ownerOfNew))
  const alone = await inTurns(salesBefore, { own: sell, elsewhere: sellElsewhere })
  const meanwhile = { own: [] as number[], elsewhere: [] as number[] }

  const body = newRun(rows)
  const params = { businessId: app.businessId, importId: body.importId }
  const started = await owner.browser.call('business.startImport', { params, body })
  if (started.status !== 201) throw new Error(`start: ${started.status} ${started.body.code}`)
  for (let part = 0; part < importPartsOf(rows); part += 1) {
    const { status, body } = await owner.browser.call('business.sendImportPart', {
      params,
      body: partOf(cells, part),
    })
    if (status !== 200) throw new Error(`part ${part}: ${status} ${body.code}`)
    meanwhile.elsewhere.push(await sellElsewhere())
  }

  await owner.browser.call('business.runImport', { params })
  for (let isOver = false; !isOver; await pause(250)) {
    meanwhile.own.push(await sell())
    for (let n = 0; n < salesOfOther; n += 1) meanwhile.elsewhere.push(await sellElsewhere())
    const { body } = await owner.browser.call('business.import', { params })
    // Printed, so that an aborted run still shows how far it got.
    process.stderr.write(`${body.counts.written} rows\n`)
    isOver = body.state === 'finished'
  }
  return [
    figure('a sale meanwhile, 95 of 100', p95(meanwhile.own), 'ms', {
      beside: ['idle', p95(alone.own)],
      bar: bar(1_000),
    }),
    figure('a sale of another business meanwhile, 95 of 100', p95(meanwhile.elsewhere), 'ms', {
      beside: ['idle', p95(alone.elsewhere)],
      bar: bar(100),
    }),
  ]
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

/** @returns sells to a new member, and gives the milliseconds until the verdict */
async function makeSales(till: TestDevice): Promise<() => Promise<number>> {
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
