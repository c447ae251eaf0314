/**
 * Items that need an owner's attention: held welcomes, debts, and accepted coupons that don’t
 * count.
 */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const attention = {
  title: 'Needs Attention',
  description: 'What only you can decide, and what went wrong while a device was offline.',
  waiting: (count: number) =>
    counted(count, { one: '# thing needs your attention', other: '# things need your attention' }),
  open: 'Review',
  allClear: 'All clear. Nothing needs you right now.',
  readHint:
    'These need no decision. Talk them over with your team, then mark them as read. The activity log keeps them.',
  markRead: 'Mark All as Read',
  notMarked: 'Not marked as read',
  more: 'Only the newest are shown. Decide on these to see the rest.',

  heldWork: (count: number) =>
    counted(count, {
      one: '# change is on hold until you approve or decline it.',
      other: '# changes are on hold until you approve or decline them.',
    }),
  openDevices: 'Review in Devices',

  welcomes: 'Sign-ups to Check',
  welcomesHint: (points: number, percent: string) =>
    `These sign-ups count, but their welcome (${counted(points, { one: '# point', other: '# points' })}, ${percent} off) is on hold because it could be abuse. Release it, or decline it for good.`,
  why: {
    same_mailbox: 'Another member uses the same mailbox',
    same_number: 'Another member has the same number, and one of them has no email',
    many_joined: 'Many sign-ups at that time',
  },
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

  debts: 'Members Who Owe Points',
  debtsHint:
    'A reward was handed over offline and the points were gone, or points were taken away. The next points repay it.',
  owes: (count: number) => counted(count, { one: 'Owes # point', other: 'Owes # points' }),

  usedTwice: 'Coupons Used Twice',
  usedTwiceHint:
    'A device accepted a coupon that had already been used elsewhere, usually while it was offline. Only the first use counts.',
  couponOf: (description: string, ending: string) => `${description} (…${ending})`,
  usedOn: (first: string) => `Used ${first}`,
  takenAgain: (second: string) => `Accepted again ${second}`,
  takenAgainBy: (second: string, name: string) => `Accepted again ${second} by ${name}`,
  usedLate: 'Coupons That Expired Before They Synced',
  usedLateHint:
    'A device accepted a coupon in time while it was offline, but the coupon had expired when the device was back online. The customer got the discount, and the coupon stays marked as expired.',
  expiredOn: (at: string) => `Expired ${at}`,
  taken: (at: string) => `Accepted ${at}`,
  takenBy: (at: string, name: string) => `Accepted ${at} by ${name}`,
  givenAway: 'Rewards Handed Over Without Points',
  givenAwayHint:
    'A device handed over a reward while it was offline, and the redemption was refused when it synced. The member kept their points.',
  handedOver: (at: string) => `Handed over ${at}`,
  handedOverBy: (at: string, name: string) => `Handed over ${at} by ${name}`,
  formerMember: 'A former member',

  refusedWork: 'Changes Refused Later',
  refusedWorkHint:
    'These were refused after their person had signed out or left the team, or after being on hold. They don’t count, and the device may no longer show them.',
  recorded: (at: string) => `Recorded ${at}`,
  recordedBy: (at: string, name: string) => `Recorded ${at} by ${name}`,

  manySignUps: 'Many Sign-Ups in an Hour',
  manySignUpsHint: (count: number) =>
    `One person signed up more than ${count} customers within an hour. Each gets a welcome and an email, so ask whether they were real.`,
  signedUpFrom: (count: number, hour: string) =>
    `${counted(count, { one: '# sign-up', other: '# sign-ups' })} in the hour from ${hour}`,
  formerColleague: 'Someone who left the team',
}

export const attentionTexts = textsOf('attention', attention)
