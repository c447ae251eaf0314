/** A business of 100,000 customers and one of 60, in a database with thousands of others. */
import type { PushedOperation } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import { signUpPayload, type TestDevice } from './device.ts'
import { fillBusinesses } from './fill-businesses.ts'
import { fillHistory } from './fill-history.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from './server.ts'

const customersOfLarge = 100_000
const customersOfSmall = 60
const others = 3_000
const customersOfOthers = 4

/** Actions whose cost must not grow with the business. */
export const acts = ['sign-up', 'purchase', 'redemption'] as const
export type Act = (typeof acts)[number]

export async function createLargeAndSmall(
  running: TestServer,
): Promise<{ large: TestBusiness; small: TestBusiness }> {
  const large = await createTestBusiness(running)
  const small = await createTestBusiness(running)
  await fillHistory(running, large.businessId, customersOfLarge)
  await fillHistory(running, small.businessId, customersOfSmall)
  await fillOthers(running, small.businessId)
  return { large, small }
}

/** Makes the planner assume small businesses as typical. */
export async function fillOthers(running: Pick<TestServer, 'sql'>, likeId: string): Promise<void> {
  await fillHistory(running, await fillBusinesses(running, likeId, others), customersOfOthers)
}

/** Acts of one new member, in this order. */
export function makeActs(device: TestDevice, rewardId: string): Record<Act, PushedOperation> {
  const payload = signUpPayload()
  const { memberId } = payload
  return {
    'sign-up': device.make('customer.signUp', payload),
    purchase: device.make('purchase.record', {
      purchaseId: newId(),
      memberId,
      amount: '9.00',
      note: null,
    }),
    redemption: device.make('reward.redeem', {
      couponId: newId(),
      memberId,
      rewardId,
      pointsSeen: 50,
    }),
  }
}
