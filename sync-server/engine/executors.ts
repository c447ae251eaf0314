/** Operation name → executor; the compiler counts them. */
import type { OperationName } from '#schema/contract/operation.ts'
import { useCoupon } from '#sync-server/loyalty/coupon.ts'
import { recordPurchase, reversePurchase } from '#sync-server/loyalty/purchase.ts'
import { undoRedemption } from '#sync-server/loyalty/redemption.ts'
import { redeemReward } from '#sync-server/loyalty/reward.ts'
import { recordScan } from '#sync-server/loyalty/scan.ts'
import { signUpCustomer } from '#sync-server/loyalty/sign-up.ts'
import type { Executor } from '#sync-server/rule/executor.ts'

export const executors: { [Name in OperationName]: Executor<Name> } = {
  'customer.signUp': signUpCustomer,
  'purchase.record': recordPurchase,
  'purchase.reverse': reversePurchase,
  'reward.redeem': redeemReward,
  'redemption.undo': undoRedemption,
  'coupon.use': useCoupon,
  'scan.record': recordScan,
}
