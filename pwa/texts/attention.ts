/** What waits for an owner: held welcomes, and coupons that were taken twice. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const attention = {
  title: 'Needs Attention',
  description: 'What only you can decide, and what went wrong while a device was offline.',
  waiting: (count: number) =>
    counted(count, { one: '# thing needs your attention', other: '# things need your attention' }),
  open: 'Review',
  more: 'Only the newest are shown. Decide on these to see the rest.',

  welcomes: 'Held welcomes',
  welcomesHint: (points: string, percent: string) =>
    `These sign-ups count, but their welcome (${points} points, ${percent}% off) is on hold because it could be abuse. Release it, or decline it for good.`,
  noWelcomes: 'No welcomes are on hold.',
  sameMailbox: 'Another member uses the same mailbox',
  manyJoined: 'Many sign-ups at that time',
  joined: (day: string) => `Joined ${day}`,
  release: 'Release',
  decline: 'Decline',
  releaseOf: (name: string) => `Release the welcome of ${name}`,
  declineOf: (name: string) => `Decline the welcome of ${name}`,
  declineThis: (name: string) => `Decline the welcome of ${name}?`,
  declineMeaning: 'They stay a member and keep earning points. This can’t be undone.',
  released: 'Welcome released',
  releasedHint: (name: string) => `${name} gets the welcome and an email with their card.`,
  declined: 'Welcome declined',
  declinedHint: (name: string) => `${name} stays a member without the welcome.`,
  notDecided: 'Not decided',

  debts: 'Members who owe points',
  debtsHint:
    'A reward was handed over offline and the points were gone, or points were taken away. The next points repay it.',
  noDebts: 'Nobody owes points.',
  owes: (count: number) => counted(count, { one: 'Owes # point', other: 'Owes # points' }),

  usedTwice: 'Coupons used twice',
  usedTwiceHint:
    'A device accepted a coupon that had already been used elsewhere, usually while it was offline. Only the first use counts.',
  noneTwice: 'No coupon was used twice in the last 30 days.',
  couponOf: (description: string, ending: string) => `${description} (…${ending})`,
  usedOn: (first: string) => `Used ${first}`,
  takenAgain: (second: string) => `Accepted again ${second}`,
  takenAgainBy: (second: string, name: string) => `Accepted again ${second} by ${name}`,
  formerMember: 'A former member',
}

export const attentionTexts = textsOf('attention', attention)
