/** Upgrades a recorded database of version 1: saved rows are kept, and sent under the same keys. */
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { database } from '#pwa/visitor/database.ts'
import { drainOutbox } from '#pwa/visitor/drain.ts'
import recorded from '#tests/support/recorded/visitor-database-1.json' with { type: 'json' }
import { customerId, page, playServer, welcome } from '#tests/support/visitor-answers.ts'

const { lookUps, outbox, pages } = recorded.stores
const rewardId = '0199a3c0-1f00-7000-8000-0000000000f1'

beforeEach(async () => {
  database.close()
  await new Promise((resolve, reject) => {
    // The browser's version number is ten times Dexie's.
    const opening = indexedDB.open(recorded.name, recorded.version * 10)
    opening.onupgradeneeded = () => {
      const { result } = opening
      const kept = result.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
      kept.createIndex('operationId', 'operationId', { unique: true })
      kept.createIndex('customerId', 'customerId')
      for (const row of outbox.rows) kept.add(row)
      const lookUpStore = result.createObjectStore('lookUps', { keyPath: 'code' })
      for (const row of lookUps.rows) lookUpStore.add(row)
      const pageStore = result.createObjectStore('pages', { keyPath: 'customerId' })
      for (const row of pages.rows) pageStore.add(row)
    }
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      opening.result.close()
      resolve(null)
    }
  })
  await database.open()
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await database.delete()
})

test("keeps every saved row, under its operation's name", async () => {
  const rows = await database.operations.orderBy('seq').toArray()
  expect(rows.map(({ name, seq, operationId }) => ({ name, seq, operationId }))).toEqual([
    { name: 'customer.signUp', seq: 1, operationId: outbox.rows[0]?.operationId },
    { name: 'reward.redeem', seq: 2, operationId: outbox.rows[1]?.operationId },
    { name: 'signUp.lookUp', seq: 3, operationId: outbox.rows[2]?.operationId },
  ])
  expect(rows[0]).toMatchObject({ status: 'sending', payload: outbox.rows[0]?.payload })
  expect(rows[1]).toMatchObject({
    rewardName: 'Free coffee',
    payload: { rewardId, pointsSeen: 50 },
  })
  expect(await database.pages.get(customerId)).toMatchObject({ fetchedAt: 1763700000000 })
  expect(await database.lookUps.get('CAFE')).toMatchObject({ fetchedAt: 1763700000000 })
})

test("leaves no table in which version 1's code could find a row", () => {
  const tables = [...database.backendDB().objectStoreNames]
  expect(tables).toEqual(['lookUps', 'meta', 'operations', 'pages', 'servers'])
})

test('sends saved rows under the keys they were saved with', async () => {
  const redeem = `POST /api/customer/${customerId}/redeem/${rewardId}`
  const asked = playServer({
    'POST /api/signup/CAFE': [{ status: 201, body: welcome }],
    [redeem]: [{ status: 200, body: { couponCode: 'ABCD-EFGH-JKLM' } }],
    'GET /signup/CAFE': [{ status: 200, body: lookUps.rows[0]?.lookUp }],
    [`GET /api/customer/${customerId}`]: [{ status: 200, body: page }],
  })
  expect(await drainOutbox()).toMatchObject({ left: 0 })
  expect(asked.map(({ headers }) => headers['Idempotency-Key'] ?? headers['Scan-Id'])).toEqual([
    ...outbox.rows.map(({ operationId }) => operationId),
    undefined,
  ])
})

test('takes new work after the upgrade', async () => {
  const { addRow, rowOf } = await import('#pwa/visitor/outbox.ts')
  await addRow({ name: 'signUp.lookUp', code: 'CAFE', operationId: 'made-after-the-upgrade' })
  expect(await rowOf('made-after-the-upgrade')).toMatchObject({ seq: 4, status: 'waiting' })
})
