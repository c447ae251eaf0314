/**
 * Joins of two members, and what undoes them: points, rows, cards, consents, limits and races.
 *
 * @module-tag deep
 */
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperationPayload } from '#schema/contract/operation.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { eraseDueMembers } from '#sync-server/jobs.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { linkIn, readMails } from '#tests/support/mail.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

type SignUp = OperationPayload<'customer.signUp'>

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice
let staff: TestDevice
let visitor: TestBrowser
let keep: SignUp
let join: SignUp

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = await deviceOf(shop.ownerEmail)
  staff = await deviceOf(shop.staffEmail)
  visitor = new TestBrowser(running.url)
})
beforeEach(async () => {
  keep = await signUp({ firstName: 'Ada' })
  join = await signUp({ firstName: 'Adah' })
})

async function deviceOf(email: string): Promise<TestDevice> {
  return new TestDevice(await new TestBrowser(running.url).signIn(email))
}

async function signUp(changes: Partial<SignUp> = {}): Promise<SignUp> {
  const member = signUpPayload(changes)
  await apply(owner, owner.make('customer.signUp', member))
  return member
}

async function verdictOf(device: TestDevice, made: ReturnType<TestDevice['make']>) {
  return (await device.push(made)).body.verdicts[0]
}
async function apply(device: TestDevice, made: ReturnType<TestDevice['make']>) {
  const verdict = await verdictOf(device, made)
  expect(verdict).toMatchObject({ status: 'applied' })
  return verdict
}
const named = () => ({ keepId: keep.memberId, joinId: join.memberId })
const joinThem = (device = owner) => verdictOf(device, device.make('customer.join', named()))
const separate = (spentSeen = 0) =>
  verdictOf(owner, owner.make('customer.separate', { ...named(), spentSeen }))
const sell = (memberId: string, amount: string, device = owner) => {
  const purchaseId = newId()
  return apply(device, device.make('purchase.record', { purchaseId, memberId, amount })).then(
    () => purchaseId,
  )
}
const redeem = (memberId: string, rewardId = shop.rewardId) =>
  owner.make('reward.redeem', { couponId: newId(), memberId, rewardId, pointsSeen: 50 })

async function rowOf(memberId: string) {
  const [row] =
    await running.sql`select points, total_spent_cents::int as spent, joined_into as into,
    marketing_email as email, marketing_sms as sms from customer where id = ${memberId}`
  if (!row) throw new Error('No such member')
  return row
}
const balances = async () => [
  (await rowOf(keep.memberId)).points,
  (await rowOf(join.memberId)).points,
]
const expectAddsUp = async ({ businessId }: TestBusiness = shop) =>
  expect(await running.server.doors.tenantSnapshot(businessId, verifyLedger)).toEqual([])

/** A member with a card of their own. */
async function joinByCode(changes: Record<string, unknown> = {}) {
  const customerId = newKey()
  const body = { ...signUpPayload({ firstName: 'Adah' }), ...changes }
  await visitor.call('customer.signUp', {
    params: { code: shop.code },
    body: { ...body, id: customerId },
  })
  return { ...body, customerId }
}
const card = (customerId: string) => visitor.call('customer.page', { params: { customerId } })
const cardIn = async (email: string) => {
  const mail = (await readMails(running, email))[0]
  if (!mail) throw new Error(`${email} got no mail`)
  return new URL(linkIn(mail)).pathname.split('/')[2] ?? ''
}

test('moves the balance by a pair of entries and shows one person', async () => {
  await sell(keep.memberId, '10.00')
  await sell(join.memberId, '25.50')
  const verdict = await joinThem()
  expect(verdict).toMatchObject({
    status: 'applied',
    result: { memberId: keep.memberId, joinId: join.memberId, points: 125 },
  })
  expect(await rowOf(keep.memberId)).toMatchObject({ points: 235, spent: 3550, into: null })
  expect(await rowOf(join.memberId)).toMatchObject({ points: 0, into: keep.memberId })
  await expectAddsUp()

  const { businessId } = shop
  const listed = await owner.browser.call('business.customers', { params: { businessId } })
  const ids = JSON.stringify(listed.body)
  expect(ids).toContain(keep.memberId)
  expect(ids).not.toContain(join.memberId)
  // Staff open the kept member's page by either id.
  for (const customerId of [keep.memberId, join.memberId]) {
    const page = await owner.browser.call('customer.page', { params: { customerId } })
    expect(page.body.customer).toMatchObject({ memberId: keep.memberId, points: 235 })
    expect(page.body.coupons).toHaveLength(2)
    // Without the pair of entries that moved 125 points.
    const lines = page.body.transactions.map(({ type, points }) => `${type} ${points}`)
    expect(lines.sort()).toEqual(['earn 10', 'earn 100', 'earn 100', 'earn 25'])
  }
})

test('counts work that devices still queue for the joined member', async () => {
  const bought = await sell(join.memberId, '100.00')
  const couponId = newId()
  const bring = { couponId, memberId: join.memberId, rewardId: shop.rewardId, pointsSeen: 50 }
  await apply(staff, staff.make('reward.redeem', bring))
  const [before] = await owner.pull().then((answers) => answers.slice(-1))
  expect(before).toBeDefined()
  await joinThem()
  const { memberId } = join
  const late = [
    staff.make('purchase.record', { purchaseId: newId(), memberId, amount: '8.00' }),
    staff.make('purchase.reverse', { purchaseId: bought, memberId, amount: '40.00' }),
    staff.make('redemption.undo', { couponId, memberId }),
    staff.make('customer.note', { memberId, note: 'Oat milk', noteSeen: '' }),
    staff.make('reward.redeem', { ...bring, couponId: newId() }),
    owner.make('points.adjust', { memberId, points: 5, reason: 'Sorry' }),
  ]
  for (const made of late) {
    expect(await verdictOf(made.name === 'points.adjust' ? owner : staff, made)).toMatchObject({
      status: 'applied',
      result: { memberId: keep.memberId },
    })
  }
  // 100 each as a welcome, 100 - 40 and 8 bought, 50 redeemed twice and returned once, 5 given.
  expect(await balances()).toEqual([223, 0])
  expect(await rowOf(keep.memberId)).toMatchObject({ spent: 6800 })
  await expectAddsUp()
  expect(await separate(50)).toMatchObject({ status: 'applied' })
  await expectAddsUp()
})

/** Joins both, one of whom brings a coupon. */
async function joinWithCoupon() {
  const couponId = newId()
  const bring = { couponId, memberId: join.memberId, rewardId: shop.rewardId, pointsSeen: 50 }
  await apply(owner, owner.make('reward.redeem', bring))
  await joinThem()
  const [coupon] =
    await running.sql`select code_digest as digest from coupon where id = ${couponId}`
  return { couponId, digest: coupon?.digest ?? '' }
}

test('uses coupons of both under either id', async () => {
  const { couponId, digest } = await joinWithCoupon()
  for (const memberId of [keep.memberId, join.memberId]) {
    const useId = newId()
    await apply(staff, staff.make('coupon.use', { digest, memberId, useId }))
    await apply(staff, staff.make('couponUse.undo', { useId, couponId, memberId }))
  }
  await expectAddsUp()
})

test('undoes a use under the kept member’s id after a separation', async () => {
  const { couponId, digest } = await joinWithCoupon()
  const { memberId } = keep
  const useId = newId()
  await apply(staff, staff.make('coupon.use', { digest, memberId, useId }))
  expect(await separate()).toMatchObject({ status: 'applied' })
  const undone = await apply(staff, staff.make('couponUse.undo', { useId, couponId, memberId }))
  expect(undone?.result).toEqual({ couponId, useId, memberId: join.memberId })
  expect(await running.sql`select used_at, use_id from coupon where id = ${couponId}`).toEqual([
    { used_at: null, use_id: null },
  ])
})

test('counts the limit of a reward for both together', async () => {
  const rewardId = newId()
  const terms = {
    name: 'Cake',
    description: 'A slice',
    pointsRequired: 50,
    discountType: 'percentage',
    discountValue: '20.00',
    expiryDate: null,
    stock: null,
    limitPerMember: 1,
  } as const
  await apply(owner, owner.make('reward.create', { rewardId, ...terms }))
  await apply(owner, redeem(join.memberId, rewardId))
  await joinThem()
  expect(await verdictOf(owner, redeem(keep.memberId, rewardId))).toMatchObject({
    code: 'reward_limit_reached',
  })
  await expectAddsUp()
  expect(await separate()).toMatchObject({ status: 'applied' })
  await apply(owner, redeem(keep.memberId, rewardId))
  expect(await verdictOf(owner, redeem(join.memberId, rewardId))).toMatchObject({
    code: 'reward_limit_reached',
  })
  await expectAddsUp()
})

test('opens the kept card with every key of the joined one, and its own after an undo', async () => {
  const other = await joinByCode()
  join = other
  const mailed = await cardIn(other.email)
  expect((await card(mailed)).status).toBe(200)
  await joinThem()
  expect((await card(other.customerId)).body).toMatchObject({
    customer: { memberId: keep.memberId, points: 200 },
  })
  // The link was mailed to an address that isn't the kept one's.
  expect((await card(mailed)).status).toBe(404)
  const redeemed = await visitor.call('reward.redeem', {
    params: { customerId: other.customerId, rewardId: shop.rewardId },
    body: {},
  })
  expect(redeemed.status).toBe(200)
  expect(await balances()).toEqual([150, 0])
  expect(await separate()).toMatchObject({ status: 'applied' })
  expect((await card(other.customerId)).body).toMatchObject({
    customer: { memberId: other.memberId, points: 100 },
  })
  await expectAddsUp()
})

test('withdraws a consent that the joined member denied for the same number', async () => {
  const phone = '+1 415-555-2671'
  keep = await signUp({ phone, marketingSmsConsent: true, marketingEmailConsent: true })
  join = await signUp({ phone: '(415) 555 2671', marketingEmailConsent: false })
  await joinThem()
  // The addresses differ, so each consent for emails stays as it is.
  expect(await rowOf(keep.memberId)).toMatchObject({ sms: false, email: true })
  const records = await running.sql`select channel, granted from consent_record
    where member_id = ${keep.memberId} and screen = 'joined'`
  expect(records).toEqual([{ channel: 'sms', granted: false }])
})

test('moves no consent', async () => {
  join = await signUp({ marketingEmailConsent: true })
  await joinThem()
  expect(await rowOf(keep.memberId)).toMatchObject({ email: false })
})

test('meets the kept member at a sign-up with the joined address', async () => {
  await joinThem()
  const again = signUpPayload({ email: join.email })
  expect(await apply(staff, staff.make('customer.signUp', again))).toMatchObject({
    // A device keeps the second one, which leads to the first as long as they are joined.
    result: { memberId: keep.memberId, joinId: join.memberId, alreadyMember: true },
  })
  await sell(again.memberId, '3.00', staff)
  expect(await balances()).toEqual([203, 0])
  expect(await separate()).toMatchObject({ status: 'applied' })
  await sell(again.memberId, '4.00', staff)
  expect(await balances()).toEqual([103, 104])
  await expectAddsUp()
})

test('gives the balance back, and leaves what was earned since with the kept member', async () => {
  await sell(join.memberId, '20.00')
  await joinThem()
  await sell(join.memberId, '7.00')
  expect(await balances()).toEqual([227, 0])
  expect(await separate()).toMatchObject({
    status: 'applied',
    result: { memberId: keep.memberId, joinId: join.memberId, points: -120 },
  })
  expect(await balances()).toEqual([107, 120])
  expect(await rowOf(keep.memberId)).toMatchObject({ spent: 700 })
  expect(await rowOf(join.memberId)).toMatchObject({ spent: 2000, into: null })
  await expectAddsUp()
  expect(await separate()).toMatchObject({ code: 'not_joined' })
  expect(await joinThem()).toMatchObject({ status: 'applied' })
  expect(await balances()).toEqual([227, 0])
  await expectAddsUp()
})

test('refuses to separate while more was spent than the owner saw', async () => {
  await joinThem()
  const spend = { memberId: keep.memberId, points: -130, reason: 'Typed twice' }
  await apply(owner, owner.make('points.adjust', spend))
  expect(await separate(29)).toMatchObject({
    code: 'spent_more',
    message: expect.stringContaining('30 points'),
    result: { debt: '30' },
  })
  expect(await balances()).toEqual([70, 0])
  expect(await separate(30)).toMatchObject({ status: 'applied' })
  expect(await balances()).toEqual([-30, 100])
  await expectAddsUp()
})

test('moves a debt and gives it back', async () => {
  const lend = { memberId: join.memberId, points: -150, reason: 'Typed twice', acceptDebt: true }
  await apply(owner, owner.make('points.adjust', lend))
  await joinThem()
  expect(await balances()).toEqual([50, 0])
  expect(await separate()).toMatchObject({ status: 'applied' })
  expect(await balances()).toEqual([100, -50])
  await expectAddsUp()
})

test('separates for 30 days', async () => {
  await joinThem()
  const laterMs = 30 * dayMs + 60_000
  running.turnClock(laterMs)
  try {
    const later = await deviceOf(shop.ownerEmail)
    const asked = later.make('customer.separate', { ...named(), spentSeen: 0 })
    expect(await verdictOf(later, asked)).toMatchObject({ code: 'join_undo_over' })
  } finally {
    running.turnClock(-laterMs)
  }
  expect(await separate()).toMatchObject({ status: 'applied' })
})

test('joins a pair once, in whichever direction comes first', async () => {
  const other = await deviceOf(shop.ownerEmail)
  const back = { keepId: join.memberId, joinId: keep.memberId }
  const verdicts = await Promise.all([
    joinThem(),
    verdictOf(other, other.make('customer.join', back)),
  ])
  expect(verdicts.map((verdict) => verdict?.status).sort()).toEqual(['applied', 'refused'])
  expect(verdicts.find((verdict) => verdict?.status === 'refused')).toMatchObject({
    code: 'already_joined',
  })
  expect((await balances()).sort()).toEqual([0, 200])
  await expectAddsUp()
})

test('makes no chains, and joins ten members at most', async () => {
  await joinThem()
  const third = await signUp()
  const into = (keepId: string, joinId: string) =>
    verdictOf(owner, owner.make('customer.join', { keepId, joinId }))
  // The kept member has another one joined into it, so it stays the kept one.
  expect(await into(third.memberId, keep.memberId)).toMatchObject({ code: 'already_joined' })
  expect(await into(third.memberId, join.memberId)).toMatchObject({ code: 'already_joined' })
  // The joined member leads to the kept one.
  expect(await into(join.memberId, third.memberId)).toMatchObject({
    status: 'applied',
    result: { memberId: keep.memberId },
  })
  for (let count = 3; count < 10; count += 1) {
    const { memberId } = await signUp()
    expect(await into(keep.memberId, memberId)).toMatchObject({ status: 'applied' })
  }
  const one = await signUp()
  expect(await into(keep.memberId, one.memberId)).toMatchObject({ code: 'too_many_joined' })
  await expectAddsUp()
})

test('waits for a member who has not arrived', async () => {
  const late = signUpPayload()
  const asked = { keepId: keep.memberId, joinId: late.memberId }
  expect(await verdictOf(owner, owner.make('customer.join', asked))).toMatchObject({
    status: 'parked',
    code: 'member_not_arrived',
  })
  await apply(staff, staff.make('customer.signUp', late))
  expect(await rowOf(late.memberId)).toMatchObject({ points: 0, into: keep.memberId })
  await expectAddsUp()
})

test('keeps an erasure, an undoable address and sample customers apart', async () => {
  const { businessId } = shop
  const params = { businessId, memberId: join.memberId }
  const planned = await owner.browser.call('business.eraseMember', {
    params,
    body: { reason: 'Asked at the counter' },
  })
  expect(planned.status).toBe(200)
  expect(await joinThem()).toMatchObject({ code: 'not_joinable' })
  await owner.browser.call('business.keepMember', { params })
  expect(await joinThem()).toMatchObject({ status: 'applied' })
})

test('lets only owners of this business join', async () => {
  expect(await joinThem(staff)).toMatchObject({ code: 'not_allowed' })
  expect(
    await verdictOf(staff, staff.make('customer.separate', { ...named(), spentSeen: 0 })),
  ).toMatchObject({ code: 'not_allowed' })
  const elsewhere = await createTestBusiness(running)
  const stranger = await deviceOf(elsewhere.ownerEmail)
  const theirs = signUpPayload()
  await apply(stranger, stranger.make('customer.signUp', theirs))
  for (const asked of [
    named(),
    { keepId: theirs.memberId, joinId: join.memberId },
    { keepId: keep.memberId, joinId: theirs.memberId },
  ]) {
    expect(await verdictOf(stranger, stranger.make('customer.join', asked))).toMatchObject({
      status: 'parked',
      code: 'member_not_arrived',
    })
  }
  expect(await balances()).toEqual([100, 100])
  expect(await rowOf(theirs.memberId)).toMatchObject({ points: 100, into: null })
})

test('erases and downloads both', async () => {
  await apply(
    owner,
    owner.make('customer.note', { memberId: join.memberId, note: 'Likes oats', noteSeen: '' }),
  )
  await joinThem()
  const { businessId } = shop
  const params = { businessId, memberId: join.memberId }
  const reason = { body: { reason: 'Asked at the counter' } }
  const download = await owner.browser.call('business.exportMember', { params, ...reason })
  const text = JSON.stringify(download.body)
  for (const part of [keep.email, join.email, 'Likes oats']) expect(text).toContain(part)
  expect((await owner.browser.call('business.eraseMember', { params, ...reason })).status).toBe(200)
  running.turnClock(dayMs)
  try {
    await eraseDueMembers(running.server)
  } finally {
    running.turnClock(-dayMs)
  }
  for (const { memberId } of [keep, join]) {
    const [row] =
      await running.sql`select first_name, email, note from customer where id = ${memberId}`
    expect(row).toEqual({ first_name: '', email: '', note: null })
  }
  await expectAddsUp()
})

test('sends devices one person and the join, and both again after an undo', async () => {
  const device = await deviceOf(shop.ownerEmail)
  await device.pull()
  await joinThem()
  const [joined] = await device.pull()
  expect(joined?.rows.customer?.map(({ id }) => id)).toEqual([keep.memberId])
  expect(joined?.rows.memberJoin).toMatchObject([
    { id: join.memberId, memberId: keep.memberId, email: join.email, points: 100 },
  ])
  // Every release of the app knows this.
  expect(joined?.tombstones).toEqual([{ table: 'customer', id: join.memberId }])
  const fresh = await deviceOf(shop.staffEmail)
  const rows = (await fresh.pull()).flatMap((answer) => answer.rows.memberJoin ?? [])
  expect(rows.find(({ id }) => id === join.memberId)).toMatchObject({
    email: expect.stringContaining('•••'),
  })
  await separate()
  const [separated] = await device.pull()
  expect(separated?.rows.customer?.map(({ id }) => id).sort()).toEqual(
    [keep.memberId, join.memberId].sort(),
  )
  expect(separated?.rows.memberJoin).toBeUndefined()
  expect(separated?.tombstones).toEqual([{ table: 'memberJoin', id: join.memberId }])
})
