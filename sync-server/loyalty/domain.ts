/** The loyalty program's rules, as the engine takes them. */
import type { Domain } from '#sync-server/engine/domain.ts'
import { requireBusiness } from './business.ts'
import { toolsOf } from './executor-tools.ts'
import { executorOf } from './executors.ts'
import { readSales } from './sale-facts.ts'
import { readSignUps } from './sign-up-facts.ts'

export const loyaltyDomain: Domain = {
  executorOf,
  requireBusiness,
  toolsOf,
  readsForRuns: { 'customer.signUp': readSignUps, 'purchase.record': readSales },
  waitsForIssued: 'coupon.use',
}
