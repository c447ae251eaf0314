/**
 * The feature that each operation belongs to. If it is off, the server refuses the operation, and
 * screens hide it. Earlier promises are kept: coupons can be used, redemptions undone, purchases
 * reversed. Rules refuse the direct calls of a feature themselves (tests/loyalty/features.test.ts).
 */
import type { Features } from './business.ts'
import type { OperationName } from './operation.ts'

export type Feature = keyof Features

export const featureOfOperation: { readonly [Name in OperationName]: Feature | null } = {
  'customer.signUp': 'loyalty',
  'purchase.record': 'loyalty',
  'purchase.reverse': null,
  'points.adjust': 'loyalty',
  'customer.note': null,
  'customer.change': null,
  'customer.join': null,
  'customer.separate': null,
  'pair.propose': null,
  'pair.separate': null,
  'welcome.decide': 'loyalty',
  'program.change': 'loyalty',
  'reward.create': 'loyalty',
  'reward.change': 'loyalty',
  'campaign.create': 'loyalty',
  'campaign.change': 'loyalty',
  'reward.redeem': 'loyalty',
  'redemption.undo': null,
  'coupon.use': null,
  'couponUse.undo': null,
}
