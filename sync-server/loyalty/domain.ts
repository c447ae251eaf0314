/**
 * The loyalty program's rules, as the engine takes them. Each operation's name and version has its
 * executor; the compiler checks that none is missing. Earlier versions stay as long as a device may
 * hold one (docs/sync-protocol.md, "Versions").
 */
import { featureOfOperation } from '#schema/contract/feature.ts'
import type { OperationName, OperationVersion } from '#schema/contract/operation.ts'
import type { AnyExecutor, Domain } from '#sync-server/engine/domain.ts'
import type { ExecutorOf } from '#sync-server/rule/executor.ts'
import { requireBusiness } from './business.ts'
import { changeCampaign, createCampaign } from './campaigns/campaign.ts'
import { undoCouponUse, useCoupon, useProvedCoupon } from './coupon-use.ts'
import { adjustPoints, changeCustomer, noteCustomer } from './customer-change.ts'
import { changeProgram } from './earning-rule.ts'
import { joinMembers, separateMembers } from './member-join.ts'
import { proposePair, separatePair } from './member-pair.ts'
import { recordPurchase, reversePurchase } from './purchase.ts'
import { undoRedemption } from './redemption.ts'
import { redeemReward } from './reward.ts'
import { changeReward, createReward } from './reward-changes.ts'
import { readSales } from './sale-facts.ts'
import { toolsOf } from './secrets.ts'
import { signUpCustomer } from './sign-up.ts'
import { readSignUps } from './sign-up-facts.ts'
import { decideWelcome } from './welcome.ts'

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
  'customer.join': { 1: joinMembers },
  'customer.separate': { 1: separateMembers },
  'pair.propose': { 1: proposePair },
  'pair.separate': { 1: separatePair },
  'welcome.decide': { 1: decideWelcome },
  'program.change': { 1: changeProgram, 2: changeProgram, 3: changeProgram },
  'reward.create': { 1: createReward },
  'reward.change': { 1: changeReward },
  'campaign.create': { 1: createCampaign },
  'campaign.change': { 1: changeCampaign },
  'reward.redeem': { 1: redeemReward },
  'redemption.undo': { 1: undoRedemption },
  'coupon.use': { 1: useCoupon, 2: useCoupon, 3: useProvedCoupon, 4: useProvedCoupon },
  'couponUse.undo': { 1: undoCouponUse },
}

/** For a name and version accepted by `judgePayload`. */
function executorOf(name: OperationName, v: number): AnyExecutor {
  const byVersion = executors[name] as unknown as Record<number, AnyExecutor>
  const executor = byVersion[v]
  if (!executor) throw new Error(`${name} has no executor for version ${v}`)
  return executor
}

/** Customers see a paused program rather than a disabled feature. */
const whyOff: Domain['whyOff'] = (name, { business, by }) => {
  const feature = featureOfOperation[name]
  if (!feature || business.features[feature]) return null
  return by.asker === 'visitor' || by.asker === 'customer' ? 'program_paused' : 'feature_off'
}

export const loyaltyDomain: Domain = {
  executorOf,
  whyOff,
  erased: 'member_erased',
  requireBusiness,
  toolsOf,
  readsForRuns: { 'customer.signUp': readSignUps, 'purchase.record': readSales },
  waitsForIssued: 'coupon.use',
}
