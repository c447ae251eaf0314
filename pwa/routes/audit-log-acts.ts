/**
 * The audit log's acts in words: what each name of the catalogues says to a reader. Beside them
 * stands how it ended, so none of them says that it was done.
 */
/** By the two halves of a name. */
const wordsByArea: Record<string, Record<string, string>> = {
  account: {
    changeEmail: 'Change the email address',
  },
  admin: {
    createBusiness: 'Create a business',
    updateBusiness: 'Open the business to change it',
    inviteOwner: 'Invite the owner',
    createInviteCode: 'Invite a business',
    resendInviteCode: 'Send an invite again',
    revokeInviteCode: 'Revoke an invite',
    eraseAccount: 'Erase an account',
  },
  auth: {
    login: 'Sign in',
    logout: 'Sign out',
    register: 'Register',
    verifyEmail: 'Verify an email address',
    forgotPassword: 'Ask for a reset code',
    resetPassword: 'Reset the password',
    updateProfile: 'Change the profile',
    uploadPhoto: 'Change the photo',
    removePhoto: 'Remove the photo',
    marketingPreferences: 'Change the marketing consent',
    deactivate: 'Deactivate the account',
    eraseAccount: 'Erase the own account',
    endSession: 'Sign another device out',
    endOtherSessions: 'Sign all other devices out',
    elevate: 'Confirm the password',
    export: 'Export the own records',
  },
  business: {
    get: 'View the business',
    customers: 'View the customers',
    qrCodes: 'View the QR codes',
    qrCode: 'View a QR code',
    rewards: 'View the rewards',
    audit: 'View the audit log',
    createQrCode: 'Create a QR code',
    suspend: 'Suspend the business',
    reactivate: 'Reactivate the business',
    changePlan: 'Change the plan',
    changeFeatures: 'Change the features',
    inviteStaff: 'Invite a colleague',
    changeStaffRole: 'Change a colleague’s role',
    removeStaff: 'Remove a colleague',
  },
  customer: {
    signUp: 'Sign a customer up',
    page: 'View a customer’s page',
    redeem: 'Redeem a reward',
  },
  purchase: {
    record: 'Record a purchase',
    reverse: 'Reverse a purchase',
  },
  reward: {
    redeem: 'Redeem a reward',
  },
  coupon: {
    use: 'Use a coupon',
  },
  scan: {
    record: 'Scan a QR code',
  },
  sync: {
    push: 'Hand in saved work',
    pull: 'Load the business on a device',
  },
}

/** An act that is new here reads as its own name: 'Business change plan'. */
export function describeAct(act: string): string {
  const [area = '', name = ''] = act.split('.')
  const known = wordsByArea[area]?.[name]
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
  visitor: 'Not signed in',
  customer: 'Customer',
}

export function describeActor(kind: string): string {
  return actors[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('_', ' ')
}
