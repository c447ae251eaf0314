/**
 * Today's work on this device: what was recorded, what is unsent, and whether all of it has
 * arrived.
 */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const shift = {
  title: 'Today on This Device',
  link: 'Today',
  description: (day: string) => `${day}, since midnight. Other devices have their own.`,
  allDevices: 'All Devices',
  signUps: 'Sign-ups',
  purchases: 'Purchases',
  sales: 'Sales',
  redemptions: 'Rewards redeemed',
  couponsUsed: 'Coupons used',
  undone: 'Undone',
  byPerson: 'By Person',
  person: 'Person',
  unknownPerson: 'Someone no longer here',
  everythingArrived: 'Everything arrived',
  allArrived: (count: number, ago: string) =>
    counted(count, {
      one: `# change from today is with the server. Last synced ${ago}.`,
      other: `# changes from today are with the server. Last synced ${ago}.`,
    }),
  nothingYet: 'Nothing was done on this device today.',
  notYet: 'Not everything has arrived',
  waiting: (count: number) =>
    counted(count, {
      one: '# change waits on this device. Keep it on and online until it’s synced.',
      other: '# changes wait on this device. Keep it on and online until they’re synced.',
    }),
  onHold: (count: number) =>
    counted(count, { one: '# change is on hold.', other: '# changes are on hold.' }),
  refused: (count: number) =>
    counted(count, { one: '# change needs attention.', other: '# changes need attention.' }),
  missing: (count: number) =>
    counted(count, {
      one: '# earlier change was lost on this device. Tell the owner.',
      other: '# earlier changes were lost on this device. Tell the owner.',
    }),
  neverSynced: 'This device has not synced yet.',
  check: 'Check Now',
  showPending: 'Show Pending Sync',
}

export const shiftTexts = textsOf('shift', shift)
