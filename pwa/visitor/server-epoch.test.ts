import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { database, type OutboxRow } from '#pwa/visitor/database.ts'
import { drainOutbox } from '#pwa/visitor/drain.ts'
import { addRow, pruneOutbox, rowOf } from '#pwa/visitor/outbox.ts'
import { readCustomer, refreshPage } from '#pwa/visitor/pages.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { customerId, page, payload, playServer, welcome } from '#tests/support/visitor-answers.ts'

const join = 'POST /api/signup/CAFE'
const ofPage = `GET /api/customer/${customerId}`
const rewardId = '0199a3c0-1f00-7000-8000-0000000000aa'
const redeem = `POST /api/customer/${customerId}/redeem/${rewardId}`
const signUpId = '0199a3c0-1f00-7000-8000-00000000000a'
const redemptionId = '0199a3c0-1f00-7000-8000-00000000000c'

/** An answer of the first server, or of the one that was restored from its backup. */
const answer = (epoch: 'one' | 'two', status: number, body: unknown) => ({ epoch, status, body })
const unknown = (epoch: 'one' | 'two') => answer(epoch, 404, { status: 404, code: 'not_found' })
const coupon = { couponCode: 'ABCD-EFGH-JKLM' }

beforeEach(async () => {
  await Promise.all(database.tables.map((table) => table.clear()))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function joinFirst(): Promise<void> {
  playServer({
    [join]: [answer('one', 201, welcome)],
    [redeem]: [answer('one', 200, coupon)],
    [ofPage]: [answer('one', 200, page)],
  })
  const { memberId = '' } = payload
  const signUp = { operationId: signUpId, code: 'CAFE', customerId, memberId, payload }
  await addRow({ name: 'customer.signUp', ...signUp, answer: null, till: false })
  await drainOutbox()
}

async function redeemNow(): Promise<void> {
  const redemption = { operationId: redemptionId, customerId, rewardName: 'Free coffee' }
  const asked = { rewardId, pointsSeen: 50 }
  await addRow({ name: 'reward.redeem', ...redemption, payload: asked, couponCode: null })
  await drainOutbox()
}

async function joinAndRedeem(): Promise<void> {
  await joinFirst()
  await redeemNow()
}

const statusOf = async (operationId: string) => (await rowOf(operationId))?.status

test('sends a sign-up and a redemption again, in order, to a restored server', async () => {
  await joinAndRedeem()
  const asked = playServer({
    [ofPage]: [unknown('two'), answer('two', 200, page)],
    [join]: [answer('two', 201, welcome)],
    [redeem]: [answer('two', 200, coupon)],
  })
  expect(await refreshPage(customerId)).toBeNull()
  expect((await readCustomer(customerId)).kept?.page).toEqual(page)
  await drainOutbox()
  const sent = asked.filter(({ method }) => method === 'POST')
  expect(sent.map(({ headers }) => headers['Idempotency-Key'])).toEqual([signUpId, redemptionId])
  expect([await statusOf(signUpId), await statusOf(redemptionId)]).toEqual(['applied', 'applied'])
  expect(await refreshPage(customerId)).not.toBeNull()
})

test('redeems again if a restored server refused it before it had the sign-up again', async () => {
  await joinFirst()
  playServer({
    [redeem]: [unknown('two'), answer('two', 200, coupon)],
    [join]: [answer('two', 201, welcome)],
    [ofPage]: [answer('two', 200, page)],
  })
  await redeemNow()
  await drainOutbox()
  expect([await statusOf(signUpId), await statusOf(redemptionId)]).toEqual(['applied', 'applied'])
})

test('sends nothing again to a server that was only restarted', async () => {
  await joinAndRedeem()
  const asked = playServer({ [ofPage]: [answer('one', 200, page)] })
  await refreshPage(customerId)
  await drainOutbox()
  expect(asked.map(({ method }) => method)).toEqual(['GET'])
})

test('sends no redemption before the sign-up of its card', async () => {
  await joinAndRedeem()
  const asked = playServer({
    [ofPage]: [unknown('two')],
    [join]: [answer('two', 503, { status: 503, code: 'unavailable' })],
    [redeem]: [unknown('two')],
  })
  await refreshPage(customerId)
  await drainOutbox()
  expect(asked.filter(({ path }) => path.includes('/redeem/'))).toEqual([])
  expect(await statusOf(redemptionId)).toBe('waiting')
})

test('keeps a card that a mail opened when a restored server does not know it', async () => {
  await database.pages.put({ customerId, page, fetchedAt: Date.now() - dayMs })
  playServer({ [ofPage]: [answer('one', 200, page), unknown('two'), unknown('two')] })
  // A fast server is restored within the millisecond of the last answer.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now())
  await refreshPage(customerId)
  expect(await refreshPage(customerId)).toBeNull()
  expect(await database.pages.count()).toBe(1)
  await refreshPage(customerId)
  expect(await database.pages.count()).toBe(1)
})

test('deletes a card with what was sent from it once the server no longer knows it', async () => {
  await joinAndRedeem()
  playServer({ [ofPage]: [unknown('one')] })
  expect(await refreshPage(customerId)).toBeNull()
  expect(await database.pages.count()).toBe(0)
  expect(await database.operations.count()).toBe(0)
})

test('keeps what was sent for 30 days', async () => {
  await joinAndRedeem()
  const left = async (days: number): Promise<OutboxRow[]> => {
    await pruneOutbox(Date.now() + days * dayMs)
    return database.operations.toArray()
  }
  expect(await left(29)).toHaveLength(2)
  expect(await left(31)).toHaveLength(0)
})
