/** One customer as staff see them: sign-up, purchases, rewards, coupons, history. */
import { counted } from '#pwa/texts/language.ts'

const points = { one: '# point', other: '# points' }

export const customer = {
  openPage: 'Open full page',
  backToList: 'Customers',
  unnamed: 'Customer',
  unknown:
    'We couldn’t find this customer on this device. They may be new or may have left the program.',
  points: 'Points',
  spent: 'Spent',
  joined: 'Joined',
  didNotGoThrough: (label: string) => `${label} didn’t go through.`,
  review: 'Review',
  actions: 'Customer actions',
  purchase: 'Purchase',
  rewards: 'Rewards',
  coupons: 'Coupons',
  history: 'History',

  // Purchases
  amount: 'Amount',
  earns: (count: number) => `Earns ${counted(count, points)}`,
  note: 'Note',
  optional: 'Optional',
  recordPurchase: 'Record Purchase',
  recordPurchaseOf: (amount: string) => `Record Purchase · ${amount}`,
  purchaseRecorded: 'Purchase recorded',
  earned: (name: string, count: number) => `${name} earned ${counted(count, points)}.`,
  onHold: 'On hold',
  onHoldHint: 'It will go through once the business is reactivated.',
  purchaseNotRecorded: 'Purchase not recorded',
  pointsOf: (count: number) => counted(count, points),
  voided: 'Voided',
  voidPurchase: 'Void',
  voidPurchaseOf: (amount: string) => `Void the ${amount} purchase`,
  voidThisPurchase: 'Void this purchase?',
  voidWarning: (name: string, count: number, amount: string) =>
    `${name} loses the ${counted(count, points)} earned on this ${amount} purchase.`,
  purchaseVoided: 'Purchase voided',
  pointsRemoved: (count: number) =>
    counted(count, { one: '# point removed.', other: '# points removed.' }),
  purchaseNotVoided: 'Purchase not voided',

  // Rewards
  noRewards: 'No rewards available at this time',
  rewardCost: (count: number, discount: string) => `${counted(count, points)} · ${discount} off`,
  redeem: 'Redeem',
  notEnoughPoints: 'Not enough points',
  rewardRedeemed: 'Reward redeemed',
  waitForCoupon: 'Don’t hand it over yet. The coupon appears once this syncs.',
  redemptionFailed: 'Redemption Failed',

  // Coupons
  noCoupons: 'No coupons yet.',
  noCouponsOffline: 'No coupons on this device. New coupons appear once you’re back online.',
  couponExpires: (description: string, day: string) => `${description} · expires ${day}`,
  used: 'Used',
  use: 'Use',
  useThisCoupon: 'Mark this coupon as used?',
  markAsUsed: 'Mark as Used',
  onlyOnce: (description: string) => `${description}. Coupons work only once.`,
  couponApplied: (description: string) => `Coupon applied: ${description}`,
  couponUsed: 'Coupon used',
  couponNotApplied: 'Coupon not applied',

  // History
  noHistory: 'No transaction history yet',

  // Sign-up
  signUpCustomer: 'Sign Up Customer',
  signUpHint:
    'Works offline. Welcome points are added right away and confirmed when you’re back online.',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  agreesToTerms: 'Customer agrees to the Terms of Service and Privacy Policy',
  agreesToEmails: 'Customer agrees to marketing emails',
  agreesToTexts: 'Customer agrees to marketing texts',
  signUp: 'Sign Up',
  hasJoined: (firstName: string) => `${firstName} joined`,
  savedOnDevice: 'Saved on this device.',
  signUpFailed: 'Signup Failed',
}
