/** The list of tables for drizzle and the catalog test. */
export { account, accountConsent, accountPhoto } from './account.ts'
export {
  activityHour,
  activityMonth,
  activityProgress,
  platformActivityDay,
  qrCodeActivityHour,
  rewardActivityHour,
} from './activity.ts'
export { attempt } from './attempt.ts'
export { auditRecord } from './audit-record.ts'
export { business, businessVersion, replacedEarningRule } from './business.ts'
export { businessLogo } from './business-logo.ts'
export { campaign, campaignRecipient } from './campaign.ts'
export { cardLink } from './card-link.ts'
export { consentRecord, customer, customerKey, memberAlias, sampleMember } from './customer.ts'
export { emailLink } from './email-link.ts'
export { emailQueue } from './email-queue.ts'
export { formerContact } from './former-contact.ts'
export { formerPin, formerPinTold } from './former-pin.ts'
export { installation } from './installation.ts'
export { invite } from './invite.ts'
export { importedCard, importRow, importRun, importSource, opening } from './member-import.ts'
export { memberPair } from './member-pair.ts'
export { notificationDevice, notificationProgress, notificationQueue } from './notification.ts'
export { accountFlow, emailChange, oneTimeCode, resetLink } from './one-time-code.ts'
export { appliedOperation, outbox, tombstone } from './operation.ts'
export { platformAuditRecord } from './platform-audit-record.ts'
export { keptPoints, keptPointsDay, pointsEntry, purchase } from './points.ts'
export { qrCode, scan, scanUnfolded, signUpCode } from './qr-code.ts'
export { registration } from './registration.ts'
export { coupon, couponCode, reward, rewardUse } from './reward.ts'
export { authenticatorApp, passkey, recoveryCode, secondStep } from './second-factor.ts'
export { session } from './session.ts'
export { tenantChange } from './tenant-change.ts'
export { tenantNote } from './tenant-note.ts'
export { trouble } from './trouble.ts'
export { upkeep } from './upkeep.ts'
