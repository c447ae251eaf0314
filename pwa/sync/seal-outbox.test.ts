/**
 * Signing out with unsent work: sealed for the server, unreadable here, sent by the next person.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose'
import { v7 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { BrowserDatabase } from '#pwa/device/browser-database.ts'
import type { HintKeeper, OutboxHint } from '#pwa/device/outbox-hint.ts'
import { clearDevice, OpenWork } from '#pwa/device/wipe.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { endDevice } from '#pwa/sync/end-device.ts'
import { CannotSeal, countSealed, sealUnsent } from '#pwa/sync/seal-outbox.ts'
import type { PushRequest } from '#schema/contract/sync.ts'
import { accountId, Installation } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'

const purchase = () => ({ purchaseId: v7(), memberId: v7(), amount: '12.50' })

interface SealedHere {
  ticket: string
  sealingId: string
  push: PushRequest
}

async function setUp() {
  const server = new PretendServer()
  const keys = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  const publicKey = await exportJWK(keys.publicKey)
  const handedIn: SealedHere[] = []
  let isOnline = true
  const network: typeof fetch = async (input, init) => {
    const answer = (content: unknown) =>
      new Response(JSON.stringify(content), { headers: { 'regulars-api': '1' } })
    if (!isOnline) throw new TypeError('network')
    if (String(input).startsWith('/api/sync/seal-key?'))
      return answer({ publicKey, ticket: 'theirs' })
    if (String(input) !== '/api/sync/sealed') return server.fetch(input, init)
    for (const jwe of JSON.parse(String(init?.body)).sealed) {
      const { plaintext } = await compactDecrypt(jwe, keys.privateKey)
      handedIn.push(JSON.parse(new TextDecoder().decode(plaintext)))
    }
    return answer({ outcomes: ['taken'] })
  }
  const installation = new Installation()
  const unreadable: typeof fetch = async (input, init) =>
    String(input) === '/api/sync/sealed'
      ? new Response('{"outcomes":["unreadable"]}', { headers: { 'regulars-api': '1' } })
      : network(input, init)
  const browser = new BrowserDatabase({ indexedDB: new IDBFactory(), IDBKeyRange })
  const open = (more: object = {}) => installation.open({ fetch: network, browser, ...more })
  const setOnline = (to: boolean) => {
    isOnline = to
  }
  return { server, browser, handedIn, network, unreadable, open, setOnline }
}

/** A person works here, seals the work and leaves. */
async function leaveSealed(device: Device): Promise<void> {
  await device.sync()
  await device.perform('purchase.record', purchase())
  await sealUnsent(device.context)
  device.close()
}

test('seals unsent work, clears it from the device, and lets the next person send it', async () => {
  const { browser, handedIn, open, setOnline } = await setUp()
  const device = open()
  await device.sync()
  setOnline(false)
  const rows = []
  for (let count = 0; count < 130; count += 1) {
    rows.push(await device.perform('purchase.record', purchase()))
  }
  const sealed = await sealUnsent(device.context)
  expect(sealed.size).toBe(130)
  await countSealed(device.context)
  expect(device.status.getState().sealedCount).toBe(130)
  const late = await device.perform('purchase.record', purchase())
  const { door } = device.context
  await expect(door.within((database) => clearDevice(database, sealed))).rejects.toThrow(OpenWork)
  expect(await door.database.outbox.count()).toBe(131)
  const again = new Set([...sealed, late.operationId])
  await door.within((database) => clearDevice(database, again))
  await expect(device.perform('purchase.record', purchase())).rejects.toThrow('signed out')
  expect(await door.database.outbox.count()).toBe(0)
  const kept = JSON.stringify(await browser.sealed.toArray())
  expect(kept).not.toContain('12.50')
  expect(kept).not.toContain(rows[0]?.operationId)

  setOnline(true)
  const other = v7()
  const next = open({
    identity: { ...device.identity, accountId: other },
    readAccountId: async () => other,
  })
  expect((await next.sync()).problem).toBe(null)
  expect(handedIn.map(({ ticket, push }) => [ticket, push.operations.length])).toEqual([
    ['theirs', 100],
    ['theirs', 30],
  ])
  expect(await browser.sealed.count()).toBe(0)
})

test('all seals of a sign-out carry its id, and the ticket matches the sealed outbox', async () => {
  const { handedIn, network, open } = await setUp()
  const asked: string[] = []
  const device = open({
    fetch: (...[input, init]: Parameters<typeof fetch>) => {
      if (String(input).startsWith('/api/sync/seal-key')) asked.push(String(input))
      return network(input, init)
    },
  })
  await device.sync()
  const { door, newId } = device.context
  const readOutbox = async () => {
    const meta = await door.within((database) => database.meta.get('outbox'))
    if (meta?.key !== 'outbox') throw new Error('There is no outbox')
    return meta
  }
  // The server disputes its numbers: the device continues with another outbox.
  const [before, renewed] = [await readOutbox(), newId()]
  await door.within((database) => database.meta.put({ ...before, outboxId: renewed }))
  await device.sync()
  expect(asked).toEqual([before.outboxId, renewed].map((id) => `/api/sync/seal-key?outboxId=${id}`))

  for (let count = 0; count < 101; count += 1) await device.perform('purchase.record', purchase())
  await sealUnsent(device.context)
  device.close()
  await open().sync()
  expect(handedIn).toHaveLength(2)
  expect(handedIn[0]?.sealingId).toEqual(expect.any(String))
  expect(handedIn[1]?.sealingId).toBe(handedIn[0]?.sealingId)
})

test('a sign-out seals the journal under the id of the unsent work', async () => {
  const { handedIn, open, server } = await setUp()
  const device = open()
  await device.perform('purchase.record', purchase())
  await device.sync()
  await device.perform('purchase.record', purchase())
  await endDevice(device.context, { keepUnsent: true })
  device.close()
  // A restored server gets both, and accepts the seals of one sign-out only.
  server.epoch = 'two'
  await open().sync()
  expect(handedIn.map(({ push }) => push.operations.length)).toEqual([1, 1])
  expect(handedIn[1]?.sealingId).toBe(handedIn[0]?.sealingId)
})

test('without the key nothing is sealed and nothing is lost; without work no key is needed', async () => {
  const { open, setOnline } = await setUp()
  setOnline(false)
  const device = open()
  await device.ready
  expect(await sealUnsent(device.context)).toEqual(new Set())
  await device.perform('purchase.record', purchase())
  await expect(sealUnsent(device.context)).rejects.toThrow(CannotSeal)
  expect(device.status.getState().pendingCount).toBe(1)
  expect(device.identity.accountId).toBe(accountId)
})

test('a clock that is set back does not keep a device from asking for the key again', async () => {
  const { network, open } = await setUp()
  let clockMs = Date.now()
  let isGiven = false
  const device = open({
    now: () => clockMs,
    fetch: async (input: string, init?: RequestInit) => {
      if (input.startsWith('/api/sync/seal-key?') && !isGiven) throw new TypeError('network')
      return network(input, init)
    },
  })
  await device.sync()
  await device.perform('purchase.record', purchase())
  await expect(sealUnsent(device.context)).rejects.toThrow(CannotSeal)
  isGiven = true
  clockMs -= 2 * 24 * 60 * 60 * 1000
  await device.sync()
  await device.perform('purchase.record', purchase())
  expect((await sealUnsent(device.context)).size).toBe(1)
})

test('sends a seal only for its own business, and again after a fault', async () => {
  const { browser, network, handedIn, open } = await setUp()
  let isFaulty = true
  const device = open()
  await device.sync()
  await device.perform('purchase.record', purchase())
  await sealUnsent(device.context)
  const { identity } = device.context
  const foreign = new Installation().open({
    fetch: network,
    browser,
    identity: { ...identity, businessId: v7() },
  })
  await foreign.sync()
  expect(handedIn).toEqual([])
  const faulty: typeof fetch = async (input, init) =>
    input === '/api/sync/sealed' && isFaulty
      ? new Response('{}', { status: 503, headers: { 'regulars-api': '1' } })
      : network(input, init)
  const next = new Installation().open({ fetch: faulty, browser })
  expect((await next.sync()).problem).toBe('serverBusy')
  expect(await browser.sealed.count()).toBe(1)
  isFaulty = false
  expect((await next.sync()).problem).toBe(null)
  expect(handedIn).toHaveLength(1)
  expect(await browser.sealed.count()).toBe(0)
})

test('clears nothing until the person confirms deleting a refused row', async () => {
  const { server, open } = await setUp()
  const device = open()
  await device.ready
  server.judge = () => ({ status: 'refused', code: 'member_erased' })
  const { operationId } = await device.perform('purchase.record', purchase())
  await device.sync()
  expect(device.status.getState()).toMatchObject({ pendingCount: 0, refusedCount: 1 })
  const { door } = device.context
  const clear = (accounted: ReadonlySet<string>) =>
    door.within((database) => clearDevice(database, accounted))
  await expect(clear(new Set())).rejects.toThrow(OpenWork)
  expect(await door.database.outbox.count()).toBe(1)
  await clear(new Set([operationId]))
  expect(await door.database.outbox.count()).toBe(0)
})

test('unreadable work no longer counts as waiting, and goes once a person deletes it', async () => {
  const { browser, unreadable: fetch, open } = await setUp()
  await leaveSealed(open())
  let hinted: OutboxHint | null = null
  const sealedHint: HintKeeper = {
    read: () => hinted,
    write: (hint) => {
      hinted = hint
    },
  }
  const next = new Installation().open({ fetch, browser, sealedHint })
  expect((await next.sync()).problem).toBe(null)
  expect(next.status.getState()).toMatchObject({ sealedCount: 0, unreadableCount: 1 })
  expect(sealedHint.read()).toMatchObject({ unsent: 1 })
  expect(await next.deleteUnreadable(1)).toBe(true)
  expect(next.status.getState()).toMatchObject({ sealedCount: 0, unreadableCount: 0 })
  expect(await browser.sealed.count()).toBe(0)
  // A person deleted it, so the next start reports no eviction.
  const later = new Installation().open({ fetch, browser, sealedHint })
  await later.ready
  expect(later.status.getState().evicted).toBe(null)
})

test('sends unreadable work again when a person retries', async () => {
  const { browser, handedIn, network, unreadable, open } = await setUp()
  await leaveSealed(open())
  let hasSecret = false
  const next = open({
    fetch: (...call: Parameters<typeof fetch>) => (hasSecret ? network : unreadable)(...call),
  })
  await next.sync()
  hasSecret = true
  await next.sync()
  expect(handedIn).toEqual([])
  expect(next.status.getState()).toMatchObject({ sealedCount: 0, unreadableCount: 1 })
  await next.retryUnreadable()
  expect(handedIn).toHaveLength(1)
  expect(next.status.getState()).toMatchObject({ sealedCount: 0, unreadableCount: 0 })
  expect(await browser.sealed.count()).toBe(0)
})

test("a full list of parked work keeps a seal, and does not stop the sender's rounds", async () => {
  const { browser, network, open } = await setUp()
  await leaveSealed(open())
  const full: typeof fetch = async (input, init) =>
    String(input) === '/api/sync/sealed'
      ? new Response('{"code":"parked_full"}', { status: 429, headers: { 'regulars-api': '1' } })
      : network(input, init)
  expect((await open({ fetch: full }).sync()).problem).toBe(null)
  expect(await browser.sealed.count()).toBe(1)
})

test('work that one tab sent does not wait in another', async () => {
  const { browser, open } = await setUp()
  await leaveSealed(open())
  const [one, other] = [open(), open()]
  await Promise.all([one.ready, other.ready])
  expect(other.status.getState().sealedCount).toBe(1)
  await one.sync()
  await vi.waitFor(() => expect(other.status.getState().sealedCount).toBe(0))
  expect(await browser.sealed.count()).toBe(0)
})

test('deletes exactly the count a person confirmed, and updates every tab', async () => {
  const { browser, unreadable, open } = await setUp()
  await leaveSealed(open())
  const [one, other] = [open({ fetch: unreadable }), open({ fetch: unreadable })]
  await Promise.all([one.sync(), other.sync()])
  await leaveSealed(open())
  await other.sync()
  expect(await one.deleteUnreadable(1)).toBe(false)
  expect(await browser.sealed.count()).toBe(2)
  for (const tab of [one, other]) {
    await vi.waitFor(() => expect(tab.status.getState().unreadableCount).toBe(2))
  }
  expect(await one.deleteUnreadable(2)).toBe(true)
  expect(await browser.sealed.count()).toBe(0)
  await vi.waitFor(() => expect(other.status.getState().unreadableCount).toBe(0))
})
