import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { database } from '#pwa/visitor/database.ts'
import { drainOutbox } from '#pwa/visitor/drain.ts'
import { addRow } from '#pwa/visitor/outbox.ts'
import { offeredRewards, pointsHeld, readCustomer, refreshPage } from '#pwa/visitor/pages.ts'
import type { Reward } from '#schema/contract/reward.ts'
import {
  customerId,
  lookUp,
  page,
  payload,
  playServer,
  refusal,
} from '#tests/support/visitor-answers.ts'

const ofPage = `GET /api/customer/${customerId}`
const rewardId = '0199a3c0-1f00-7000-8000-0000000000aa'

beforeEach(async () => {
  await Promise.all([database.operations.clear(), database.pages.clear(), database.lookUps.clear()])
})
afterEach(() => vi.unstubAllGlobals())

const readOnce = () => readCustomer(customerId)

const saveSignUp = () =>
  addRow({
    name: 'customer.signUp',
    operationId: '0199a3c0-1f00-7000-8000-00000000000a',
    code: 'CAFE',
    customerId,
    memberId: page.customer.memberId,
    payload,
    answer: null,
    till: false,
  })

const saveRedemption = () =>
  addRow({
    name: 'reward.redeem',
    operationId: '0199a3c0-1f00-7000-8000-00000000000c',
    customerId,
    rewardName: 'Free coffee',
    payload: { rewardId, pointsSeen: 50 },
    couponCode: null,
  })

test('opens a page from the outbox row, with the business of the stored look-up', async () => {
  await database.lookUps.put({ code: 'CAFE', lookUp, fetchedAt: 1 })
  await saveSignUp()
  const customer = await readOnce()
  expect(customer.kept).toBeNull()
  expect(customer.signUp?.payload.firstName).toBe('Ada')
  expect(customer.lookUp?.lookUp.business.name).toBe('Blue Bottle')
})

test('keeps a page unknown to the server while its sign-up is pending, then deletes it', async () => {
  playServer({ [ofPage]: [refusal(404, 'not_found')] })
  await database.pages.put({ customerId, page, fetchedAt: 1 })
  await saveSignUp()
  expect(await refreshPage(customerId)).toBeNull()
  expect(await database.pages.count()).toBe(1)
  await database.operations.clear()
  expect(await refreshPage(customerId)).toBeNull()
  expect(await database.pages.count()).toBe(0)
})

test('no answer does not mean "unknown": the stored page stays', async () => {
  playServer({})
  await database.pages.put({ customerId, page, fetchedAt: 1 })
  await expect(refreshPage(customerId)).rejects.toThrow()
  expect(await database.pages.count()).toBe(1)
})

test('a redemption holds its points until a page that includes it has arrived', async () => {
  const redeem = `POST /api/customer/${customerId}/redeem/${rewardId}`
  playServer({
    [redeem]: [{ status: 200, body: { couponCode: 'ABCD-EFGH-JKLM' } }],
    [ofPage]: ['nobody'],
  })
  await database.pages.put({ customerId, page, fetchedAt: 1 })
  await saveRedemption()
  expect(pointsHeld((await readOnce()).redemptions)).toBe(50)
  await drainOutbox()
  const applied = (await readOnce()).redemptions
  expect(applied).toMatchObject([{ status: 'applied', couponCode: 'ABCD-EFGH-JKLM' }])
  expect(pointsHeld(applied)).toBe(50)
  playServer({ [ofPage]: [{ status: 200, body: page }] })
  await new Promise((resolve) => setTimeout(resolve, 2))
  await refreshPage(customerId)
  expect((await readOnce()).redemptions).toEqual([])
})

test('a refused redemption gives its points back and stays visible', async () => {
  const redeem = `POST /api/customer/${customerId}/redeem/${rewardId}`
  playServer({ [redeem]: [refusal(409, 'points_short')] })
  await saveRedemption()
  await drainOutbox()
  const { redemptions } = await readOnce()
  expect(redemptions).toMatchObject([{ status: 'refused', refusal: { code: 'points_short' } }])
  expect(pointsHeld(redemptions)).toBe(0)
})

test('a stored page offers no reward that has expired since', () => {
  // A second past midnight in New York; the phone may be anywhere.
  const at = Date.parse('2026-11-21T05:00:01.000Z')
  const reward = (name: string, expiryDate: string | null): Reward => ({
    id: rewardId,
    name,
    description: '',
    pointsRequired: 50,
    discountType: 'fixed',
    discountValue: '3.00',
    isActive: true,
    expiryDate,
    stock: null,
    limitPerMember: null,
    redeemedCount: 0,
    retiredAt: null,
    revision: rewardId,
  })
  const availableRewards = [
    reward('always', null),
    reward('today', '2026-11-22T04:59:59.999Z'),
    reward('today, at another time', '2026-11-21T05:00:00.000Z'),
    reward('yesterday', '2026-11-21T04:59:59.999Z'),
  ]
  const business = { ...page.business, timeZone: 'America/New_York' }
  const offered = offeredRewards({ ...page, business, availableRewards }, at)
  expect(offered.map(({ name }) => name)).toEqual(['always', 'today', 'today, at another time'])
})
