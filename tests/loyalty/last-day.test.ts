/**
 * The last day of coupons and rewards, over HTTP: as shown by mail, card, check and refusal, ending
 * when the day ends in the business's time zone.
 */
import { describe, expect, test } from 'vitest'
import { couponState, lastDayOf } from '#schema/contract/coupon-term.ts'
import { endOfDay, timeZoneOf } from '#schema/contract/day.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { sendQueuedEmails } from '#sync-server/email/send.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestDevice } from '#tests/support/device.ts'
import {
  couponsOf,
  create,
  forgetMails,
  join,
  openShop,
  owner,
  received,
  run,
  running,
  setUpCampaigns,
  shop,
  signInAgain,
  visitor,
} from './campaign-world.ts'

setUpCampaigns()

const issuedAt = '2026-11-27T04:30:00.000Z'

/** Moves the server's clock to an instant and signs in again, because sessions expire. */
async function travelTo(at: string | number): Promise<void> {
  running.turnClock(new Date(at).getTime() - running.server.clock.now().getTime())
  await signInAgain()
}

const check = async (code: string | undefined) =>
  (
    await owner.browser.call('business.verifyCoupon', {
      params: { businessId: shop.businessId },
      body: { code },
    })
  ).body
async function use(code: string | undefined) {
  const [verdict] = (await owner.push(owner.make('coupon.use', { code }))).body.verdicts
  return verdict
}
const setTimeZone = async (timeZone: string, ifUnset?: true) => {
  const params = { businessId: shop.businessId }
  const { body } = await owner.browser.call('business.get', { params })
  const change = { revision: body.programRevision, changes: { timeZone } }
  const proposal = { ...change, ...(ifUnset && { ifUnset }) }
  const [verdict] = (await owner.push(owner.make('program.change', proposal))).body.verdicts
  const after = await owner.browser.call('business.get', { params })
  return { verdict, before: body, after: after.body }
}

/** Issues two members coupons of a campaign, good for seven days from this instant. */
async function issue() {
  await travelTo(issuedAt)
  const [ada, bo] = [await join(), await join()]
  await forgetMails()
  await create({ couponDays: 7 })
  await run()
  await sendQueuedEmails(running.server)
  const [[coupon], [other]] = await Promise.all([couponsOf(ada), couponsOf(bo)])
  if (!coupon || !other) throw new Error('Both got one')
  return { coupon, other, ada }
}

describe('a coupon for seven days', () => {
  test.each([
    ['America/Los_Angeles', '2026-12-03', '2026-12-04T07:59:59.999Z'],
    ['America/New_York', '2026-12-03', '2026-12-04T04:59:59.999Z'],
    ['Pacific/Auckland', '2026-12-04', '2026-12-04T10:59:59.999Z'],
    // A half-hour offset, and the earliest time zone.
    ['Asia/Kolkata', '2026-12-04', '2026-12-04T18:29:59.999Z'],
    ['Pacific/Kiritimati', '2026-12-04', '2026-12-04T09:59:59.999Z'],
  ])('issued in %s is valid until %s is over, and no longer', async (timeZone, day, end) => {
    await openShop({ timeZone })
    const { coupon, other, ada } = await issue()
    const [, month = '', date = ''] = /^2026-(\d\d)-0(\d)$/.exec(day) ?? []
    expect(month).toBe('12')
    expect(received[0]?.mail.text).toContain(`Use it by December ${date}, 2026.`)
    expect(coupon).toMatchObject({ expiresOn: day, expiresAt: end })
    const { body: card } = await visitor().call('customer.page', ada)
    expect(card.business.timeZone).toBe(timeZone)

    await travelTo(Date.parse(end) - minuteMs)
    const held = await check(coupon.code)
    expect(held).toMatchObject({ state: 'valid', coupon: { expiresOn: day } })
    const [pulled] = await new TestDevice(owner.browser).pull()
    const row = pulled?.rows.coupon?.find(({ id }) => id === coupon.id)
    const zone = timeZoneOf(pulled?.rows.business?.[0] ?? null)
    if (!row) throw new Error('A device holds it')
    // A device says the same offline, wherever it is.
    expect(lastDayOf(row, zone)).toBe(day)
    expect(couponState(row, Date.parse(end), zone)).toBe('valid')
    expect(couponState(row, Date.parse(end) + 1, zone)).toBe('expired')
    expect(await use(coupon.code)).toMatchObject({ status: 'applied' })

    await travelTo(Date.parse(end) + 1)
    expect(await check(other.code)).toMatchObject({ state: 'expired' })
    expect(await use(other.code)).toMatchObject({
      code: 'coupon_expired',
      message: `This coupon expired on Dec ${date}, 2026.`,
      result: { expiredOn: day, expiredAt: end },
    })
  })

  test('issued by an earlier release is valid until the later of its two shown days', async () => {
    await openShop({ timeZone: 'America/Los_Angeles' })
    const { coupon, other } = await issue()
    // The card said December 3, the mail December 4.
    await running.sql`update coupon set expires_on = null, expires_at = '2026-12-04T04:30:00Z'
      where business_id = ${shop.businessId}`
    const end = endOfDay('2026-12-04', 'America/Los_Angeles')
    await travelTo(end - minuteMs)
    expect(await check(coupon.code)).toMatchObject({ state: 'valid' })
    expect(await use(coupon.code)).toMatchObject({ status: 'applied' })
    await travelTo(end + 1)
    expect(await use(other.code)).toMatchObject({
      code: 'coupon_expired',
      message: 'This coupon expired on Dec 4, 2026.',
      result: { expiredOn: '2026-12-04', expiredAt: new Date(end).toISOString() },
    })
  })

  test('never ends earlier when the business moves, and may end later', async () => {
    await openShop({ timeZone: 'America/Los_Angeles' })
    const { coupon, other } = await issue()
    // It named December 3, which ended later in the old time zone.
    await setTimeZone('Pacific/Auckland')
    await travelTo(Date.parse('2026-12-04T07:59:59.999Z') - minuteMs)
    expect(await use(coupon.code)).toMatchObject({ status: 'applied' })
    await setTimeZone('Pacific/Honolulu')
    await travelTo(Date.parse('2026-12-04T09:59:59.999Z') - minuteMs)
    expect(await use(other.code)).toMatchObject({ status: 'applied' })
  })

  test('shows when it was used in the business’s time zone', async () => {
    await openShop({ timeZone: 'America/New_York' })
    const { coupon } = await issue()
    await use(coupon.code)
    expect(await use(coupon.code)).toMatchObject({
      code: 'coupon_used',
      message: 'This coupon was already used on Nov 26, 2026 at 11:30 PM EST.',
    })
  })
})

test('offers and redeems a reward until its last day is over', async () => {
  await openShop({ timeZone: 'America/New_York' })
  await travelTo(issuedAt)
  const rewardId = newId()
  const made = owner.make('reward.create', {
    rewardId,
    name: 'Winter soup',
    description: '',
    pointsRequired: 10,
    discountType: 'fixed',
    discountValue: '4.00',
    // Callers may send any time of its last day.
    expiryDate: '2026-12-03T17:00:00.000Z',
    stock: null,
    limitPerMember: null,
  })
  expect((await owner.push(made)).body.verdicts).toMatchObject([{ status: 'applied' }])
  const ada = await join()
  const offered = async () => {
    const { body } = await visitor().call('customer.page', ada)
    return body.availableRewards.some(({ id }) => id === rewardId)
  }
  const redeem = async () => {
    const wish = { couponId: newId(), memberId: ada.memberId, rewardId, pointsSeen: 10 }
    return (await owner.push(owner.make('reward.redeem', wish))).body.verdicts
  }
  const end = endOfDay('2026-12-03', 'America/New_York')
  await travelTo(end - minuteMs)
  expect(await offered()).toBe(true)
  expect(await redeem()).toMatchObject([{ status: 'applied' }])
  await travelTo(end + 1)
  expect(await offered()).toBe(false)
  expect(await redeem()).toMatchObject([{ code: 'reward_expired' }])
})

describe('a business’s time zone', () => {
  test('comes from its owner’s browser once, without changing the program’s revision', async () => {
    await openShop({ timeZone: null })
    const { before, after, verdict } = await setTimeZone('America/Los_Angeles', true)
    expect(verdict).toMatchObject({ status: 'applied' })
    expect(before.timeZone).toBe(null)
    expect(after).toEqual({ ...before, country: 'US', timeZone: 'America/Los_Angeles' })
    // The owner's second device, in another place and with an older revision.
    const proposal = { revision: newId(), changes: { timeZone: 'Europe/Berlin' }, ifUnset: true }
    const second = await owner.push(owner.make('program.change', proposal))
    expect(second.body.verdicts).toMatchObject([{ status: 'applied' }])
    const [pulled] = await new TestDevice(owner.browser).pull()
    expect(pulled?.rows.business).toMatchObject([{ timeZone: 'America/Los_Angeles' }])
  })

  test('is changed by its owner in the settings, to a valid one', async () => {
    await openShop({ timeZone: 'America/New_York' })
    const changed = await setTimeZone('Asia/Kathmandu')
    expect(changed.after.timeZone).toBe('Asia/Kathmandu')
    const wrong = await setTimeZone('Asia/Atlantis')
    expect(wrong.verdict).toMatchObject({ status: 'refused', code: 'validation_failed' })
    expect(wrong.after.timeZone).toBe('Asia/Kathmandu')
    const staff = new TestDevice(await visitor().signIn(shop.staffEmail))
    const revision = changed.after.programRevision
    const asked = staff.make('program.change', { revision, changes: { timeZone: 'UTC' } })
    expect((await staff.push(asked)).body.verdicts).toMatchObject([{ code: 'not_allowed' }])
  })

  test('while unknown, ends no coupon before its day is over in the United States', async () => {
    await openShop({ timeZone: null })
    const { coupon } = await issue()
    expect(coupon.expiresOn).toBe('2026-12-03')
    await travelTo(endOfDay('2026-12-03', 'America/Los_Angeles') - minuteMs)
    expect(await use(coupon.code)).toMatchObject({ status: 'applied' })
  })
})
