/**
 * The feature that each operation and call belongs to. If it is off, the server refuses them and
 * screens hide them. Earlier promises are kept: coupons can be used, redemptions undone, purchases
 * reversed.
 */
import type { CallName } from './api.ts'
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

/** For direct calls; those that run an operation follow that operation. */
export const featureOfCall: { readonly [Name in CallName]?: Feature } = {
  'business.createQrCode': 'qrCodes',
  'business.changeQrCode': 'qrCodes',
  'signUp.lookUp': 'qrCodes',
  'business.changeOfflineRedemption': 'loyalty',
  'business.updateBranding': 'whiteLabel',
  'business.uploadLogo': 'whiteLabel',
  'business.previewCampaign': 'loyalty',
  'business.testCampaign': 'loyalty',
  'business.startImport': 'loyalty',
  'business.sendImportPart': 'loyalty',
  'business.runImport': 'loyalty',
  'business.resumeImport': 'loyalty',
  'business.bringOverImport': 'loyalty',
  'business.sendCards': 'loyalty',
  'business.analytics': 'analytics',
  'business.pointsFigures': 'analytics',
}
