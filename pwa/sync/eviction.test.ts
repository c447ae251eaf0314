/**
 * The browser deletes all its data while no window is open: unsent work is gone, and the next start
 * says so. The cookie with the hint survives; a jar replaces `document.cookie` in these tests.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { exportJWK, generateKeyPair } from 'jose'
import { v7 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { BrowserDatabase } from '#pwa/device/browser-database.ts'
import { databaseName } from '#pwa/device/device-database.ts'
import { type HintKeeper, keepHintInCookie } from '#pwa/device/outbox-hint.ts'
import { endDevice } from '#pwa/sync/end-device.ts'
import { sealUnsent } from '#pwa/sync/seal-outbox.ts'
import { CookieJar } from '#tests/support/cookie-jar.ts'
import { accountId, businessId, Installation } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'

const purchase = () => ({ purchaseId: v7(), memberId: v7(), amount: '12.50' })
const name = databaseName({ accountId, businessId })

async function setUp() {
  const server = new PretendServer()
  const jar = new CookieJar()
  /** A window of this browser, with another disk after an eviction. */
  const open = async (disk = new Installation(), hint?: HintKeeper) => {
    const device = disk.open({
      fetch: server.fetch,
      hint: hint ?? keepHintInCookie(name, jar, true),
    })
    await device.ready
    return device
  }
  return { server, jar, open }
}

test('the hint follows the outbox, holds only an id and a number, and goes with the last operation', async () => {
  const { jar, open } = await setUp()
  const device = await open()
  expect(jar.hints).toEqual([])
  const { outboxId } = await device.perform('purchase.record', purchase())
  const second = await device.perform('purchase.record', purchase())
  expect(jar.hints).toEqual([`${outboxId}.2`])
  expect([...jar.kept.keys()].join()).not.toContain(accountId)
  await device.discard(second.operationId, { withDependents: false })
  expect(jar.hints).toEqual([`${outboxId}.1`])
  const written = jar.writes
  await device.sync()
  expect(jar.hints).toEqual([])
  expect(jar.writes).toBe(written + 1)
})

test('a person who discards unsent work at a sign-out sees no eviction notice', async () => {
  const { jar, open } = await setUp()
  const device = await open()
  await device.perform('purchase.record', purchase())
  expect(jar.hints).toHaveLength(1)
  await endDevice(device.context, { keepUnsent: false })
  expect(jar.hints).toEqual([])
})

test('a push that the sign-out cut off brings no eviction notice back', async () => {
  const { server, jar } = await setUp()
  let isAsked = () => {}
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  let fail = () => {}
  const failed = new Promise<void>((resolve) => {
    fail = resolve
  })
  const device = new Installation().open({
    hint: keepHintInCookie(name, jar, true),
    fetch: async (input, init) => {
      if (!String(input).includes('/push')) return server.fetch(input, init)
      isAsked()
      await failed
      throw new TypeError('No network')
    },
  })
  await device.ready
  await device.perform('purchase.record', purchase())
  const sync = device.sync().catch(() => undefined)
  await asked
  await endDevice(device.context, { keepUnsent: false })
  fail()
  await sync
  expect(jar.hints).toEqual([])
})

test('shows an eviction at the next start, until a person dismisses it', async () => {
  const { server, open } = await setUp()
  const device = await open()
  await device.sync()
  await device.perform('purchase.record', purchase())
  await device.perform('purchase.record', purchase())
  device.close()

  const newDisk = new Installation()
  const next = await open(newDisk)
  expect(next.status.getState().evicted).toMatchObject({ unsent: 2 })
  await next.perform('purchase.record', purchase())
  await next.sync()
  expect(server.effects.size).toBe(1)
  next.close()
  const again = await open(newDisk)
  expect(again.status.getState().evicted).toMatchObject({ unsent: 2 })
  await again.dismissEviction()
  expect(again.status.getState().evicted).toBe(null)
  again.close()
  expect((await open(newDisk)).status.getState().evicted).toBe(null)
})

test('shows an eviction after the service worker recreated the database', async () => {
  const { server, open } = await setUp()
  const device = await open()
  await device.perform('purchase.record', purchase())
  device.close()
  const newDisk = new Installation()
  const worker = newDisk.open({ fetch: server.fetch, headless: true })
  await worker.ready
  await worker.sync()
  worker.close()
  const next = await open(newDisk)
  expect(next.status.getState().evicted).toMatchObject({ unsent: 1 })
  await next.dismissEviction()
  next.close()
  expect((await open(newDisk)).status.getState().evicted).toBe(null)
})

test('withdraws the notice if a frozen window still has the work', async () => {
  const { server, open } = await setUp()
  const disk = new Installation()
  const frozen = await open(disk)
  const row = await frozen.perform('purchase.record', purchase())
  const { database } = frozen.context.door
  await database.transaction('rw', database.tables, async () => {
    for (const table of database.tables) await table.clear()
  })
  const second = await open(disk)
  expect(second.status.getState().evicted).toMatchObject({ unsent: 1 })
  database.close({ disableAutoOpen: false })
  await vi.waitFor(async () => expect(await database.outbox.count()).toBe(1))
  await frozen.sync()
  expect(server.effects.get(row.operationId)).toBe(1)
  second.close()
  expect((await open(disk)).status.getState().evicted).toBe(null)
})

test('shows no notice if nothing was unsent, for another outbox, or for a broken hint', async () => {
  const { jar, open } = await setUp()
  const device = await open()
  await device.perform('purchase.record', purchase())
  await device.sync()
  device.close()
  expect((await open()).status.getState().evicted).toBe(null)

  const other = keepHintInCookie(databaseName({ accountId: v7(), businessId }), jar, true)
  other.write({ outboxId: v7(), unsent: 3 })
  expect((await open()).status.getState().evicted).toBe(null)
  expect(other.read()).toMatchObject({ unsent: 3 })

  const hint = keepHintInCookie(name, jar, true)
  hint.write({ outboxId: 'none', unsent: 3 })
  expect(hint.read()).toBe(null)
})

test('an intact disk is no eviction, whatever the hint contains', async () => {
  const { open } = await setUp()
  const disk = new Installation()
  const device = await open(disk)
  await device.perform('purchase.record', purchase())
  device.close()
  const again = await open(disk)
  expect(again.status.getState()).toMatchObject({ evicted: null, pendingCount: 1 })
})

test('sealed work leaves a hint too, until the server has it', async () => {
  const { server, jar } = await setUp()
  const { publicKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const key = { publicKey: await exportJWK(publicKey), ticket: 'theirs' }
  const answer = (content: unknown) =>
    new Response(JSON.stringify(content), { headers: { 'regulars-api': '1' } })
  let isTaken = false
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (String(input).startsWith('/api/sync/seal-key?')) return answer(key)
    if (String(input) !== '/api/sync/sealed') return server.fetch(input, init)
    if (!isTaken) throw new TypeError('network')
    return answer({ outcomes: ['taken'] })
  }
  const newBrowser = () => new BrowserDatabase({ indexedDB: new IDBFactory(), IDBKeyRange })
  const open = async (disk: Installation, browser: BrowserDatabase, more: object = {}) => {
    const sealedHint = keepHintInCookie(businessId, jar, true, 'sealed')
    const device = disk.open({ fetch, browser, sealedHint, ...more })
    await device.ready
    return device
  }
  const [disk, browser] = [new Installation(), newBrowser()]
  const first = await open(disk, browser)
  await first.sync()
  await first.perform('purchase.record', purchase())
  await first.perform('purchase.record', purchase())
  await sealUnsent(first.context)
  expect(jar.hints).toEqual([`${businessId}.2`])
  first.close()

  // The browser clears everything; another person signs in.
  const other = v7()
  const identity = { accountId: other, businessId, view: 'owner' }
  const asOther = { identity, readAccountId: async () => other }
  const second = await open(new Installation(), newBrowser(), asOther)
  expect(second.status.getState()).toMatchObject({ evicted: { unsent: 2 }, sealedCount: 0 })
  expect(jar.hints).toEqual([])
  second.close()

  const third = await open(disk, browser, asOther)
  expect(third.status.getState()).toMatchObject({ evicted: null, sealedCount: 2 })
  expect(jar.hints).toEqual([`${businessId}.2`])
  isTaken = true
  await third.sync()
  expect(third.status.getState().sealedCount).toBe(0)
  expect(jar.hints).toEqual([])
  third.close()
})
