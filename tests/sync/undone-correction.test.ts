/**
 * A device's undo of a correction that is edited or retried meanwhile: both count, or neither does.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { BrowserDatabase } from '#pwa/device/browser-database.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { historyOf } from '#pwa/loyalty/points.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { createDevice, type Device } from '#pwa/sync/create-device.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let browser: TestBrowser
let elsewhere: TestDevice
let device: Device
let memberId: string
let network: 'well' | 'cut' | 'answerLost' = 'well'

beforeAll(async () => {
  const shop = await createTestBusiness(running)
  browser = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  elsewhere = new TestDevice(browser)
  const accountId = (await browser.call('auth.user')).body.id
  const storage = { indexedDB: new IDBFactory(), IDBKeyRange }
  device = createDevice({
    identity: { accountId, businessId: shop.businessId, view: 'owner' },
    storage,
    browser: new BrowserDatabase({ indexedDB: new IDBFactory(), IDBKeyRange }),
    readAccountId: async () => accountId,
    async fetch(input, init) {
      if (network === 'cut') throw new TypeError('The network is cut')
      const headers = new Headers(init?.headers)
      headers.set('Cookie', browser.cookie)
      headers.set('Sec-Fetch-Site', 'same-origin')
      const answer = await fetch(running.url + String(input), { ...init, headers })
      if (network === 'answerLost') throw new TypeError('The answer is lost')
      return answer
    },
  })
  await device.ready
})

beforeEach(async () => {
  network = 'well'
  const payload = signUpPayload()
  memberId = payload.memberId
  await elsewhere.push(elsewhere.make('customer.signUp', payload))
  await device.sync()
})

const adjust = (points: number, more: { adjustmentId?: string; undoes?: string } = {}) =>
  device.perform('points.adjust', { memberId, points, reason: 'Late stamp', ...more })

const shownPoints = () => shownCustomerOf(viewOf(device), memberId)?.points

async function storedPoints() {
  const [row] = await running.sql`select points from customer where id = ${memberId}`
  return row?.points
}

test('the undo of an edit that came too late takes back the correction itself', async () => {
  const adjustmentId = newId()
  const first = await adjust(50, { adjustmentId })
  network = 'answerLost'
  await device.sync()
  network = 'cut'
  const edited = { adjustmentId, memberId, points: 50, reason: 'Late stamps' }
  await device.edit(first.operationId, 'points.adjust', edited)
  const lines = historyOf(viewOf(device), memberId).filter(({ reason }) => reason === 'adjustment')
  expect(lines).toMatchObject([{ id: adjustmentId, description: 'Late stamps' }])
  await adjust(-50, { adjustmentId: newId(), undoes: adjustmentId })
  network = 'well'
  await device.sync()
  await device.sync()
  expect([await storedPoints(), shownPoints()]).toEqual([100, 100])
  const parked = await running.sql`select 1 from applied_operation
    where status = 'parked' and business_id = (select business_id from customer where id = ${memberId})`
  expect(parked).toEqual([])
})

test('a retry of a refused correction takes its undo along', async () => {
  network = 'cut'
  const adjustmentId = newId()
  const first = await adjust(-150, { adjustmentId })
  await adjust(150, { adjustmentId: newId(), undoes: adjustmentId })
  network = 'well'
  await device.sync()
  const codes = device.outbox.rows().map(({ code }) => code)
  expect(codes.slice(-2)).toEqual(['points_short', 'depends_on_refused'])
  await elsewhere.push(
    elsewhere.make('points.adjust', { memberId, points: 100, reason: 'Late receipt' }),
  )
  await device.retry(first.operationId)
  await device.sync()
  await device.sync()
  expect([await storedPoints(), shownPoints()]).toEqual([200, 200])
})
