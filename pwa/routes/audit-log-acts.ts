/** The audit log's acts in words: what each name of the catalogues says to a reader. */
const words: Record<string, string> = {
  'account.changeEmail': 'Changed the email address',
  'admin.createBusiness': 'Created a business',
  'admin.updateBusiness': 'Changed a business',
  'admin.createInviteCode': 'Invited a business',
  'admin.resendInviteCode': 'Sent an invite again',
  'admin.revokeInviteCode': 'Revoked an invite',
  'admin.eraseAccount': 'Erased an account',
  'auth.login': 'Signed in',
  'auth.logout': 'Signed out',
  'auth.register': 'Registered',
  'auth.verifyEmail': 'Verified an email address',
  'auth.forgotPassword': 'Asked for a reset code',
  'auth.resetPassword': 'Reset the password',
  'auth.updateProfile': 'Changed the profile',
  'auth.uploadPhoto': 'Changed the photo',
  'auth.removePhoto': 'Removed the photo',
  'auth.marketingPreferences': 'Changed the marketing consent',
  'auth.deactivate': 'Deactivated the account',
  'auth.eraseAccount': 'Asked to be erased',
  'auth.endSession': 'Signed another device out',
  'auth.endOtherSessions': 'Signed all other devices out',
  'auth.elevate': 'Confirmed the password',
  'auth.export': 'Exported their own records',
  'business.get': 'Viewed the business',
  'business.customers': 'Viewed the customers',
  'business.qrCodes': 'Viewed the QR codes',
  'business.qrCode': 'Viewed a QR code',
  'business.rewards': 'Viewed the rewards',
  'business.audit': 'Viewed the audit log',
  'business.createQrCode': 'Created a QR code',
  'business.suspend': 'Suspended the business',
  'business.reactivate': 'Reactivated the business',
  'business.changePlan': 'Changed the plan',
  'business.changeFeatures': 'Changed the features',
  'business.inviteStaff': 'Invited a colleague',
  'business.changeStaffRole': 'Changed a colleague’s role',
  'business.removeStaff': 'Removed a colleague',
  'customer.signUp': 'Signed a customer up',
  'customer.page': 'Viewed a customer’s page',
  'customer.redeem': 'Redeemed a reward',
  'purchase.record': 'Recorded a purchase',
  'purchase.reverse': 'Reversed a purchase',
  'reward.redeem': 'Redeemed a reward',
  'coupon.use': 'Used a coupon',
  'scan.record': 'Scanned a QR code',
  'sync.push': 'Handed in saved work',
  'sync.pull': 'Loaded the business on a device',
}

/** An act that is new here reads as its own name: 'Business change plan'. */
export function describeAct(act: string): string {
  const known = words[act]
  if (known) return known
  const plain = act.replace(/[.]/g, ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

interface ActGroup {
  /** The beginning of the names: what the filter asks for. */
  act: string
  label: string
}

export const actGroups: readonly ActGroup[] = [
  { act: 'auth.', label: 'Sign-in and accounts' },
  { act: 'business.', label: 'Business and staff' },
  { act: 'customer.', label: 'Customers' },
  { act: 'purchase.', label: 'Purchases' },
  { act: 'reward.', label: 'Rewards' },
  { act: 'coupon.', label: 'Coupons' },
]
export const platformActGroups: readonly ActGroup[] = [
  { act: 'admin.', label: 'Platform' },
  ...actGroups,
]

const actors: Record<string, string> = {
  super_admin: 'Super admin',
  business_admin: 'Owner',
  staff: 'Staff',
  anonymous: 'Not signed in',
  anyone: 'Not signed in',
  customer: 'Customer',
  system: 'Regulars',
}

export function describeActor(kind: string): string {
  return actors[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
}
