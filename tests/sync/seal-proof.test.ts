/**
 * A seal's ticket lies in browser storage, so a copy must not allow anyone to act as its owner. It
 * proves the rest of one outbox, once, for operations its bearer could also make.
 */
import { beforeEach, expect, test } from 'vitest'
import type { PushedOperation } from '#schema/contract/sync.ts'
import { dayMs, minuteMs } from '#schema/contract/time-spans.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { hearKey, endsOf as readEnds, sealWork as seal } from '#tests/support/seal.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { enrollTill, personWithKey, prove } from '#tests/support/till.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let staff: TestBrowser

beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
})

async function handIn(bearer: TestBrowser, ...sealed: string[]): Promise<void> {
  const answer = await bearer.call('sync.handSealed', { body: { sealed } })
  expect(answer.body).toEqual({ outcomes: sealed.map(() => 'taken') })
}

const endsOf = (operations: PushedOperation[]) => readEnds(running, operations)

const make = (device: TestDevice, changes: Partial<PushedOperation> = {}) =>
  device.make('customer.signUp', signUpPayload(), changes)

async function pointsOf(memberId: string): Promise<number | undefined> {
  const [row] = await running.sql`select points from customer where id = ${memberId}`
  return row?.points
}

test('grants staff with a copy of the owner’s ticket no points and no reward', async () => {
  const ownersDevice = new TestDevice(owner)
  const member = signUpPayload()
  await ownersDevice.push(ownersDevice.make('customer.signUp', member))
  // The forms in which browsers of an earlier release and of this one store it.
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
  // The owner may still accept it.
  const [first] = parked.body
  const operationIds = [first?.operationId]
  await again.call('business.decideParked', { params, body: { operationIds, accept: true } })
  expect(await pointsOf(memberId)).toBe(5_100)
})

test('counts unsynced work that the next person pushes after its author left', async () => {
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
  // The first answer is lost.
  for (const jwe of [...sealed, ...sealed]) await handIn(next, jwe)
  running.turnClock(-10 * dayMs)
  expect(await endsOf(parts.flat())).toEqual(Array(4).fill('applied'))
  const [row] = await running.sql`
    select count(*)::int from applied_operation o join account a on a.id = o.account_id
    where a.email = ${shop.staffEmail} and o.status = 'applied'`
  expect(row).toEqual({ count: 5 })
})

test('counts work of an outbox that never synced, by the ticket that names it', async () => {
  const device = new TestDevice(staff)
  const key = await hearKey(device)
  const operations = [make(device)]
  await staff.call('auth.logout')
  await handIn(owner, await seal({ key, outboxId: device.outboxId, operations }))
  expect(await endsOf(operations)).toEqual(['applied'])
})

test('counts a till’s sealed work by its people’s proofs, however late', async () => {
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
  /** Time between the sign-out and the push. */
  afterMs?: number
  madeAfterMs?: number
  isElsewhere?: true
  isSignedIn?: true
  namesNoSealing?: true
  /** The ticket of an earlier release. */
  ticketNamesNoOutbox?: true
}

test.each<[string, Ruse]>([
  ['made after the sign-out', { madeAfterMs: 10 * minuteMs, afterMs: 20 * minuteMs }],
  ['handed in weeks later', { afterMs: 15 * dayMs }],
  ['of another outbox than its ticket’s', { isElsewhere: true }],
  ['of an outbox its author never pushed', { isElsewhere: true, ticketNamesNoOutbox: true }],
  ['while its author is still signed in', { isSignedIn: true }],
  ['without the sign-out that sealed it', { namesNoSealing: true }],
])('parks a seal %s', async (_, ruse) => {
  const device = new TestDevice(staff)
  await device.push(make(device))
  const key = ruse.ticketNamesNoOutbox
    ? (await staff.call('sync.sealKey')).body
    : await hearKey(device)
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

test('parks every seal of an outbox except those of one sign-out', async () => {
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

test('accepts another seal of an outbox that was used after it was sealed', async () => {
  const device = new TestDevice(staff)
  const key = await hearKey(device)
  const { outboxId } = device
  const [killed, later] = [[make(device)], [make(device)]]
  // The browser was killed between sealing and clearing, and its person continued.
  await handIn(staff, await seal({ key, outboxId, operations: killed }))
  await device.push(...killed, make(device, { seq: 2 }))
  const left = [{ ...(later[0] ?? make(device)), seq: 3 }]
  await staff.call('auth.logout')
  await handIn(owner, await seal({ key, outboxId, operations: left }))
  expect(await endsOf([...killed, ...left])).toEqual(['applied', 'applied'])
})

test('lets an outbox be sealed again after its author pushed from it', async () => {
  const device = new TestDevice(staff)
  const { outboxId } = device
  const sealAndLeave = async () => {
    const key = await hearKey(device)
    const operations = [make(device)]
    await device.browser.call('auth.logout')
    await handIn(owner, await seal({ key, outboxId, operations }))
    return operations
  }
  // The browser was killed before it cleared the sealed work, and its person came back.
  const sealed = await sealAndLeave()
  await staff.signIn(shop.staffEmail)
  await device.push(...sealed, make(device))
  const rest = await sealAndLeave()
  expect(await endsOf([...sealed, ...rest])).toEqual(['applied', 'applied'])
})

test.each([
  ['names how far its clock is ahead', 30 * dayMs, true],
  ['comes from an earlier release', undefined, false],
])('sealed work belongs to its day if the device %s', async (_, skewMs, isKnown) => {
  await running.sql`update business set created_at = now() - interval '1 day'
    where id = ${shop.businessId}`
  const device = new TestDevice(staff)
  const key = await hearKey(device)
  const soldAt = Date.now() - 60 * minuteMs
  const madeAt = new Date(soldAt + (skewMs ?? 0)).toISOString()
  const member = signUpPayload()
  const [purchaseId, { memberId }] = [newId(), member]
  const operations = [
    device.make('customer.signUp', member, { madeAt }),
    device.make(
      'purchase.record',
      { purchaseId, memberId, amount: '5.00', note: null },
      { madeAt },
    ),
  ]
  const sealed = await seal({
    ...{ key, outboxId: device.outboxId, operations },
    ...(skewMs !== undefined && { skewMs }),
  })
  // The owner accepts work that seems to be made after the session.
  await staff.call('auth.logout')
  running.turnClock(2 * dayMs)
  const later = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  await handIn(later, sealed)
  const params = { businessId: shop.businessId }
  await later.call('business.decideParked', { params, body: { accept: true } })
  const [row] = await running.sql`select recorded_at as at from purchase where id = ${purchaseId}`
  const recorded = row?.at.getTime() ?? 0
  const arrived = running.server.clock.now().getTime()
  expect(Math.abs(recorded - (isKnown ? soldAt : arrived))).toBeLessThan(minuteMs)
  running.turnClock(-2 * dayMs)
})

test.each(['its own outbox', 'a colleague’s outbox', 'no outbox'])(
  'lets a removed person with a ticket for %s change no numbers of a colleague’s outbox',
  async (which) => {
    const [theirs, colleagues] = [new TestDevice(staff), new TestDevice(owner)]
    await colleagues.push(make(colleagues))
    const named = which === 'its own outbox' ? theirs.outboxId : colleagues.outboxId
    const key = (
      await staff.call('sync.sealKey', which === 'no outbox' ? {} : { query: { outboxId: named } })
    ).body
    const staffId = (await staff.call('auth.user')).body.id
    const params = { businessId: shop.businessId, staffId }
    expect((await owner.call('business.removeStaff', { params })).status).toBe(200)
    const late = make(theirs, { seq: 900 })
    const { outboxId } = colleagues
    await handIn(new TestBrowser(running.url), await seal({ key, outboxId, operations: [late] }))
    expect(await endsOf([late])).toEqual(['rights_withdrawn'])
    const answer = await colleagues.push(make(colleagues))
    expect(answer.body).toMatchObject({ expected: 3, missing: 0 })
  },
)

test('lets a removed person add no device to the owner’s list', async () => {
  const device = new TestDevice(staff)
  await device.push(make(device))
  const staffId = (await staff.call('auth.user')).body.id
  const params = { businessId: shop.businessId, staffId }
  expect((await owner.call('business.removeStaff', { params })).status).toBe(200)
  const late = make(device)
  for (const outboxId of [device.outboxId, newId(), newId()]) {
    // The ended session still gets tickets.
    const key = (await staff.call('sync.sealKey', { query: { outboxId } })).body
    await handIn(new TestBrowser(running.url), await seal({ key, outboxId, operations: [late] }))
  }
  const devices = await owner.call('business.devices', { params })
  expect(devices.body.filter(({ outboxId }) => outboxId !== null)).toMatchObject([
    { outboxId: device.outboxId, received: 2 },
  ])
})
