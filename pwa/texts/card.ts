/** A member's card. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

const points = { one: '# point', other: '# points' }

export const card = {
  documentTitle: 'My loyalty card',
  documentTitleOf: (business: string) => `My card · ${business}`,
  notFound: 'Card not found',
  notFoundHint:
    'This link doesn’t open a loyalty card. Use the latest link in your email, or ask the staff.',
  offline: 'You’re offline',
  offlineHint: 'Connect to the internet to open this card on this phone for the first time.',
  loading: 'Loading',
  lastUpdated: (asOf: string) => `You’re offline. Last updated ${asOf}.`,
  welcomeBack: 'Welcome back',
  pointsBalance: 'Points Balance',
  pointsReserved: (count: number) =>
    counted(count, {
      one: '# point reserved for your reward',
      other: '# points reserved for your reward',
    }),
  pointsOwed: (count: number) =>
    counted(count, {
      one: 'Your next point brings your balance back to zero.',
      other: 'Your next # points bring your balance back to zero.',
    }),
  totalSpent: 'Total Spent',
  availableRewards: 'Available Rewards',
  memberSince: (day: string) => `Loyalty Member Since ${day}`,
  memberQr: 'Your member QR code',
  showAtCounter: 'Show this code at the counter',
  needsScripts:
    'Your rewards and coupons need JavaScript: turn it on, or open this address in another browser.',
  wallets: 'Save your card in a wallet',
  googleWallet: 'Add to Google Wallet',
  appleWallet: 'Add to Apple Wallet',
  fullScreen: 'Full Screen',
  closeFullScreen: 'Close',
  showCode: 'Show code',
  andMore: (count: number) => counted(count, { other: 'and # more' }),
  notYet: (count: number) => counted(count, { other: 'Not yet (#)' }),
  moreToGet: (count: number) => counted(count, { other: 'More you can get (#)' }),
  pointsToward: (reward: string) => `Points toward ${reward}`,
  pointsToGo: (count: number, reward: string) =>
    counted(count, {
      one: `Just # more point for ${reward}`,
      other: `Just # more points for ${reward}`,
    }),
  memberNow: 'You’re a member! Your rewards will show up when you’re online.',
  finishing: 'Finishing your sign-up…',
  parked: 'We’ve got your sign-up. We’ll finish it when the program is back.',

  // Coupons and rewards
  myCoupons: 'My Coupons',
  noCoupons: 'No coupons right now',
  pastCoupons: (count: number) => counted(count, { other: 'Past coupons (#)' }),
  usedOn: (day: string) => `Used ${day}`,
  expired: 'Expired',
  expires: (day: string) => `Expires: ${day}`,
  showQrOf: (description: string) => `Show QR code for ${description}`,
  hideQrOf: (description: string) => `Hide QR code for ${description}`,
  couponQr: (code: string) => `QR code for coupon ${code}`,
  pointHistory: 'Point History',
  noHistory: 'No transaction history yet',
  noRewards: 'No rewards available at this time',
  pointsOf: (count: number) => counted(count, points),
  free: 'Free',
  freeItem: (price: string) => `a free item worth ${price}`,
  off: (discount: string) => `${discount} OFF`,
  redeem: 'Redeem',
  notEnough: 'Not enough points',
  redeemOf: (reward: string) => `Redeem ${reward}?`,
  redeemMeaning: (count: number, what: string) =>
    `${counted(count, points)} for ${what}. You’ll get a coupon to show at the counter.`,
  keepPoints: 'Keep My Points',
  couponKept: 'Show this code at the counter. It’s under My Coupons as well.',
  done: 'Done',
  redeemed: 'Reward redeemed',
  yourCoupon: (code: string) => `Your coupon is ${code}`,
  redemptionFailed: 'Redemption Failed',
  notSpentFull:
    'This phone’s storage is full, so no points were spent. Free up some and try again.',
  notSpentLost:
    'This page can’t reach the phone’s storage, so no points were spent. Reload the page and try again.',
  notSpentUnloaded: 'Part of this page didn’t load, so no points were spent. Try again.',
  pointsHeld: (count: number) =>
    counted(count, {
      one: '# point is reserved while this is reviewed.',
      other: '# points are reserved while this is reviewed.',
    }),
  redeeming: (count: number) =>
    counted(count, { one: 'Redeeming # point…', other: 'Redeeming # points…' }),
}

export const cardTexts = textsOf('card', card)
