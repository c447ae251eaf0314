/** The sign-up page on a tablet at the counter, and how staff start and leave it. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const kiosk = {
  // On the tablet
  stillThere: 'Are you still there?',
  clearsIn: (seconds: number) =>
    counted(seconds, {
      one: 'This form clears in # second.',
      other: 'This form clears in # seconds.',
    }),
  nextIn: (seconds: number) =>
    counted(seconds, {
      one: 'Ready for the next person in # second.',
      other: 'Ready for the next person in # seconds.',
    }),
  stillHere: 'I’m Still Here',
  thanks: 'Thanks for Joining',
  startOver: 'Start Over',
  waiting: (count: number) =>
    counted(count, {
      one: '# sign-up is saved on this tablet and hasn’t been sent yet.',
      other: '# sign-ups are saved on this tablet and haven’t been sent yet.',
    }),
  refused: (count: number) =>
    counted(count, {
      one: '# sign-up needs the staff.',
      other: '# sign-ups need the staff.',
    }),
  evicted: (count: number) =>
    counted(count, {
      one: 'The browser cleared # sign-up from this tablet before it was sent.',
      other: 'The browser cleared # sign-ups from this tablet before they were sent.',
    }),
  storageFull:
    'We couldn’t save your sign-up because this tablet’s storage is full. Nothing was sent.',
  storageLost:
    'We couldn’t save your sign-up because this page can’t reach the tablet’s storage. Nothing was sent. Reload the page and try again.',
  staff: 'Staff',
  holdToLeave: 'Press and hold to leave the kiosk.',
  close: 'Close',

  // Starting it
  title: 'Kiosk',
  link: 'Use This Device as a Kiosk',
  description: 'Customers sign themselves up on a tablet at your counter.',
  code: 'Sign-up code to show',
  untitled: 'Untitled',
  noCodes: 'Create a QR code first. The kiosk shows its sign-up page.',
  toCodes: 'QR Codes',
  whatHappens: 'What Happens',
  clears: 'The page clears itself after each customer and after a minute without a touch.',
  worksOffline: 'It works offline. Sign-ups are saved on the tablet and sent when it’s online.',
  signsOut: 'You’ll be signed out on this tablet, and cards opened on it are removed.',
  locks: 'This till locks. Staff unlock it with their PIN after leaving the kiosk.',
  leave: 'To leave, press and hold “Staff” at the bottom of the page for 2 seconds.',
  pin: 'To keep customers on the page, use Guided Access on an iPad or app pinning on Android.',
  start: 'Start the Kiosk',
  unsynced: (count: number) =>
    counted(count, {
      one: '# change on this device isn’t synced yet. Sync it before you start.',
      other: '# changes on this device aren’t synced yet. Sync them before you start.',
    }),
  offline: 'Go online to start the kiosk. After that it works offline too.',
  notStarted: 'The kiosk didn’t start',

  // Afterwards
  refusedTitle: 'Kiosk sign-ups that weren’t accepted',
  refusedHint: 'They’re stored only on this device. Ask the customer, or sign them up yourself.',
  evictedHint: 'Ask customers who joined here lately to sign up again.',
  dismiss: 'Dismiss',
  dismissOf: (name: string) => `Dismiss the sign-up of ${name}`,
}

export const kioskTexts = textsOf('kiosk', kiosk)
