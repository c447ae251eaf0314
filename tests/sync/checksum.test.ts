/** A device regularly compares its records with the server's, and fetches all again if one differs. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageKey } from '#pwa/device/device-database.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { hourMs } from '#schema/contract/time-spans.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { LogFields } from '#sync-server/telemetry.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { RealBrowser } from '#tests/support/real-device.ts'
import { createTestBusiness, startTestServer, type TestServer } from '#tests/support/server.ts'

let running: TestServer
const repairs: LogFields[] = []
beforeAll(async () => {
  running = await startTestServer(
    {},
    {
      log(event, fields = {}) {
        if (event === 'sync.repair') repairs.push(fields)
      },
    },
  )
})
afterAll(() => running.close())

/** Compares what a screen would show with the server's rows. */
async function compare(device: Device, businessId: string) {
  const rows = await running.sql<{ id: string; points: number }[]>`
    select id, points from customer where business_id = ${businessId}`
  const shown = [...device.records.rows('customer')].map(({ id, points }) => ({ id, points }))
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  expect(shown.sort(byId)).toEqual(rows.sort(byId))
}

async function setUp() {
  const shop = await createTestBusiness(running)
  const browser = await new RealBrowser(running, shop).signIn(shop.ownerEmail)
  const device = await browser.open()
  const members = [signUpPayload(), signUpPayload(), signUpPayload()]
  for (const member of members) await device.perform('customer.signUp', member)
  for (const { memberId } of members) {
    await device.perform('purchase.record', { purchaseId: newId(), memberId, amount: '70.00' })
  }
  await device.sync()
  repairs.length = 0
  const [first] = members
  if (!first) throw new Error('no member')
  return { shop, browser, device, memberId: first.memberId }
}

/** Changes a table's rows in the on-disk log, as our code never does. */
async function corrupt(
  device: Device,
  table: 'customer' | 'purchase',
  change: (row: { id: string; points?: number }) => object | null,
) {
  await device.context.door.within((database) =>
    database.transaction('rw', database.pages, async () => {
      const keys = (await database.pages.toCollection().primaryKeys()) as unknown as PageKey[]
      // The page of the newest customers (newest-page.ts) comes before the log.
      for (const key of keys.filter(([, name, place]) => name === table && place >= 0)) {
        const page = await database.pages.get(key)
        if (!page) throw new Error('a page without its value')
        const rows = page.rows.map((row) => change(row) as typeof row | null)
        await database.pages.put({ ...page, rows: rows.filter((row) => row !== null) }, key)
      }
    }),
  )
}

test.each([
  ['lost a row', 'purchase', () => null],
  ['shows another balance', 'customer', (row) => ({ ...row, points: 1 })],
  ['missed a change', 'customer', (row) => ({ ...row, version: 0 })],
] as const satisfies [string, 'customer' | 'purchase', Parameters<typeof corrupt>[2]][])(
  'a device with a table that %s fetches everything again, and the server logs the table',
  async (_what, table, change) => {
    const { shop, browser, device, memberId } = await setUp()
    let isFirst = true
    await corrupt(device, table, (row) => {
      // A change of this row would repair it.
      if (!isFirst || row.id === memberId) return row
      isFirst = false
      return change(row)
    })
    device.close()
    const again = await browser.open()
    await again.perform('purchase.record', { purchaseId: newId(), memberId, amount: '5.00' })
    await again.sync()
    expect(repairs).toEqual([])
    // A change that the fetch meets on its way.
    browser.clockMs += 7 * hourMs
    await again.perform('purchase.record', { purchaseId: newId(), memberId, amount: '6.00' })
    expect((await again.sync()).problem).toBe(null)
    expect(repairs).toMatchObject([{ businessId: shop.businessId, tables: table }])
    await compare(again, shop.businessId)
    expect(again.records.count('purchase')).toBe(5)
    expect(again.status.getState()).toMatchObject({ problem: null, pendingCount: 0 })
    browser.clockMs += 7 * hourMs
    await again.sync()
    expect(repairs).toHaveLength(1)
    again.close()
  },
)

test('makes an earlier release that asks for one table fetch everything again', async () => {
  const { shop, device } = await setUp()
  const browser = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const { cursor } = (await browser.call('sync.pull', {})).body
  for (const from of [cursor, 'r1_owner_3_customer_5_0_0_0']) {
    const told = await browser.call('sync.pull', { query: { cursor: from, refetch: 'customer' } })
    expect([told.status, told.body.code]).toEqual([409, 'must_refetch'])
  }
  expect(repairs).toMatchObject([{ businessId: shop.businessId, tables: 'customer' }])
  device.close()
})

test('never repairs regular use: both roles, aging history, a shrinking table', async () => {
  const { shop, browser, device, memberId } = await setUp()
  const staff = await new RealBrowser(running, shop).signIn(shop.staffEmail)
  const till = await staff.open({
    identity: { accountId: staff.accountId, businessId: shop.businessId, view: 'staff' },
  })
  await till.sync()
  const purchaseId = newId()
  await till.perform('purchase.record', { purchaseId, memberId, amount: '80.00' })
  await till.perform('reward.redeem', {
    couponId: newId(),
    memberId,
    rewardId: shop.rewardId,
    pointsSeen: 50,
  })
  await till.sync()
  await till.perform('purchase.reverse', { purchaseId, memberId })
  const [held] = till.records.rows('coupon')
  await till.perform('coupon.use', { digest: held?.codeDigest, memberId: held?.memberId })
  await till.sync()
  const all = [
    { browser, device },
    { browser: staff, device: till },
  ]
  for (const days of [2, 58, 200]) {
    running.turnClock(days * 24 * hourMs)
    await browser.session.signIn(shop.ownerEmail)
    await staff.session.signIn(shop.staffEmail)
    for (const each of all) {
      each.browser.clockMs += days * 24 * hourMs
      await each.device.perform('purchase.record', {
        purchaseId: newId(),
        memberId,
        amount: '9.00',
      })
      expect((await each.device.sync()).problem).toBe(null)
    }
    for (const each of all) {
      each.browser.clockMs += 7 * hourMs
      await each.device.sync()
      const pull = await each.device.context.door.within((open) => open.meta.get('pull'))
      expect(pull).toMatchObject({ fetching: null })
      expect(Date.parse(String((pull as { checkedAt?: string }).checkedAt))).toBeGreaterThan(
        Date.now() + each.browser.clockMs - hourMs,
      )
    }
  }
  expect(repairs).toEqual([])
  for (const each of all) each.device.close()
})
