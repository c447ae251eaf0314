/** Joining two members who are one person: the page of pairs, the dialog and the undo. */
import { counted, numeral, plural, textsOf } from './language.ts'

const points = { one: '# point', other: '# points' }

export const memberPairs = {
  title: 'Possible Duplicates',
  description: 'Members who may be one person, the newest first.',
  link: 'Find Duplicates',
  none: 'No two members look like one person.',
  reasons: {
    phone: 'Same phone',
    email: 'Same mailbox',
    name: 'Same name and last four digits',
    proposed: 'Proposed by your team',
  },
  join: 'Join…',
  notTheSame: 'Not the Same',
  separated: 'Marked as two people',
  notSaved: 'Not saved',
  more: 'Show More',
  joinTitle: 'Join Two Members',
  joinHint: (days: number) =>
    `Purchases, points, coupons, and cards of both count for the member who stays. You can undo this for ${days} days.`,
  whoStays: 'Which one stays?',
  phone: 'Phone',
  points: 'Points',
  spent: 'Spent',
  joined: 'Joined',
  noPhone: 'None',
  sum: (one: number, other: number) =>
    `${numeral(one)} + ${numeral(other)} = ${counted(one + other, points)}`,
  consents: 'The consents of the member who stays apply.',
  joinNow: 'Join Members',
  joinedNow: 'Members joined',
  joinedHint: 'Undo it on the member’s page, under About.',
  bothHaveOthers:
    'Both have other members joined to them. Separate those of one of them first, on its page.',
  cancel: 'Cancel',
  ofMember: 'Joined Members',
  of: (count: number, day: string) => `${counted(count, points)}, joined on ${day}`,
  separate: 'Separate…',
  separateTitle: (name: string) => `Separate ${name}?`,
  separateHint: (count: number, joined: string, kept: string) =>
    `${counted(count, points)} ${plural(count, { one: 'goes', other: 'go' })} back to ${joined}. What was earned and spent since stays with ${kept}.`,
  debt: (count: number, kept: string) =>
    `Part of them was spent: ${kept} will owe ${counted(count, points)}, which later points repay.`,
  withoutEmail: (joined: string) =>
    `${joined} may be left without an email. You can add one on their page.`,
  separateNow: 'Separate Members',
  separatedNow: 'Members separated',
  tooLate: (days: number) => `Members can be separated for ${days} days.`,
  samePerson: 'Same person as another member?',
  samePersonHint: 'Join both, so that points, purchases, and coupons are in one place.',
  samePersonPropose: 'Propose to your owner to join both.',
  findOther: 'Find the Other Member',
  findHint: 'Search by name, email, or phone.',
  search: 'Search members',
  noMatch: 'No other member matches.',
  proposed: 'Proposed to your owner',
}

export const memberPairTexts = textsOf('memberPairs', memberPairs)
