/** A member's card, the outcome of a sign-up, and scanning a code. */

import { counted, percentage } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

const points = { one: '# point', other: '# points' }

export const card = {
  // After the sign-up
  welcomeName: (firstName: string) => `Welcome, ${firstName}`,
  nowMember: (business: string) => `You’re now a member of ${business}.`,
  openMyCard: 'Open My Card',
  gotSignUp: 'We’ve got your sign-up',
  signUpPaused: (business: string) =>
    `${business}’s program is paused. We’ll finish signing you up when it’s back.`,
  almostIn: 'You’re almost in',
  alreadyMember: 'Already a member',
  signUpFailed: 'Signup Failed',
  differentEmail: 'Use a Different Email',
  editAndTryAgain: 'Edit and Try Again',
  nextCustomer: 'Next Customer',
  waitingToFinish: 'Waiting to finish',
  signUpComplete: 'Sign-up complete',
  dismiss: 'Dismiss',
  openCard: 'Open Card',
  pointsComing: 'Points coming',
  discountComing: 'Discount coming',
  points: 'Points',
  discountCoupon: (percent: number) => `${percentage(percent)} discount coupon`,
  welcomeHeld:
    'We’re reviewing your welcome reward. It’ll show up on your card once it’s approved.',
  tillQr: 'QR code that opens the card on the customer’s own phone',
  tillHint: 'Scan this with your phone to open your card. It won’t stay on this device.',

  // Next steps
  savedFinish: 'Saved on this phone. We’ll finish this as soon as you’re online.',
  savedOnTill:
    'Saved on this device. As soon as it’s online we’ll finish your sign-up and email you your card.',
  savedOpenSoon:
    'Saved on this phone. Open this page again within 7 days, when you’re online, to finish.',
  savedOpenAgain: 'Saved on this phone. Open this page again when you’re online to finish.',
  savedCoupon: 'Saved on this phone. Your coupon will appear here once you’re online.',
  phoneFull: 'This phone is out of storage, so nothing was saved or sent.',
  somethingWrong: 'Something went wrong. Try again.',

  // The card
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
  off: (discount: string) => `${discount} OFF`,
  redeem: 'Redeem',
  notEnough: 'Not enough points',
  redeemOf: (reward: string) => `Redeem ${reward}?`,
  redeemMeaning: (count: number, discount: string) =>
    `${counted(count, points)} for ${discount} OFF. You’ll get a coupon to show at the counter.`,
  keepPoints: 'Keep My Points',
  couponKept: 'Show this code at the counter. It’s under My Coupons as well.',
  done: 'Done',
  redeemed: 'Reward redeemed',
  yourCoupon: (code: string) => `Your coupon is ${code}`,
  redemptionFailed: 'Redemption Failed',
  notSpent: 'We couldn’t save this, so no points were spent. Free up some storage and try again.',
  pointsHeld: (count: number) =>
    counted(count, {
      one: '# point is reserved while this is reviewed.',
      other: '# points are reserved while this is reviewed.',
    }),
  redeeming: (count: number) =>
    counted(count, { one: 'Redeeming # point…', other: 'Redeeming # points…' }),

  // Scanning
  pageNotFound: 'Page Not Found',
  pageNotFoundHint: 'We couldn’t find that page. Try scanning the business’s QR code again.',
  scanTitle: 'Join our loyalty program',
  scanHeadline: 'Join Our Loyalty Program',
  scanHint: 'Scan the QR code at the counter, or enter the code printed below it.',
  scanner: 'QR code scanner',
  startScanner: 'Start QR Code Scanner',
  stopScanning: 'Stop Scanning',
  scanning: 'Scanning for QR codes...',
  cameraRequired: 'Camera access is required to scan QR codes',
  cameraDenied: 'Camera access denied. Please enable camera permissions and try again.',
  noCamera: 'We can’t use a camera on this device. Enter the code instead.',
  enterCode: 'Or enter the code',
  continue: 'Continue',
  error: 'Error',
  scanFirst: 'Please scan a QR code first',
  otherSite: 'That code goes to another website. Scan this business’s sign-up code.',
  isCoupon: 'That’s a coupon. Show it when you pay.',
  notSignUpCode: 'That’s not a sign-up code. Look for the business’s code at the counter.',
  isMemberCard: 'That’s a member card. Scan the business’s sign-up code instead.',
}

export const cardTexts = textsOf('card', card)
