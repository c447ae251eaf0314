/** An owner's campaigns: the list, the form, and their results. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const campaigns = {
  title: 'Campaigns',
  description: 'Send members a coupon for a birthday, to win them back, or just because.',
  create: 'Create Campaign',
  createHint: 'Choose who gets it, what they get, and what the email says.',
  edit: 'Edit Campaign',
  empty: 'No campaigns yet. Create one to bring members back with a coupon.',

  columnCampaign: 'Campaign',
  columnGiven: 'Coupons',
  columnSent: 'Emailed',
  columnOpened: 'Opened',
  columnRedeemed: 'Used',
  columnRevenue: 'Sales',
  columnStatus: 'Status',
  columnActions: 'Actions',
  explained:
    'Emailed: handed to the mail server. Opened: members who opened their card from the email. Used: coupons used at the counter. Sales: purchases of these members within two hours of using the coupon.',
  active: 'Active',
  sending: 'Sending',
  paused: 'Paused',
  finished: 'Finished',
  onHold: 'On hold',
  waiting: 'Saved here',
  progress: (given: string, all: string) => `${given} of ${all} reached`,

  birthday: (days: number) =>
    days === 0
      ? 'On their birthday'
      : counted(days, {
          one: '# day before their birthday',
          other: '# days before their birthday',
        }),
  winBack: (days: number) =>
    counted(days, { one: 'No visit for # day', other: 'No visit for # days' }),
  points: (points: number) =>
    counted(points, { one: 'Reached # point', other: 'Reached # points' }),
  everyone: 'All members, once',
  someone: 'Some members, once',
  gives: (to: string, what: string) => `${to} · ${what}`,
  discountFor: (discount: string, days: number) =>
    counted(days, {
      one: `${discount}, valid for # day`,
      other: `${discount}, valid for # days`,
    }),

  audience: 'Who gets it',
  kindBirthday: 'Birthday',
  kindBirthdayHint: 'Every year. The sign-up form asks for the day, never the year.',
  kindWinBack: 'Win-back',
  kindWinBackHint: 'Members who haven’t been in for a while.',
  kindPoints: 'Points milestone',
  kindPointsHint: 'Members who reach a number of points, once each.',
  kindSegment: 'One-time',
  kindSegmentHint: 'Everyone, or the members you choose below. Sent once.',
  daysBefore: 'Days before the birthday',
  daysBeforeHint: '0 sends it on the day.',
  absentDays: 'Days without a visit',
  pointsReached: 'Points',
  chosen: 'Leave everything empty to reach all members.',
  pointsMin: 'Points, at least',
  pointsMax: 'Points, at most',
  visitedWithinDays: 'Visited in the last (days)',
  notVisitedForDays: 'Not visited for (days)',
  joinedWithinDays: 'Joined in the last (days)',
  spentMin: 'Spent in all, at least ($)',

  reach: (count: number) =>
    counted(count, {
      one: 'Reaches # member right now',
      other: 'Reaches # members right now',
    }),
  reachesNobody: 'Reaches nobody right now',
  fitsNobody: 'No member meets these conditions. Choose wider ones to reach someone.',
  noBirthday: (daysBefore: number) => {
    const ahead = counted(daysBefore, { one: ' or tomorrow', other: ' or in the next # days' })
    return `No known birthday is today${daysBefore === 0 ? '' : ahead}. Each member gets it when theirs comes.`
  },
  named: (names: string, others: number) =>
    others > 0
      ? counted(others, { one: `${names}, and # more`, other: `${names}, and # more` })
      : names,
  withoutEmail: (count: number) =>
    counted(count, {
      one: '# more fits but has no email.',
      other: '# more fit but have no email.',
    }),
  withoutConsent: (count: number) =>
    counted(count, {
      one: '# more fits but hasn’t agreed to marketing emails.',
      other: '# more fit but haven’t agreed to marketing emails.',
    }),
  withoutMailbox: (count: number) =>
    counted(count, {
      one: '# more agreed, but mail doesn’t reach their address.',
      other: '# more agreed, but mail doesn’t reach their addresses.',
    }),
  unproved: (count: number) =>
    counted(count, {
      one: '# more agreed at the counter and hasn’t opened the link in their welcome email yet.',
      other: '# more agreed at the counter and haven’t opened the link in their welcome email yet.',
    }),
  noPreview: 'You’re offline, so we can’t count who gets it.',
  counting: 'Counting…',

  proposals: {
    birthday: {
      name: 'Birthday treat',
      subject: 'Happy birthday! A treat is waiting',
      message: 'Your birthday is a good reason for a treat. Come by and enjoy it.',
    },
    win_back: {
      name: 'Welcome back treat',
      subject: 'It’s been a while. A treat is waiting',
      message: 'We haven’t seen you for a while. Come by again and enjoy a treat.',
    },
    points: {
      name: 'Milestone treat',
      subject: 'You reached a milestone. A treat is waiting',
      message: 'You’ve collected a lot of points with us. Thank you. Here’s a treat to celebrate.',
    },
    segment: {
      name: 'A treat for you',
      subject: 'A treat is waiting on your card',
      message: 'Thank you for being a member. Here’s a treat for your next visit.',
    },
  },
  coupon: 'The Coupon',
  name: 'Name',
  nameHint: 'Members see it on their coupon.',
  couponDays: 'Valid for (days)',
  email: 'The Email',
  subject: 'Subject',
  message: 'Message',
  messageHint: 'We add the coupon, your look, and a link to unsubscribe.',
  mail: 'What Members Get',
  noSubject: 'No subject yet',
  noMessage: 'No message yet',
  mailCoupon: (discount: string) => `Your coupon for ${discount} is on your card.`,
  mailUntil: (day: string) => `Use it by ${day}.`,
  mailButton: 'See My Coupon',
  mailEnd: (sender: string) =>
    `You’re getting this because you agreed to marketing emails from ${sender}. Unsubscribe`,
  test: 'Send Me a Test',
  testHint: 'Goes to your own email and counts nowhere.',
  testOffline: 'You’re offline. Connect to the internet to send yourself a test.',
  testMissing: 'Fill in the subject, the message and the coupon first.',
  tested: 'Test sent',
  testedHint: (email: string) => `Look for it at ${email}.`,
  testFailed: 'Test not sent',
  start: 'Start right away',
  startHint: 'Otherwise it’s saved as paused.',
  save: 'Save Campaign',
  cancel: 'Cancel',
  startTitle: (name: string) => `Start “${name}”?`,
  startMeaning: 'Emails can’t be taken back once they’re sent.',
  startNow: 'Start Campaign',
  resumeTitle: (name: string) => `Resume “${name}”?`,
  resumeNow: 'Resume Campaign',

  more: (name: string) => `More for ${name}`,
  pause: 'Pause',
  resume: 'Resume',
  remove: 'Remove',
  removeTitle: 'Remove this campaign?',
  removeHint:
    'Nobody else gets it, and it leaves this list. Coupons members already have stay valid.',
  created: 'Campaign saved',
  createdHint: (name: string) => `“${name}” is saved and starts once it syncs.`,
  createdPausedHint: (name: string) => `“${name}” is saved as paused.`,
  changed: 'Campaign saved',
  changedHint: (name: string) => `“${name}” is saved.`,
  pausedDone: 'Campaign paused',
  pausedHint: (name: string) => `Nobody else gets “${name}” until you resume it.`,
  resumed: 'Campaign resumed',
  resumedHint: (name: string) => `“${name}” goes on where it stopped.`,
  removed: 'Campaign removed',
  removedHint: (name: string) => `“${name}” is off the list.`,
  failed: 'Campaign not saved',
  changedMeanwhile: 'Someone else changed this campaign while you had it open.',
}

export const campaignTexts = textsOf('campaigns', campaigns)
