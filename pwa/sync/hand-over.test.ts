/** A session that ended for good: its work is sealed and handed in, and nothing stays here. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { BrowserDatabase } from '#pwa/device/browser-database.ts'
import { DeviceDatabase } from '#pwa/device/device-database.ts'
import { handOver } from '#pwa/sync/hand-over.ts'
import { Installation } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'

const purchase = () => ({ purchaseId: v7(), memberId: v7(), amount: '4.20' })

async function setUp() {
  const server = new PretendServer()
  server.put('customer', { id: v7() })
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true })
  const key = { publicKey: await exportJWK(publicKey), ticket: 'theirs' }
  const headers = { 'regulars-api': '1' }
  const on = { key: true, sealed: true, room: true, network: true, hasEnded: false }
  /** The ids of the operations that the server has taken. */
  const taken = new Set<string>()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = String(input)
    if (!on.network) throw new TypeError('network')
    if (path.startsWith('/api/sync/seal-key?')) {
      if (!on.key) throw new TypeError('network')
      return new Response(JSON.stringify(key), { headers })
    }
    if (path === '/api/sync/sealed' && on.hasEnded) {
      if (!on.sealed) throw new TypeError('network')
      if (!on.room) return new Response('{"code":"parked_full"}', { status: 429, headers })
      const [jwe] = JSON.parse(String(init?.body)).sealed
      const { plaintext } = await compactDecrypt(jwe, privateKey)
      const { push } = JSON.parse(new TextDecoder().decode(plaintext))
      for (const { operationId } of push.operations) taken.add(operationId)
      return new Response(JSON.stringify({ outcomes: ['taken'] }), { headers })
    }
    if (on.hasEnded) return new Response('{"code":"device_revoked"}', { status: 401, headers })
    return server.fetch(input, init)
  }
  const installation = new Installation()
  const browser = new BrowserDatabase({ indexedDB: new IDBFactory(), IDBKeyRange })
  const open = (more: object = {}) => installation.open({ fetch, browser, ...more })
  const device = open()
  await device.sync()
  expect(device.records.count('customer')).toBe(1)
  server.judge = () => ({ status: 'refused', code: 'reward_sold_out' })
  const refused = await device.perform('purchase.record', purchase())
  await device.sync()
  on.network = false
  const unsent = await device.perform('purchase.record', purchase())
  device.close()
  on.network = true
  on.hasEnded = true
  /** Counts the rows left on disk, with a separate connection. */
  async function left() {
    const storage = { indexedDB: installation.indexedDB, IDBKeyRange }
    const database = new DeviceDatabase(device.identity, storage)
    const counts = [await database.pages.count(), await database.outbox.count()]
    database.close()
    return counts
  }
  const work = [refused.operationId, unsent.operationId].sort()
  return { on, taken, browser, open, left, work }
}

test('hands in unsent and refused work, and leaves nothing on the device', async () => {
  const { taken, browser, open, left, work } = await setUp()
  expect(await handOver(open({ headless: true }))).toBe(true)
  expect([...taken].sort()).toEqual(work)
  expect(await left()).toEqual([0, 0])
  expect(await browser.sealed.count()).toBe(0)
})

test('seals the work while offline, and hands it in at the next try', async () => {
  const { on, taken, browser, open, left, work } = await setUp()
  on.network = false
  expect(await handOver(open({ headless: true }))).toBe(false)
  expect(await left()).toEqual([0, 0])
  expect(await browser.sealed.count()).toBeGreaterThan(0)
  on.network = true
  expect(await handOver(open({ headless: true }))).toBe(true)
  expect([...taken].sort()).toEqual(work)
  expect(await browser.sealed.count()).toBe(0)
})

test('keeps the seals if the answer is lost', async () => {
  const { on, taken, browser, open, work } = await setUp()
  on.sealed = false
  expect(await handOver(open({ headless: true }))).toBe(false)
  expect(await browser.sealed.count()).toBeGreaterThan(0)
  on.sealed = true
  expect(await handOver(open({ headless: true }))).toBe(true)
  expect([...taken].sort()).toEqual(work)
})

test('keeps what the owner’s list has no room for, and hands it in at a later start', async () => {
  const { on, taken, browser, open, left, work } = await setUp()
  on.room = false
  expect(await handOver(open({ headless: true }))).toBe(false)
  expect(await left()).toEqual([0, 0])
  expect(await browser.sealed.count()).toBeGreaterThan(0)
  on.room = true
  expect(await handOver(open({ headless: true }))).toBe(true)
  expect([...taken].sort()).toEqual(work)
  expect(await browser.sealed.count()).toBe(0)
})

test('a device without the key asks for it, now or at the next try', async () => {
  const { on, taken, open, left, work } = await setUp()
  const device = open({ headless: true })
  await device.ready
  await device.context.door.within((database) => database.meta.delete('sealKey'))
  device.close()
  on.key = false
  expect(await handOver(open({ headless: true }))).toBe(false)
  expect(await left()).toEqual([0, 2])
  on.key = true
  expect(await handOver(open({ headless: true }))).toBe(true)
  expect(await left()).toEqual([0, 0])
  expect([...taken].sort()).toEqual(work)
})
