/**
 * A seal's ticket lies in the browser's storage: a copy of it must not be a right to act as its
 * owner. It proves the rest of one outbox, once, for what its bearer could ask as well.
 */
import { CompactEncrypt, importJWK } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PushedOperation, SealKey } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'
import { enrollTill, personWithKey, prove } from '#tests/support/till.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

let running: TestServer
let shop: TestBusiness
let owner: TestBrowser
let staff: TestBrowser

beforeAll(async () => {
  running = await startTestServer()
})
beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
})
afterAll(() => running.close())

interface Sealed {
  key: SealKey
  outboxId: string
  operations: PushedOperation[]
  sealingId?: string | undefined
}

async function seal({ key, outboxId, operations, ...more }: Sealed): Promise<string> {
  const push = { outboxId, deviceNow: new Date().toISOString(), operations }
  const sealingId = 'sealingId' in more ? more.sealingId : newId()
  const content = { ticket: key.ticket, sealingId, push }
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(await importJWK(key.publicKey, 'ECDH-ES'))
}

/** What lies in the browser of somebody who works. */
const hearKey = async ({ browser, outboxId }: TestDevice) =>
  (await browser.call('sync.sealKey', { query: { outboxId } })).body

async function handIn(bearer: TestBrowser, ...sealed: string[]): Promise<void> {
  const answer = await bearer.call('sync.handSealed', { body: { sealed } })
  expect(answer.body).toEqual({ outcomes: sealed.map(() => 'taken') })
}

/** Of each operation: what it is parked for, or how it ended. */
async function endsOf(operations: PushedOperation[]): Promise<string[]> {
  const ids = operations.map(({ operationId }) => operationId)
  const rows = await running.ask<{ id: string; end: string }>(
    (sql) => sql`select operation_id as id, coalesce(code, status) as end
      from applied_operation where operation_id = any(${ids}::uuid[])`,
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.end ?? 'nothing')
}

const make = (device: TestDevice, changes: Partial<PushedOperation> = {}) =>
  device.make('customer.signUp', signUpPayload(), changes)

async function pointsOf(memberId: string): Promise<number | undefined> {
  const [row] = await running.ask<{ points: number }>(
    (sql) => sql`select points from customer where id = ${memberId}`,
  )
  return row?.points
}

test('a copy of the owner’s ticket adds no points and creates no reward for staff', async () => {
  const ownersDevice = new TestDevice(owner)
  const member = signUpPayload()
  await ownersDevice.push(ownersDevice.make('customer.signUp', member))
  // As the browser of an earlier release, and as today's, holds it.
  const keys = [(await owner.call('sync.sealKey')).body, await hearKey(ownersDevice)]
  await owner.call('auth.logout')
  const { memberId } = member
  for (const key of keys) {
    for (const outboxId of [newId(), ownersDevice.outboxId]) {
      const forger = new TestDevice(staff)
      const first = outboxId === ownersDevice.outboxId ? 2 : 1
      const adjustment = { memberId, points: 5_000, reason: 'Thanks' }
      const operations = [
        forger.make('points.adjust', adjustment, { seq: first }),
        forger.make(
          'reward.create',
          {
            rewardId: newId(),
            name: 'Free lunch',
            description: '',
            pointsRequired: 1,
            discountType: 'percentage',
            discountValue: '100.00',
            expiryDate: null,
            stock: null,
            limitPerMember: null,
          },
          { seq: first + 1 },
        ),
      ]
      await handIn(staff, await seal({ key, outboxId, operations }))
      expect(await endsOf(operations)).toEqual(['seal_unproved', 'seal_unproved'])
    }
  }
  expect(await pointsOf(memberId)).toBe(100)
  const again = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const params = { businessId: shop.businessId }
  const parked = await again.call('business.parked', { params })
  expect(parked.body).toHaveLength(8)
  // The owner may still say that it was meant.
  const [first] = parked.body
  const operationIds = [first?.operationId]
  await again.call('business.decideParked', { params, body: { operationIds, accept: true } })
  expect(await pointsOf(memberId)).toBe(5_100)
})

test('someone quits with unsynced work: whoever signs in next hands it in, and it counts', async () => {
  const device = new TestDevice(staff)
  await device.push(make(device))
  const key = await hearKey(device)
  const [sealingId, { outboxId }] = [newId(), device]
  const parts = [
    [make(device), make(device)],
    [make(device), make(device)],
  ]
  const sealed = await Promise.all(
    parts.map((operations) => seal({ key, outboxId, operations, sealingId })),
  )
  await staff.call('auth.logout')
  running.turnClock(10 * dayMs)
  const next = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  // The answer to the first try is lost.
  for (const jwe of [...sealed, ...sealed]) await handIn(next, jwe)
  running.turnClock(-10 * dayMs)
  expect(await endsOf(parts.flat())).toEqual(Array(4).fill('applied'))
  const [row] = await running.ask<{ count: number }>(
    (sql) => sql`select count(*)::int from applied_operation o join account a on a.id = o.account_id
      where a.email = ${shop.staffEmail} and o.status = 'applied'`,
  )
  expect(row).toEqual({ count: 5 })
})

test('work of an outbox that never synced counts, by the ticket that names it', async () => {
  const device = new TestDevice(staff)
  const key = await hearKey(device)
  const operations = [make(device)]
  await staff.call('auth.logout')
  await handIn(owner, await seal({ key, outboxId: device.outboxId, operations }))
  expect(await endsOf(operations)).toEqual(['applied'])
})

test('a till’s sealed work counts by its people’s proofs, however late', async () => {
  const { till } = await enrollTill(running, shop)
  const { person, key: pinKey } = await personWithKey(staff, till)
  const key = await hearKey(till)
  const proved = prove(make(till), person.id, pinKey)
  const operations = [proved, make(till)]
  await till.browser.call('auth.logout')
  running.turnClock(20 * dayMs)
  const next = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  await handIn(next, await seal({ key, outboxId: till.outboxId, operations }))
  running.turnClock(-20 * dayMs)
  expect(await endsOf(operations)).toEqual(['applied', 'staff_unproved'])
})

interface Ruse {
  /** How long after the sign-out it is handed in. */
  afterMs?: number
  madeAfterMs?: number
  isElsewhere?: true
  isSignedIn?: true
  namesNoSealing?: true
}

test.each<[string, Ruse]>([
  ['made after the sign-out', { madeAfterMs: 10 * minuteMs, afterMs: 20 * minuteMs }],
  ['handed in weeks later', { afterMs: 15 * dayMs }],
  ['of another outbox than its ticket’s', { isElsewhere: true }],
  ['while its author is still signed in', { isSignedIn: true }],
  ['without the sign-out that sealed it', { namesNoSealing: true }],
])('parks a seal %s', async (_, ruse) => {
  const device = new TestDevice(staff)
  await device.push(make(device))
  const key = await hearKey(device)
  if (!ruse.isSignedIn) await staff.call('auth.logout')
  const madeAt = new Date(Date.now() + (ruse.madeAfterMs ?? 0)).toISOString()
  const operations = [make(device, { madeAt, ...(ruse.isElsewhere && { seq: 1 }) })]
  const outboxId = ruse.isElsewhere ? newId() : device.outboxId
  running.turnClock(ruse.afterMs ?? 0)
  const next = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const sealingId = ruse.namesNoSealing ? undefined : newId()
  await handIn(next, await seal({ key, outboxId, operations, sealingId }))
  running.turnClock(-(ruse.afterMs ?? 0))
  expect(await endsOf(operations)).toEqual(['seal_unproved'])
})

test('parks every seal of an outbox but those of one sign-out', async () => {
  const device = new TestDevice(staff)
  await device.push(make(device))
  const key = await hearKey(device)
  await staff.call('auth.logout')
  const { outboxId } = device
  const [meant, forged] = [[make(device)], [make(device)]]
  await handIn(owner, await seal({ key, outboxId, operations: meant }))
  await handIn(owner, await seal({ key, outboxId, operations: forged }))
  expect(await endsOf([...meant, ...forged])).toEqual(['applied', 'seal_unproved'])
})

test('an outbox that goes on after it was sealed is sealed another time', async () => {
  const device = new TestDevice(staff)
  const key = await hearKey(device)
  const { outboxId } = device
  const [killed, later] = [[make(device)], [make(device)]]
  // The browser was killed between sealing and clearing, and its person went on.
  await handIn(staff, await seal({ key, outboxId, operations: killed }))
  await device.push(...killed, make(device, { seq: 2 }))
  const left = [{ ...(later[0] ?? make(device)), seq: 3 }]
  await staff.call('auth.logout')
  await handIn(owner, await seal({ key, outboxId, operations: left }))
  expect(await endsOf([...killed, ...left])).toEqual(['applied', 'applied'])
})
