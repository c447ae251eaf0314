/** The table list: what the catalogue test walks and drizzle is opened with. */
export { auditRecord } from './audit-record.ts'
export { business, businessVersion } from './business.ts'
export { consentRecord, customer, customerKey, memberAlias } from './customer.ts'
export { emailQueue } from './email-queue.ts'
export { appliedOperation, outbox, tombstone } from './operation.ts'
export { pointsEntry, purchase } from './points.ts'
export { qrCode, scan, scanUnfolded, signUpCode } from './qr-code.ts'
export { coupon, reward } from './reward.ts'
