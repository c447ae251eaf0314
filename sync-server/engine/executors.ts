/**
 * Maps operation name and version to its executor; the compiler checks that none is missing.
 * Earlier versions stay as long as a device may hold one (docs/sync-protocol.md, "Versions").
 */
import type { OperationName, OperationVersion } from '#schema/contract/operation.ts'
import { adjustPoints } from '#sync-server/loyalty/adjust-points.ts'
import { changeCampaign, createCampaign } from '#sync-server/loyalty/campaign.ts'
import { useCoupon, useProvedCoupon } from '#sync-server/loyalty/coupon.ts'
import { undoCouponUse } from '#sync-server/loyalty/coupon-use.ts'
import { changeCustomer } from '#sync-server/loyalty/customer-change.ts'
import { noteCustomer } from '#sync-server/loyalty/customer-note.ts'
import { changeProgram } from '#sync-server/loyalty/earning-rule.ts'
import { recordPurchase, reversePurchase } from '#sync-server/loyalty/purchase.ts'
import { undoRedemption } from '#sync-server/loyalty/redemption.ts'
import { redeemReward } from '#sync-server/loyalty/reward.ts'
import { changeReward, createReward } from '#sync-server/loyalty/reward-changes.ts'
import { signUpCustomer } from '#sync-server/loyalty/sign-up.ts'
import { decideWelcome } from '#sync-server/loyalty/welcome.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { ExecutorOf, OperationResult } from '#sync-server/rule/executor.ts'

type Executors = {
  [Name in OperationName]: { [V in OperationVersion<Name>]: ExecutorOf<Name, V> }
}

const executors: Executors = {
  'customer.signUp': { 1: signUpCustomer, 2: signUpCustomer },
  'purchase.record': { 1: recordPurchase, 2: recordPurchase },
  'purchase.reverse': { 1: reversePurchase, 2: reversePurchase },
  'points.adjust': { 1: adjustPoints },
  'customer.note': { 1: noteCustomer },
  'customer.change': { 1: changeCustomer, 2: changeCustomer },
  'welcome.decide': { 1: decideWelcome },
  'program.change': { 1: changeProgram, 2: changeProgram },
  'reward.create': { 1: createReward },
  'reward.change': { 1: changeReward },
  'campaign.create': { 1: createCampaign },
  'campaign.change': { 1: changeCampaign },
  'reward.redeem': { 1: redeemReward },
  'redemption.undo': { 1: undoRedemption },
  'coupon.use': { 1: useCoupon, 2: useCoupon, 3: useProvedCoupon, 4: useProvedCoupon },
  'couponUse.undo': { 1: undoCouponUse },
}

type AnyExecutor = (payload: unknown, context: OperationContext) => Promise<OperationResult>

/** For a name and version accepted by `judgePayload`. */
export function executorOf(name: OperationName, v: number): AnyExecutor {
  const byVersion = executors[name] as unknown as Record<number, AnyExecutor>
  const executor = byVersion[v]
  if (!executor) throw new Error(`${name} has no executor for version ${v}`)
  return executor
}
