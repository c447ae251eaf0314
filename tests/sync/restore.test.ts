/**
 * A server restored from a backup: devices push their known work again, and it counts once.
 *
 * @module-tag deep
 */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserDatabase } from '#pwa/device/browser-database.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { endDevice } from '#pwa/sync/end-device.ts'
import { backUp } from '#sync-server/database/back-up.ts'
import { restore } from '#sync-server/database/restore.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { RealBrowser } from '#tests/support/real-device.ts'
import { restoreConfig, restoreFrom } from '#tests/support/restored-server.ts'
import { createTestBusiness, startTestServer, type TestServer } from '#tests/support/server.ts'

let running: TestServer
const folder = mkdtempSync(join(tmpdir(), 'regulars-back-up-'))

beforeAll(async () => {
  running = await startTestServer()
})
afterAll(async () => {
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

async function readBooks(businessId: string) {
  const [customers, purchases, entries] = await Promise.all([
    running.sql<object[]>`select id, points, total_spent_cents from customer
      where business_id = ${businessId} order by id`,
    running.sql`
      select id, amount_cents from purchase where business_id = ${businessId} order by id`,
    running.sql`select id, points from points_entry where business_id = ${businessId} order by id`,
  ])
  return { customers, purchases, entries }
}

test('restores a till’s unsent, acknowledged and lost work once', async () => {
  const shop = await createTestBusiness(running)
  const till = await new RealBrowser(running, shop).signIn(shop.staffEmail)
  const idle = await new RealBrowser(running, shop).signIn(shop.ownerEmail)
  const device = await till.open()
  const other = await idle.open()

  const kept = signUpPayload()
  const buy = (memberId: string) =>
    device.perform('purchase.record', { purchaseId: newId(), memberId, amount: '12.50' })
  await device.perform('customer.signUp', kept)
  await buy(kept.memberId)
  await device.sync()
  const path = join(folder, 'first.backup')
  const { rows } = await backUp(running.database.ownerUrl, path)
  expect(rows).toBeGreaterThan(10)

  // After the backup: acknowledged work that both have seen, then more that only the till has.
  const lost = signUpPayload()
  await device.perform('customer.signUp', lost)
  await buy(lost.memberId)
  await buy(kept.memberId)
  await device.sync()
  await other.sync()
  const before = await readBooks(shop.businessId)
  till.isOffline = true
  await buy(lost.memberId)
  await device.sync()

  await restoreFrom(running, path)
  const restored = await readBooks(shop.businessId)
  expect(restored.customers).toHaveLength(1)

  till.isOffline = false
  await device.sync()
  await device.sync()
  await other.sync()
  const after = await readBooks(shop.businessId)
  expect(after.customers).toHaveLength(2)
  expect(after.purchases).toHaveLength(before.purchases.length + 1)
  expect(after.purchases).toEqual(expect.arrayContaining(before.purchases))
  expect(after.entries).toHaveLength(before.entries.length + 1)
  for (const each of [device, other]) {
    expect(each.status.getState()).toMatchObject({ pendingCount: 0, refusedCount: 0, missing: 0 })
    expect(each.records.count('purchase')).toBe(after.purchases.length)
    const points = [...each.records.rows('customer')].map((row) => [row.id, row.points]).sort()
    expect(points).toEqual(
      (after.customers as { id: string; points: number }[]).map((row) => [row.id, row.points]),
    )
  }
  device.close()
  other.close()
})

test('judges a redemption after the sale that paid for it and that the backup lacks', async () => {
  const shop = await createTestBusiness(running)
  const till = await new RealBrowser(running, shop).signIn(shop.staffEmail)
  const device = await till.open()
  const { memberId, ...member } = signUpPayload()
  await device.perform('customer.signUp', { memberId, ...member })
  await device.sync()
  const path = join(folder, 'spent.backup')
  await backUp(running.database.ownerUrl, path)
  await device.perform('purchase.record', { purchaseId: newId(), memberId, amount: '80.00' })
  await device.sync()
  till.isOffline = true
  for (let count = 0; count < 3; count += 1) {
    const redemption = { couponId: newId(), memberId, rewardId: shop.rewardId, pointsSeen: 50 }
    await device.perform('reward.redeem', redemption)
  }
  await restoreFrom(running, path)
  till.isOffline = false
  await device.sync()
  await device.sync()
  expect(device.status.getState()).toMatchObject({ pendingCount: 0, refusedCount: 0, missing: 0 })
  const { customers } = await readBooks(shop.businessId)
  expect(customers).toMatchObject([{ id: memberId, points: 30 }])
  device.close()
})

test('shows a member under the id of the till that reaches the restored server first', async () => {
  const shop = await createTestBusiness(running)
  const path = join(folder, 'aliases.backup')
  const tills = await Promise.all(
    [shop.staffEmail, shop.ownerEmail].map((email) => new RealBrowser(running, shop).signIn(email)),
  )
  const devices = await Promise.all(tills.map((till) => till.open()))
  for (const device of devices) await device.sync()
  await backUp(running.database.ownerUrl, path)
  const signUp = signUpPayload()
  const memberIds = devices.map(() => newId())
  for (const [index, device] of devices.entries()) {
    await device.perform('customer.signUp', { ...signUp, memberId: memberIds[index] ?? '' })
    await device.sync()
  }
  await restoreFrom(running, path)
  for (const device of devices.toReversed()) {
    await device.sync()
    await device.sync()
  }
  for (const device of devices) {
    expect(shownCustomerOf(viewOf(device), memberIds[1] ?? '')).toMatchObject({ points: 100 })
    device.close()
  }
})

test.each([
  ['the same person signs in again', true, false],
  ['another person signs in, and the owner accepts it', false, false],
  ['the same person signs in again, and the backup lacks their session', true, true],
  ['another person signs in, and the backup lacks the session', false, true],
])('restores work that was sealed at a sign-out: %s', async (_who, isSame, lacksSession) => {
  const shop = await createTestBusiness(running)
  const member = signUpPayload()
  const browser = new BrowserDatabase({ indexedDB: new IDBFactory(), IDBKeyRange })
  const owners = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  await owners.push(owners.make('customer.signUp', member))
  const path = join(folder, `signed-out-${isSame}-${lacksSession}.backup`)
  if (lacksSession) await backUp(running.database.ownerUrl, path)
  const till = await new RealBrowser(running, shop).signIn(shop.staffEmail)
  const device = await till.open({ browser })
  await device.sync()
  if (!lacksSession) await backUp(running.database.ownerUrl, path)

  const buy = (amount: string) => {
    const purchase = { purchaseId: newId(), memberId: member.memberId, amount }
    return device.perform('purchase.record', purchase)
  }
  await buy('30.00')
  await device.sync()
  till.isOffline = true
  await buy('12.00')
  await endDevice(device.context, { keepUnsent: true })
  device.close()
  expect(await browser.sealed.count()).toBe(1)
  till.isOffline = false
  await till.session.call('auth.logout')

  await till.signIn(isSame ? shop.staffEmail : shop.ownerEmail)
  const next = await till.open({ browser })
  await next.sync()
  await next.sync()
  const before = await readBooks(shop.businessId)
  expect(before.purchases).toHaveLength(2)
  expect(await browser.sealed.count()).toBe(0)

  await restoreFrom(running, path)
  expect((await readBooks(shop.businessId)).purchases).toEqual([])
  const [kept] = await browser.keptSeals.toArray()
  const alone = new TestBrowser(running.url)
  const untold = await alone.call('sync.handSealed', { body: { sealed: [kept?.jwe] } })
  expect([untold.status, untold.body.code]).toEqual([401, 'not_signed_in'])
  await till.signIn(isSame ? shop.staffEmail : shop.ownerEmail)
  await next.sync()
  const params = { businessId: shop.businessId }
  if (!isSame) {
    const waiting = await till.session.call('business.parked', { params })
    expect(waiting.body).toMatchObject([{ reason: 'seal_unproved' }, { reason: 'seal_unproved' }])
    await till.session.call('business.decideParked', { params, body: { accept: true } })
  }
  await next.sync()
  expect(await readBooks(shop.businessId)).toEqual(before)
  expect(next.status.getState()).toMatchObject({ pendingCount: 0, sealedCount: 0, missing: 0 })
  next.close()
})

test('gives another epoch to a database that was copied by other means', async () => {
  const { epoch } = running.server
  await running.crash()
  expect(running.server.epoch).toBe(epoch)
  // Like pg_restore --clean: recreates every table with its rows.
  await running.sql`create table copied as table installation; drop table installation;
    alter table copied rename to installation;
    alter table installation add primary key (one);
    alter table installation alter column one set default true;
    grant select, insert, update on installation to regulars_platform`.simple()
  await running.server.lookAtEpoch()
  expect(running.server.epoch).not.toBe(epoch)
})

test('refuses an invalid or truncated file and a database in use', async () => {
  const path = join(folder, 'second.backup')
  await backUp(running.database.ownerUrl, path)
  await expect(restore(running.database.ownerUrl, restoreConfig, path)).rejects.toThrow(
    'has tables already',
  )
  const empty = await createEmptyDatabase()
  const text = join(folder, 'text')
  writeFileSync(text, 'not a back-up')
  await expect(restore(empty.ownerUrl, restoreConfig, text)).rejects.toThrow('is not a back-up')
  truncateSync(path, 2_000)
  await expect(restore(empty.ownerUrl, restoreConfig, path)).rejects.toThrow(
    /cannot be read to its end/,
  )
  await empty.drop()
})
