/** Withdrawn access: saved work is pushed or sealed, and then nothing stays on the device. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { exportJWK, generateKeyPair } from 'jose'
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
  const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const key = { publicKey: await exportJWK(publicKey), ticket: 'theirs' }
  const headers = { 'regulars-api': '1' }
  const refusal = () => new Response('{"code":"push_only"}', { status: 403, headers })
  const rights = { pull: true, push: true, key: true, network: true }
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = String(input)
    if (!rights.network) throw new TypeError('network')
    if (path.startsWith('/api/sync/seal-key?') && !rights.key) throw new TypeError('network')
    if (path.startsWith('/api/sync/seal-key?'))
      return new Response(JSON.stringify(key), { headers })
    if (path.startsWith('/api/sync/pull') && !rights.pull) return refusal()
    if (path === '/api/sync/push' && !rights.push) return refusal()
    return server.fetch(input, init)
  }
  const installation = new Installation()
  const browser = new BrowserDatabase({ indexedDB: new IDBFactory(), IDBKeyRange })
  const open = (more: object = {}) => installation.open({ fetch, browser, ...more })
  const device = open()
  await device.sync()
  expect(device.records.count('customer')).toBe(1)
  rights.network = false
  const { operationId } = await device.perform('purchase.record', purchase())
  device.close()
  rights.network = true
  rights.pull = false
  /** What is on disk afterwards, read with a separate connection. */
  async function left() {
    const storage = { indexedDB: installation.indexedDB, IDBKeyRange }
    const database = new DeviceDatabase(device.identity, storage)
    const counts = [await database.pages.count(), await database.outbox.count()]
    database.close()
    return counts
  }
  return { server, rights, browser, open, left, operationId }
}

test('the server parks the saved work, and nothing stays on the device', async () => {
  const { server, browser, open, left, operationId } = await setUp()
  server.judge = () => ({ status: 'parked' })
  expect(await handOver(open({ headless: true }))).toBe(true)
  expect(server.verdicts.get(operationId)?.status).toBe('parked')
  expect(await left()).toEqual([0, 0])
  expect(await browser.sealed.count()).toBe(0)
})

test('seals work that the server rejects, for the next person who signs in', async () => {
  const { server, rights, browser, open, left, operationId } = await setUp()
  rights.push = false
  expect(await handOver(open({ headless: true }))).toBe(true)
  expect(server.verdicts.has(operationId)).toBe(false)
  expect(await left()).toEqual([0, 0])
  expect(await browser.sealed.toArray()).toMatchObject([{ operations: 1, isUnreadable: false }])
})

test('while offline it deletes the rows and keeps the work for another try', async () => {
  const { server, rights, open, left, operationId } = await setUp()
  rights.network = false
  expect(await handOver(open({ headless: true }))).toBe(false)
  expect(await left()).toEqual([0, 1])
  rights.network = true
  expect(await handOver(open({ headless: true }))).toBe(true)
  expect(server.verdicts.has(operationId)).toBe(true)
  expect(await left()).toEqual([0, 0])
})

test('a device without the key asks for it, now or at the next try', async () => {
  const { rights, browser, open, left } = await setUp()
  const device = open({ headless: true })
  await device.ready
  await device.context.door.within((database) => database.meta.delete('sealKey'))
  device.close()
  rights.push = false
  rights.key = false
  expect(await handOver(open({ headless: true }))).toBe(false)
  expect(await left()).toEqual([0, 1])
  rights.key = true
  expect(await handOver(open({ headless: true }))).toBe(true)
  expect(await left()).toEqual([0, 0])
  expect(await browser.sealed.count()).toBe(1)
})
