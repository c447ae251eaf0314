/**
 * The audit log's acts in words: what each name of the catalogues says to a reader. Beside them
 * stands how it ended, so none of them says that it was done.
 */
import type { Act } from '#schema/contract/act.ts'

const wordsByAct: Record<Act, string> = {
  'account.changeEmail': 'Change the email address',

  'admin.analytics': 'View analytics',
  'admin.audit': 'View the audit log',
  'admin.businesses': 'View the businesses',
  'admin.createBusiness': 'Create a business',
  'admin.createInviteCode': 'Invite an owner',
  'admin.eraseAccount': 'Erase an account',
  'admin.inviteCodes': 'View the invites',
  'admin.inviteOwner': 'Invite the owner',
  'admin.resendInviteCode': 'Send an invite again',
  'admin.revokeInviteCode': 'Revoke an invite',
  'admin.stats': 'View the platform’s figures',
  'admin.updateBusiness': 'Open the business to change it',

  'auth.deactivate': 'Deactivate the account',
  'auth.elevate': 'Confirm the password',
  'auth.endOtherSessions': 'Sign all other devices out',
  'auth.endSession': 'Sign another device out',
  'auth.eraseAccount': 'Erase the account',
  'auth.export': 'Export the own records',
  'auth.forgotPassword': 'Ask for a reset code',
  'auth.login': 'Sign in',
  'auth.loginUnverified': 'Sign in before the email was verified',
  'auth.logout': 'Sign out',
  'auth.marketingHistory': 'View the marketing consents',
  'auth.marketingPreferences': 'Change the marketing consent',
  'auth.photo': 'View the photo',
  'auth.profile': 'View the profile',
  'auth.register': 'Register',
  'auth.removePhoto': 'Remove the photo',
  'auth.resendVerification': 'Ask for a new code',
  'auth.resetPassword': 'Reset the password',
  'auth.sessions': 'View the signed-in devices',
  'auth.updateProfile': 'Change the profile',
  'auth.uploadPhoto': 'Change the photo',
  'auth.user': 'Open the app',
  'auth.verifyEmail': 'Verify an email address',

  'business.acceptParked': 'Accept work on hold',
  'business.analytics': 'View analytics',
  'business.audit': 'View the audit log',
  'business.changeFeatures': 'Change the features',
  'business.changePlan': 'Change the plan',
  'business.changeStaffRole': 'Change a colleague’s role',
  'business.createQrCode': 'Create a QR code',
  'business.changeReward': 'Open a reward to change it',
  'business.createReward': 'Open a new reward',
  'business.customers': 'View the customers',
  'business.decideParked': 'Decide about work on hold',
  'business.get': 'View the business',
  'business.inviteStaff': 'Invite a colleague',
  'business.parked': 'View work on hold',
  'business.qrCode': 'View a QR code',
  'business.qrCodes': 'View the QR codes',
  'business.reactivate': 'Reactivate the business',
  'business.refuseParked': 'Refuse work on hold',
  'business.removeStaff': 'Remove a colleague',
  'business.rewards': 'View the rewards',
  'business.staff': 'View the team',
  'business.suspend': 'Suspend the business',

  'coupon.use': 'Use a coupon',
  'customer.page': 'View a customer’s page',
  'customer.redeem': 'Redeem a reward',
  'customer.signUp': 'Sign a customer up',
  'marketing.agree': 'Agree to marketing emails',
  'marketing.decline': 'Decline marketing emails',
  'purchase.record': 'Record a purchase',
  'purchase.reverse': 'Reverse a purchase',
  'redemption.undo': 'Undo a redemption',
  'reward.change': 'Change a reward',
  'reward.create': 'Create a reward',
  'reward.redeem': 'Redeem a reward',
  'scan.record': 'Scan a QR code',
  'signUp.join': 'Join by a QR code',
  'signUp.lookUp': 'Open a sign-up page',
  'sync.handSealed': 'Hand in sealed work',
  'sync.pokes': 'Listen for news on a device',
  'sync.pull': 'Load the business on a device',
  'sync.push': 'Hand in saved work',
  'sync.sealKey': 'Seal what is unsent',
}

/** @param act of a newer server it may be one that has no words here: then its own name */
export function describeAct(act: string): string {
  return Object.hasOwn(wordsByAct, act) ? wordsByAct[act as Act] : act
}

interface ActGroup {
  /** The beginnings of the names: what the filter asks for. */
  act: string
  label: string
}

export const actGroups: readonly ActGroup[] = [
  { act: 'auth.,account.,marketing.', label: 'Sign-in and accounts' },
  { act: 'business.', label: 'Business and staff' },
  { act: 'customer.', label: 'Customers' },
  { act: 'purchase.', label: 'Purchases' },
  { act: 'reward.,redemption.', label: 'Rewards' },
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
  visitor: 'Not signed in',
  customer: 'Customer',
}

export function describeActor(kind: string): string {
  return actors[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
}
