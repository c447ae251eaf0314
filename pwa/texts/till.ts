/** Tills: enrolling a shared device, unlocking it by PIN, and the owner's view of them. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const till = {
  // The lock screen
  locked: (name: string) => `${name} is locked`,
  whoAreYou: 'Tap your name to unlock.',
  people: 'People',
  nobody: 'Nobody has a PIN yet.',
  nobodyHint: 'Sign in on your own phone, open Profile, and set a counter PIN. Then come back.',
  checkAgain: 'Check Again',
  enterPin: (name: string) => `PIN of ${name}`,
  digits: (count: number) => counted(count, { one: '# digit entered', other: '# digits entered' }),
  notYou: 'Someone Else',
  checking: 'Checking…',
  wrong: (left: number) =>
    counted(left, {
      one: 'Wrong PIN. # try left.',
      other: 'Wrong PIN. # tries left.',
    }),
  wait: (seconds: number) =>
    counted(seconds, {
      one: 'Too many wrong tries. Wait # second.',
      other: 'Too many wrong tries. Wait # seconds.',
    }),
  wiped:
    'Too many wrong tries. Ask the owner to reset your PIN, then set a new one in your profile.',
  unreadable: 'This till can’t read its PINs any more. Ask an owner to set it up again.',
  needsReset: 'PIN needs a reset',
  lock: 'Lock',
  lockOf: (name: string) => `${name}: lock this till`,

  // Profile
  pinTitle: 'Counter PIN',
  pinHint:
    'Six digits that unlock a shared till and sign what you do there. Nobody else sees them.',
  pinSet: 'You have a PIN.',
  pinNotSet: 'You don’t have a PIN yet.',
  newPin: 'New PIN',
  repeatPin: 'Repeat PIN',
  pinsDiffer: 'The PINs don’t match.',
  savePin: 'Save PIN',
  pinSaved: 'PIN saved',
  pinNotSaved: 'PIN not saved',

  // Owner
  title: 'Tills',
  description: 'Shared devices at the counter. Staff unlock them with their PIN, offline too.',
  addDevice: 'Add a Device',
  tillFor: 'Staff share this device and unlock it with their PIN.',
  counterFor: 'The phone or tablet of one person: it scans a code and signs in.',
  kioskFor: 'Customers sign themselves up on this device.',
  setUpDevice: 'Set Up a Counter Device',
  setUpDeviceHint:
    'Scan this code with the other device. It opens the counter there; sign in, and keep it on the home screen.',
  setUpDeviceQr: 'QR code that opens the counter',
  thisDevice: 'Use This Device as a Till',
  thisDeviceMeaning:
    'You’ll be signed out here. From then on staff unlock this device with their PIN and do their own work on it. You can remove it any time from another device.',
  tillName: 'Till name',
  tillNameHint: 'Like “Front counter”',
  makeTill: 'Make This a Till',
  cancel: 'Cancel',
  notEnrolled: 'This device didn’t become a till',
  none: 'No tills yet.',
  enrolled: (day: string, device: string) => `Added ${day} · ${device}`,
  lastSeen: (ago: string) => `Last contact ${ago}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeMeaning:
    'It wipes itself at its next contact. What it has saved and not synced comes to you for review first.',
  removed: (name: string) => `${name} was removed`,
  notRemoved: 'The till wasn’t removed',
  pins: 'Staff PINs',
  pinsHint: 'Everyone sets their own PIN in their profile. You can reset a forgotten one.',
  hasPin: 'PIN set',
  noPin: 'No PIN',
  setOwn: 'Set My PIN',
  reset: 'Reset PIN',
  resetOf: (name: string) => `Reset PIN of ${name}`,
  resetDone: (name: string) => `PIN of ${name} reset`,
  notReset: 'The PIN wasn’t reset',
}

export const tillTexts = textsOf('till', till)
