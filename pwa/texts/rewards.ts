/** The rewards tab of a business and the form of a reward. */
import { counted, textsOf } from './language.ts'

export const rewards = {
  title: 'Rewards',
  create: 'Create Reward',
  createHint: 'Choose what members get and how many points it takes.',
  edit: 'Edit Reward',
  empty: 'You don’t offer any rewards yet. Create one so members have something to save for.',
  emptyForStaff: 'This business doesn’t offer any rewards yet.',

  columnReward: 'Reward',
  columnPoints: 'Points Required',
  columnDiscount: 'Discount',
  columnStatus: 'Status',
  columnActions: 'Actions',
  active: 'Active',
  inactive: 'Inactive',
  expired: 'Expired',
  soldOut: 'Sold out',
  atAGlance: (points: number, discount: string, status: string) =>
    `${counted(points, { one: '# point', other: '# points' })} · ${discount} · ${status}`,
  expires: (day: string) => `Expires ${day}`,
  left: (left: string, all: string) => `${left} of ${all} left`,
  onceEach: 'Once per member',
  timesEach: (times: string) => `Up to ${times} per member`,

  name: 'Name',
  suggestions: {
    free: 'Free coffee',
    percentage: '10% off your order',
    fixed: '$5 off your order',
  },
  description: 'Description',
  descriptionHint: 'Optional. Members see it on their page.',
  options: 'Description, expiry, limits (optional)',
  pointsRequired: 'Points required',
  expiryDay: 'Expiry date',
  expiryHint: 'Optional. The last day members can redeem it.',
  stock: 'Quantity',
  stockHint: 'Optional. How many you give away in all.',
  limitPerMember: 'Limit per member',
  limitHint: 'Optional. How often one member can redeem it.',
  save: 'Save Reward',
  cancel: 'Cancel',

  more: (name: string) => `More for ${name}`,
  pause: 'Pause',
  resume: 'Resume',
  retire: 'Retire',
  retireTitle: 'Retire this reward?',
  retireHint:
    'Members can’t redeem it anymore, and you can’t bring it back. Coupons they already have stay valid.',

  created: 'Reward created',
  createdHint: (name: string) => `${name} is saved.`,
  changed: 'Reward saved',
  changedHint: (name: string) => `${name} is saved.`,
  paused: 'Reward paused',
  pausedHint: (name: string) =>
    `Once this has synced, members can’t redeem ${name} until you resume it.`,
  resumed: 'Reward resumed',
  resumedHint: (name: string) => `Once this has synced, members can redeem ${name} again.`,
  retired: 'Reward retired',
  retiredHint: (name: string) => `Once this has synced, ${name} is no longer offered.`,
  failed: 'Reward not saved',
  changedMeanwhile: 'Someone else changed this reward while you had it open.',
}

export const rewardTexts = textsOf('rewards', rewards)
