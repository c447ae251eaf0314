/**
 * Slow Wi-Fi, in virtual time: every request takes as long as its bytes need at that rate, and is
 * aborted when the device's timeout ends. The device code and the server are the real ones.
 *
 * @module-tag deep
 */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { signUpPayload } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { RealBrowser } from '#tests/support/real-device.ts'
import { createTestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()

const patienceMs = { push: 20_000, pull: 30_000 }

interface Rates {
  upBitsPerSecond: number
  downBitsPerSecond: number
}

async function openSlowly({ upBitsPerSecond, downBitsPerSecond }: Rates) {
  const shop = await createTestBusiness(running)
  const browser = await new RealBrowser(running, shop).signIn(shop.ownerEmail)
  const sent = { requests: 0, unheard: 0, plainBytes: 0, wireBytes: 0 }
  const device = await browser.open({
    fetch: async (input, init) => {
      sent.requests += 1
      const isPull = String(input).startsWith('/api/sync/pull')
      const leftMs = isPull ? patienceMs.pull : patienceMs.push
      const body = init?.body ?? ''
      const upBytes = body instanceof Blob ? body.size : String(body).length
      const upMs = (upBytes * 8_000) / upBitsPerSecond
      // Aborted on its way, or on the way back after the server has performed it.
      const answer = upMs > leftMs ? null : await browser.fetch(input, init)
      const text = (await answer?.clone().text()) ?? ''
      const isPacked = answer?.headers.has('content-encoding') ?? false
      const bytes = isPacked ? gzipSync(text).length : Buffer.byteLength(text)
      const tookMs = upMs + (bytes * 8_000) / downBitsPerSecond
      browser.clockMs += Math.min(tookMs, leftMs)
      if (!answer || tookMs > leftMs) {
        sent.unheard += 1
        throw new TypeError('the time is over')
      }
      sent.plainBytes += Buffer.byteLength(text)
      sent.wireBytes += bytes
      return answer
    },
  })
  return { shop, device, sent }
}

test('completes a first sync of 12,000 customers at 100 kbit/s', async () => {
  const slow = { upBitsPerSecond: 100_000, downBitsPerSecond: 100_000 }
  const { shop, device, sent } = await openSlowly(slow)
  await fillCustomers(running, shop.businessId, 12_000)
  for (let round = 0; round < 6 && !device.status.getState().whole; round += 1) await device.sync()
  expect(device.status.getState().whole).toBe(true)
  expect(device.records.count('customer')).toBe(12_000)
  expect(sent.unheard).toBeLessThan(4)
  expect(sent.wireBytes).toBeLessThan(sent.plainBytes / 3)
  device.close()
})

test('completes a first sync even if no full answer would get through', async () => {
  const slow = { upBitsPerSecond: 16_000, downBitsPerSecond: 16_000 }
  const { shop, device, sent } = await openSlowly(slow)
  await fillCustomers(running, shop.businessId, 6_000)
  for (let round = 0; round < 8 && !device.status.getState().whole; round += 1) await device.sync()
  expect(sent.unheard).toBeGreaterThan(0)
  expect(device.status.getState().whole).toBe(true)
  expect(device.records.count('customer')).toBe(6_000)
  device.close()
})

test('drains 100 sign-ups at 1 kbit/s, each once', async () => {
  const slow = { upBitsPerSecond: 1_000, downBitsPerSecond: 100_000 }
  const { shop, device, sent } = await openSlowly(slow)
  for (let count = 0; count < 100; count += 1) {
    await device.perform('customer.signUp', signUpPayload())
  }
  const isDrained = () => device.status.getState().pendingCount === 0
  for (let round = 0; round < 4 && !isDrained(); round += 1) await device.sync()
  expect(isDrained()).toBe(true)
  expect(sent.unheard).toBeGreaterThan(0)
  const rows = await running.sql`select id from customer where business_id = ${shop.businessId}`
  expect(rows).toHaveLength(100)
  device.close()
})
