/**
 * A customer who joined on their phone after the backup: the phone brings them back, and what a
 * till recorded for them counts again.
 *
 * @module-tag deep
 */

import '#tests/convergence/phone-disk.ts'

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { database } from '#pwa/visitor/database.ts'
import { drainOutbox } from '#pwa/visitor/drain.ts'
import { refreshPage } from '#pwa/visitor/pages.ts'
import { redeemReward } from '#pwa/visitor/redeem.ts'
import { saveSignUp } from '#pwa/visitor/save-sign-up.ts'
import { backUp } from '#sync-server/database/back-up.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId } from '#sync-server/rule/id.ts'
import { insertDisk } from '#tests/convergence/phone-disk.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { RealBrowser } from '#tests/support/real-device.ts'
import { restoreFrom } from '#tests/support/restored-server.ts'
import { createTestBusiness, startTestServer, type TestServer } from '#tests/support/server.ts'

let running: TestServer
const folder = mkdtempSync(join(tmpdir(), 'regulars-phone-'))
const path = join(folder, 'regulars.backup')
const realFetch = globalThis.fetch

beforeAll(async () => {
  insertDisk({ indexedDB: new IDBFactory() }, () => false)
  await database.open()
  running = await startTestServer()
  vi.stubGlobal('navigator', { userAgent: 'Phone', language: 'en', platform: 'Phone' })
  vi.stubGlobal('screen', { width: 390, height: 844 })
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    realFetch(address.startsWith('/') ? running.url + address : address, init),
  )
})
afterEach(() => Promise.all(database.tables.map((table) => table.clear())))
afterAll(async () => {
  vi.unstubAllGlobals()
  database.close()
  await running.close()
  rmSync(folder, { recursive: true, force: true })
})

test('brings back a customer and a reward, and a till’s sale for them', async () => {
  const shop = await createTestBusiness(running)
  const till = await (await new RealBrowser(running, shop).signIn(shop.staffEmail)).open()
  await till.sync()
  await backUp(running.database.ownerUrl, path)

  const form = { ...signUpPayload(), memberId: undefined }
  const { customerId } = await saveSignUp(shop.code, { ...form, phone: '' })
  await drainOutbox()
  const card = await refreshPage(customerId)
  const memberId = String(card?.page.customer.memberId)
  await till.perform('purchase.record', { purchaseId: newId(), memberId, amount: '80.00' })
  await till.sync()
  const [reward] = (await refreshPage(customerId))?.page.availableRewards ?? []
  if (!reward) throw new Error('No reward is offered')
  await redeemReward(customerId, reward)
  await drainOutbox()
  const before = (await refreshPage(customerId))?.page
  expect(before?.coupons.map(({ source }) => source).sort()).toEqual(['reward', 'welcome'])
  const coupon = before?.coupons.find(({ source }) => source === 'reward')
  await till.perform('coupon.use', { code: String(coupon?.code) })
  await till.sync()

  await restoreFrom(running, path)
  await till.sync()
  // The sale and the coupon wait for the customer.
  expect(till.status.getState()).toMatchObject({ parkedCount: 2, refusedCount: 0 })
  expect(await refreshPage(customerId)).toBeNull()
  expect(await database.pages.count()).toBe(1)
  await drainOutbox()
  await drainOutbox()
  await till.sync()
  await till.sync()
  const after = (await refreshPage(customerId))?.page
  expect(after?.customer.points).toBe(before?.customer.points)
  const codes = (page: typeof after) => page?.coupons.map(({ code }) => code).sort()
  expect(codes(after)).toEqual(codes(before))
  expect(after?.coupons.find(({ code }) => code === coupon?.code)?.usedAt).not.toBeNull()
  expect(till.status.getState()).toMatchObject({ pendingCount: 0, parkedCount: 0, refusedCount: 0 })
  expect(await running.server.doors.tenantSnapshot(shop.businessId, verifyLedger)).toEqual([])
  till.close()
})
