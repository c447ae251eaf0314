/** The user's own account: profile, devices, email preferences, closing it. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const profile = {
  title: 'Profile',
  description: 'Manage your account, devices, and data.',
  emailPreferences: 'Email Preferences',
  signOut: 'Sign Out',
  notFound: 'Profile not found',
  tryAgain: 'Try Again',
  more: 'Photo, Emails, Security, and Your Data',
  loadingProfile: 'Loading your profile',
  loadingPreferences: 'Loading your preferences',

  // Photo
  photo: 'Photo',
  photoOffline: 'You’re offline. Connect to the internet to change your photo.',
  photoHint: 'PNG, JPEG, or WebP, up to 5 MB. Only you can see it.',
  uploadPhoto: 'Upload Photo',
  removePhoto: 'Remove Photo',
  photoUpdated: 'Photo updated',
  photoRemoved: 'Photo removed',
  choosePhoto: 'Choose a PNG, JPEG, or WebP photo.',
  updateFailed: 'Update failed',
  updateFailedHint: 'Failed to update profile',

  // Personal information
  personalInformation: 'Personal Information',
  editProfile: 'Edit Profile',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  role: 'Role',
  /** The menu and the platform's lists use these names; the specification fixes the profile's. */
  signedInAs: { super_admin: 'Super admin', business_admin: 'Owner', staff: 'Staff' },
  roles: { super_admin: 'super admin', business_admin: 'business admin', staff: 'staff' },
  notSet: 'Not set',
  updated: 'Profile updated',
  emailStays: (email: string) => `Your email is still ${email}.`,
  enterCodeFor: (email: string) =>
    `Enter the code we sent to ${email} to finish changing your email.`,
  enterCode: 'Enter Code',
  cancel: 'Cancel',
  save: 'Save Changes',
  emailHint: 'We’ll send a code to confirm a new email.',

  // Marketing
  marketingEmails: 'Marketing Emails',
  receiveMarketing: 'Receive marketing emails',
  receiveMarketingHint:
    'Product news and offers from Regulars. You’ll still get account emails, like security codes.',
  preferencesUpdated: 'Preferences updated',
  subscribed: 'You’re subscribed to marketing emails.',
  unsubscribed: 'You’re unsubscribed from marketing emails.',
  preferencesFailed: 'Failed to update preferences',
  preferencesHint: 'Choose which emails you get from us.',
  exempt: 'Super admins don’t receive marketing emails, so there’s nothing to set here.',
  lastUpdated: (when: string) => `Last updated: ${when}`,
  consentHistory: (count: number) => counted(count, { other: 'Consent history (#)' }),
  agreed: 'Agreed',
  declined: 'Declined',
  rights: 'Your Rights Under the GDPR',
  rightWithdraw:
    '<b>Withdraw consent.</b> Uncheck the box above at any time. It takes effect right away.',
  rightAccess:
    '<b>Access and portability.</b> Download all your account data from your <profile>profile</profile>.',
  rightCorrection: '<b>Correction.</b> Update your name, email, and phone in your profile.',
  rightDeletion:
    '<b>Deletion.</b> Delete your personal information from the Danger Zone in your profile.',
  rightObjection:
    '<b>Objection and complaints.</b> You can object to or restrict how we use your data, and file a complaint with your local data protection authority.',
  seePrivacy: 'See the <privacy>Privacy Policy</privacy> for what we keep, why, and for how long.',

  // Sessions
  password: 'Password',
  passwordHint: 'Changing it signs out your other devices.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  changePassword: 'Change Password',
  passwordChanged: 'Password changed',
  passwordChangedHint: 'Your other devices are signed out.',
  passwordNotChanged: 'Password not changed',
  whereSignedIn: 'Where You’re Signed In',
  thisDevice: 'This device',
  seen: (ago: string, day: string) => `Last seen ${ago} · Signed in ${day}`,
  signOutOf: (device: string) => `Sign out ${device}`,
  signOutElsewhere: 'Sign Out Everywhere Else',
  signOutElsewhereTitle: 'Sign out everywhere else?',
  signOutElsewhereMeaning:
    'You’ll stay signed in on this device. Other devices keep any unsynced changes until someone signs in again.',
  signedOut: 'Signed out',
  signOutFailed: 'Couldn’t sign out',

  // Data
  yourData: 'Your Data',
  dataHint:
    'Download everything we have about your account (profile, consents, sign-ins, activity) as a JSON file.',
  downloadData: 'Download My Data',
  downloadFailed: 'Download failed',

  // Danger Zone
  dangerZone: 'Danger Zone',
  deactivate: {
    act: 'Deactivate Account',
    title: 'Deactivate your account?',
    summary: 'No one will be able to sign in with this account. Sales you recorded are kept.',
    meaning:
      'You’ll be signed out everywhere and won’t be able to sign in again. Sales you recorded are kept.',
    done: 'Account deactivated',
    failed: 'Deactivation failed',
    fallback: 'Failed to deactivate account',
  },
  erase: {
    act: 'Delete Account',
    title: 'Delete your account?',
    summary: 'Also permanently deletes your personal information.',
    meaning:
      'Your name, email, phone, and photo will be permanently deleted. Sales you recorded stay, without your name. This can’t be undone.',
    done: 'Account deleted',
    failed: 'Couldn’t delete account',
    fallback: 'Couldn’t delete account',
  },
  onlyOwner:
    'You’re the only owner of your business. Nobody will be able to manage it until support invites a new owner. Make someone on your staff an owner first.',
  signingOut: 'Signing you out…',
  unsyncedHere: (count: number) =>
    counted(count, {
      one: '# unsynced change on this device will be encrypted and will sync the next time someone signs in here.',
      other:
        '# unsynced changes on this device will be encrypted and will sync the next time someone signs in here.',
    }),
}

export const profileTexts = textsOf('profile', profile)
