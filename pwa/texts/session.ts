/** Signing out, confirming the password, and ended access. */

import { counted, plural } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const session = {
  signOut: 'Sign Out',
  signOutAnyway: 'Sign Out Anyway',
  staySignedIn: 'Stay Signed In',
  signOutUnsynced: (count: number) =>
    counted(count, {
      one: 'Sign out with # unsynced change?',
      other: 'Sign out with # unsynced changes?',
    }),
  signOutRefused: (count: number) =>
    counted(count, {
      one: 'Sign out with # item that needs attention?',
      other: 'Sign out with # items that need attention?',
    }),
  signOutOffline: 'Sign out while offline?',
  unsyncedMeaning: (count: number) =>
    plural(count, {
      one: 'Stay signed in and it’ll sync when you’re back online. If you sign out, it’s encrypted on this device and syncs the next time someone signs in here.',
      other:
        'Stay signed in and they’ll sync when you’re back online. If you sign out, they’re encrypted on this device and sync the next time someone signs in here.',
    }),
  offlineMeaning: 'You’re offline. You’ll need internet to sign back in.',
  refusedMeaning: (count: number) =>
    counted(count, {
      one: '# change didn’t go through. The details exist only on this device and will be deleted when you sign out.',
      other:
        '# changes didn’t go through. The details exist only on this device and will be deleted when you sign out.',
    }),
  signOutFailed: 'Couldn’t sign out',
  confirmTitle: 'Confirm It’s You',
  confirmHint: (minutes: number) =>
    `Enter your password to make this change. We won’t ask again for ${minutes} minutes.`,
  password: 'Password',
  passwordRequired: 'Password is required',
  somethingWrong: 'Something went wrong. Try again.',
  cancel: 'Cancel',
  confirm: 'Confirm',
  deviceRevoked: 'This device was signed out',
  deviceRevokedHint:
    'It was signed out from another device, so your business’s data was removed from it. Unsynced changes will be sent to the business owner for review.',
  accessRemoved: 'Your access was removed',
  accessRemovedHint:
    'Unsynced changes on this device will be sent to the business owner for review.',
}

export const sessionTexts = textsOf('session', session)
