/** The owner's devices: who is signed in where, which work has arrived, and which is missing. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const devices = {
  title: 'Devices',
  description: 'Where your team is signed in, and whether everything they saved has arrived.',
  list: 'Your Team’s Devices',
  listHint:
    'Devices that are signed in, or that sent changes in the last 90 days. One whose browser was cleared begins a new entry.',
  till: 'Till',
  removed: 'Removed',
  isSignedOut: 'Signed out',
  isCurrent: 'This device',
  toTills: 'Manage Tills',
  lastSeen: (ago: string) => `Last seen ${ago}`,
  lastSeenSince: (ago: string, at: string) => `Last seen ${ago} · Signed in ${at}`,
  sentNothing: 'No changes sent',
  received: (count: number) =>
    counted(count, { one: '# change received', other: '# changes received' }),
  refused: (count: number) => `${count} refused`,
  onHold: (count: number) => `${count} on hold`,
  discarded: (count: number) => `${count} discarded`,
  noneMissing: '0 missing',
  missing: (count: number) => `${count} missing`,
  signOut: 'Sign Out and Wipe',
  signOutOf: (name: string, device: string) => `Sign out and wipe ${device} of ${name}`,
  signOutTitle: (name: string, device: string) => `Sign out ${device} of ${name}?`,
  signOutMeaning:
    'Your customers’ data is removed from it the next time it goes online. Changes it hadn’t sent yet stay sealed on it and count after the next sign-in.',
  signOutAll: (name: string) => `Sign out all devices of ${name}`,
  alreadyOut: 'This device is signed out already.',
  signedOut: (name: string) => `${name} is signed out`,
  deviceSignedOut: (name: string, device: string) => `${device} of ${name} is signed out`,
  signOutFailed: 'Not signed out',
  gap: (from: number, through: number) =>
    from === through
      ? `Change number ${from} hasn’t arrived. Open the app on that device while it’s online.`
      : `Changes number ${from} to ${through} haven’t arrived. Open the app on that device while it’s online.`,
}

export const devicesTexts = textsOf('devices', devices)
