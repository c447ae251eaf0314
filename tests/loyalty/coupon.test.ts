/** Coupons: answers of verify and use, and that no device ever holds a code. */

import { beforeAll, describe, expect, test } from 'vitest'
import { couponDigest, directoryDigest } from '#pwa/loyalty/coupon-digest.ts'
import { limits } from '#schema/contract/limits.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let till: TestDevice

beforeAll(async () => {
  shop = await createTestBusiness(running)
  till = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
})

const check = async (named: object, browser = till.browser, businessId = shop.businessId) =>
  (await browser.call('business.verifyCoupon', { params: { businessId }, body: named })).body
/** A member's welcome coupon. */
async function issueTo(device = till): Promise<{ memberId: string; code: string }> {
  const payload = signUpPayload()
  const answer = await device.push(device.make('customer.signUp', payload))
  const code = String(answer.body.verdicts[0]?.result?.welcomeCoupon)
  return { memberId: payload.memberId, code }
}
const issue = async (device = till) => (await issueTo(device)).code
/** Moves its last day to two days before. */
const expire = (code: string, expiresAt: Date) =>
  running.sql`update coupon set expires_at = ${expiresAt},
    expires_on = (${expiresAt}::timestamptz - interval '2 days')::date where code = ${code}`
const digest = (code: string) => couponDigest(shop.businessId, code)

describe('verify', () => {
  test('accepts a valid one by its code in any spelling, or by its digest', async () => {
    const code = await issue()
    for (const named of [
      { code },
      { code: code.toLowerCase().replaceAll('-', '') },
      { digest: digest(code) },
    ]) {
      expect(await check(named)).toMatchObject({
        state: 'valid',
        coupon: { source: 'welcome', codeEnding: code.slice(-4), codeDigest: digest(code) },
      })
    }
    expect(JSON.stringify(await check({ code }))).not.toContain(code)
  })

  test('reports when a used one was used, and that an expired one has expired', async () => {
    const [used, expired] = [await issue(), await issue()]
    await till.push(till.make('coupon.use', { code: used }))
    expect(await check({ code: used })).toMatchObject({
      state: 'used',
      coupon: { usedAt: expect.stringMatching(/^\d{4}-/) },
    })
    await expire(expired, new Date(Date.now() - 3_600_000))
    expect(await check({ code: expired })).toMatchObject({ state: 'expired' })
  })

  test('reports an undone one as void', async () => {
    const payload = signUpPayload()
    const couponId = newId()
    const { memberId } = payload
    const answer = await till.push(
      till.make('customer.signUp', payload),
      till.make('reward.redeem', { couponId, memberId, rewardId: shop.rewardId, pointsSeen: 50 }),
      till.make('redemption.undo', { couponId, memberId }),
    )
    const code = String(answer.body.verdicts[1]?.result?.couponCode)
    expect(await check({ code })).toMatchObject({ state: 'void' })
  })

  test('distinguishes another business’s one from an unknown one, without its content', async () => {
    const other = await createTestBusiness(running)
    const theirs = new TestDevice(await new TestBrowser(running.url).signIn(other.staffEmail))
    const code = await issue(theirs)
    expect(await check({ code })).toEqual({ state: 'other_business', coupon: null })
    expect(await check({ code: 'AAAA-BBBB-CCCC' })).toEqual({ state: 'unknown', coupon: null })
    const wrong = 'AAAA-BBBB-CCCC'
    const used = await till.push(
      till.make('coupon.use', { code }),
      till.make('coupon.use', { digest: digest(code), directoryDigest: directoryDigest(code) }),
      till.make('coupon.use', { code: wrong }),
      till.make('coupon.use', { digest: digest(wrong), directoryDigest: directoryDigest(wrong) }),
      till.make('coupon.use', { digest: digest(code), memberId: newId() }),
    )
    expect(used.body.verdicts).toMatchObject([
      { code: 'coupon_other_business' },
      { code: 'coupon_other_business' },
      { code: 'coupon_unknown' },
      { code: 'coupon_unknown' },
      { code: 'coupon_unknown' },
    ])
    const stranger = await till.browser.call('business.verifyCoupon', {
      params: { businessId: other.businessId },
      body: { code },
    })
    expect(stranger.status).toBe(404)
  })

  test.each([{}, { code: '' }, { code: 'nonsense' }, { digest: 'abc' }])(
    'rejects %o',
    async (body) => {
      const answer = await till.browser.call('business.verifyCoupon', {
        params: { businessId: shop.businessId },
        body,
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    },
  )

  test('limits guessing', async () => {
    const guesser = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    const params = { businessId: shop.businessId }
    const guess = () =>
      guesser.call('business.verifyCoupon', { params, body: { code: 'AAAA-BBBB-CCCC' } })
    let last = await guess()
    for (let time = 0; time < 130 && last.status === 200; time += 1) last = await guess()
    expect(last).toMatchObject({ status: 429, body: { code: 'too_many' } })
  })
})

describe('use', () => {
  test('accepts a version 1 payload with the code', async () => {
    const code = await issue()
    const answer = await till.push(till.make('coupon.use', { code }, { v: 1 }))
    expect(answer.body.verdicts).toMatchObject([{ status: 'applied' }])
  })

  test('needs the member or the code beside a digest', async () => {
    const [{ code, memberId }, other] = [await issueTo(), await issueTo()]
    const named = { digest: digest(code) }
    const asked = [
      named,
      { ...named, memberId: other.memberId },
      { ...named, directoryDigest: directoryDigest(other.code) },
      { ...named, directoryDigest: directoryDigest(other.code), memberId },
    ]
    const refused = await till.push(...asked.map((each) => till.make('coupon.use', each)))
    expect(refused.body.verdicts).toMatchObject(
      asked.map(() => ({
        status: 'refused',
        code: 'coupon_member_needed',
        message: 'Open the card of the customer whose coupon this is, or enter its code.',
      })),
    )
    expect(await check({ code })).toMatchObject({ state: 'valid' })
    const used = await till.push(
      till.make('coupon.use', { ...named, memberId }),
      till.make('coupon.use', {
        digest: digest(other.code),
        directoryDigest: directoryDigest(other.code),
      }),
    )
    expect(used.body.verdicts).toMatchObject([{ status: 'applied' }, { status: 'applied' }])
  })

  test('accepts a digest alone that a device queued before version 3', async () => {
    const code = await issue()
    const answer = await till.push(till.make('coupon.use', { digest: digest(code) }, { v: 2 }))
    expect(answer.body.verdicts).toMatchObject([{ status: 'applied' }])
  })

  test('counts once for 30 simultaneous uses from different devices', async () => {
    const { code, memberId } = await issueTo()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => {
        const device = new TestDevice(till.browser)
        return device.push(device.make('coupon.use', { digest: digest(code), memberId }))
      }),
    )
    const verdicts = answers.map(({ body }) => body.verdicts[0])
    expect(verdicts.filter((verdict) => verdict?.status === 'applied')).toHaveLength(1)
    const refused = verdicts.filter((verdict) => verdict?.code === 'coupon_used')
    expect(refused).toHaveLength(29)
    expect(refused[0]?.message).toMatch(/^This coupon was already used on \w+ \d+, \d{4} at /)
    // The result has the instant, so that the device can format it in its own time zone.
    const [row] = await till.browser
      .call('business.verifyCoupon', { params: { businessId: shop.businessId }, body: { code } })
      .then(({ body }) => [body.coupon])
    expect(refused[0]?.result).toEqual({ usedAt: row?.usedAt })
  })
})

test('shows the owner a coupon accepted twice, with both times', async () => {
  const its = await createTestBusiness(running)
  const owner = await new TestBrowser(running.url).signIn(its.ownerEmail)
  const [one, other] = [new TestDevice(owner), new TestDevice(owner)]
  const { code, memberId } = await issueTo(one)
  const named = { digest: couponDigest(its.businessId, code), memberId }
  await one.push(one.make('coupon.use', named))
  const madeAt = '2026-11-20T08:30:00.000Z'
  const twice = other.make('coupon.use', named, { madeAt })
  expect((await other.push(twice)).body.verdicts).toMatchObject([{ code: 'coupon_used' }])
  await other.push(other.make('coupon.use', { code: 'AAAA-BBBB-CCCC' }))
  const { body } = await owner.call('business.attention', {
    params: { businessId: its.businessId },
  })
  expect(body.usedTwice).toEqual([
    expect.objectContaining({
      operationId: twice.operationId,
      memberName: 'Bo Castellan',
      description: 'Welcome: 10% off',
      source: 'welcome',
      codeEnding: code.slice(-4),
      takenAgainAt: madeAt,
    }),
  ])
  expect(JSON.stringify(body)).not.toContain(code)
})

test('an owner marks as read what the page listed, and nothing that came since', async () => {
  const its = await createTestBusiness(running)
  const params = { businessId: its.businessId }
  const owner = await new TestBrowser(running.url).signIn(its.ownerEmail)
  const staff = await new TestBrowser(running.url).signIn(its.staffEmail)
  const [one, other] = [new TestDevice(owner), new TestDevice(owner)]
  const { code, memberId } = await issueTo(one)
  const named = { digest: couponDigest(its.businessId, code), memberId }
  await one.push(one.make('coupon.use', named))
  await other.push(other.make('coupon.use', named))
  const told = async () => (await owner.call('business.attention', { params })).body
  const seen = await told()
  expect(seen.usedTwice).toHaveLength(1)
  const operationIds = seen.usedTwice.map(({ operationId }) => operationId)
  const mark = (by: TestBrowser) =>
    by.call('business.readAttention', { params, body: { operationIds, asOf: seen.asOf } })
  expect((await mark(staff)).status).toBe(403)
  expect((await told()).usedTwice).toHaveLength(1)
  // Another one arrives before the owner presses the button of the page as it was loaded.
  const later = other.make('coupon.use', named)
  await other.push(later)
  expect((await mark(owner)).status).toBe(200)
  expect((await told()).usedTwice).toMatchObject([{ operationId: later.operationId }])
  const { body } = await owner.call('business.audit', { params, query: { act: 'business.' } })
  expect(body.map(({ act }) => act)).toContain('business.readAttention')
})

test('shows the owner a coupon accepted offline in time that expired before the sync', async () => {
  const its = await createTestBusiness(running)
  const owner = await new TestBrowser(running.url).signIn(its.ownerEmail)
  const device = new TestDevice(owner)
  const { code, memberId } = await issueTo(device)
  const expiresAt = new Date(Date.now() - 3_600_000)
  await expire(code, expiresAt)
  const named = { digest: couponDigest(its.businessId, code), memberId }
  const madeAt = new Date(expiresAt.getTime() - 60_000).toISOString()
  const inTime = device.make('coupon.use', named, { madeAt })
  const tooLate = device.make('coupon.use', named, { madeAt: expiresAt.toISOString() })
  const { verdicts } = (await device.push(inTime, tooLate)).body
  const expired = { code: 'coupon_expired', result: { expiredAt: expiresAt.toISOString() } }
  expect(verdicts).toMatchObject([expired, expired])
  const { body } = await owner.call('business.attention', {
    params: { businessId: its.businessId },
  })
  expect(body.usedTwice).toEqual([])
  expect(body.usedLate).toEqual([
    {
      operationId: inTime.operationId,
      couponId: expect.any(String),
      memberId: expect.any(String),
      memberName: 'Bo Castellan',
      description: 'Welcome: 10% off',
      source: 'welcome',
      codeEnding: code.slice(-4),
      expiredAt: expiresAt.toISOString(),
      expiredOn: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      takenAt: madeAt,
      takenBy: expect.any(String),
    },
  ])
  expect(JSON.stringify(body)).not.toContain(code)
})

test('doesn’t count a mere question about a coupon, nor lets it hide a real use', async () => {
  const its = await createTestBusiness(running)
  const owner = await new TestBrowser(running.url).signIn(its.ownerEmail)
  const device = new TestDevice(owner)
  const issued = [await issueTo(device), await issueTo(device)]
  const [used = '', expired = ''] = issued.map(({ code }) => code)
  const memberOf = (code: string) => issued.find((each) => each.code === code)?.memberId
  const digestOf = (code: string) => ({ digest: couponDigest(its.businessId, code) })
  const heldDigest = (code: string) => ({ ...digestOf(code), memberId: memberOf(code) })
  const askOf = (code: string) => ({ ...digestOf(code), directoryDigest: directoryDigest(code) })
  const madeAt = new Date(Date.now() - 7_200_000).toISOString()
  const expiresAt = new Date(Date.now() - 3_600_000)
  await device.push(device.make('coupon.use', heldDigest(used)))
  await expire(expired, expiresAt)
  const [twice, late] = [used, expired].map((code) =>
    device.make('coupon.use', heldDigest(code), { madeAt }),
  )
  if (!twice || !late) throw new Error('Two were made')
  await device.push(twice, late)
  const half = Math.ceil((limits.attentionRows + 1) / 2)
  for (const code of [used, expired]) {
    for (const name of [askOf(code), { code }]) {
      const asked = Array.from({ length: half }, () => device.make('coupon.use', name, { madeAt }))
      const { verdicts } = (await device.push(...asked)).body
      const refused = { code: code === used ? 'coupon_used' : 'coupon_expired' }
      expect(verdicts).toMatchObject(Array(half).fill(refused))
    }
  }
  const { body } = await owner.call('business.attention', {
    params: { businessId: its.businessId },
  })
  expect(body.usedTwice.map((each) => each.operationId)).toEqual([twice.operationId])
  expect(body.usedLate.map((each) => each.operationId)).toEqual([late.operationId])
  expect(body.more).toBe(false)
})

test('sends digests and endings to devices, never codes, including used coupons', async () => {
  const [code, used] = [await issue(), await issue()]
  await till.push(till.make('coupon.use', { code: used }))
  const fresh = new TestDevice(till.browser)
  const answers = await fresh.pull()
  const coupons = answers.flatMap(({ rows }) => rows.coupon ?? [])
  expect(coupons.find(({ codeDigest }) => codeDigest === digest(code))).toMatchObject({
    codeEnding: code.slice(-4),
    usedAt: null,
  })
  expect(coupons.find(({ codeDigest }) => codeDigest === digest(used))?.usedAt).not.toBeNull()
  for (const each of [code, used]) expect(JSON.stringify(answers)).not.toContain(each)
})
