/** The landing page, for business owners who are not signed in. */
import { textsOf } from './language.ts'

export const landing = {
  login: 'Login',
  createAccount: 'Create Account',
  headline: 'Turn first visits into regulars.',
  lead: 'A loyalty program in your name and colors. Customers join with a scan, and your counter keeps working when the Wi‑Fi doesn’t.',
  inviteOnly: 'Regulars is invite-only. Have your invite code ready.',
  closing: 'Your next regular is already at the counter.',
  closingHint: 'Free for 14 days. Print your first QR code in minutes.',
  haveAccount: 'Already have an account? <link>Sign in</link>',

  features: 'Everything it takes to bring customers back.',
  scan: 'Customers join with a scan',
  scanText:
    'Print a QR code for the counter or the table. Customers scan it, enter their name and email, and get welcome points and a discount instantly.',
  coupons: 'Automatic coupons and campaigns',
  couponsText:
    'Every purchase earns points. Each reward becomes a single-use coupon you can check in a second. Discount campaigns create and email coupons automatically: for birthdays, to win customers back, or at a points milestone.',
  analytics: 'See what works',
  analyticsText: 'Track sign-ups, scans, and redemptions, with 30-day trends.',
  brand: 'Your name, logo, and colors',
  brandText:
    'Your logo, colors, and business name are on the sign-up page, the card, and every email. Text stays readable in any color. Try it:',
  offline: 'Works even when the Wi‑Fi doesn’t',
  offlineText:
    'Install it on a phone. Sign-ups and purchases save to the phone and sync when you’re back online. You can always see what’s pending.',
  isolation: 'Your data stays yours',
  isolationText:
    'Every business’s data is isolated at the database level. Staff see only what they need at the counter.',

  // The pictures
  pictureOffline: 'Offline: 3 changes saved on this phone',
  pictureSignedUp: 'Signed up',
  picturePurchase: (amount: string) => `Purchase ${amount}`,
  pictureSignedUpName: (name: string) => `Signed up ${name}`,
  scanToJoin: 'Scan to join',
  hundredPoints: '100 points',
  welcome: 'Welcome',
  tenOff: '10% off',
  firstVisit: 'First visit',
  flatWhite: 'Free flat white',
  cost: (points: number) => `${points} points`,
  ready: 'Ready',
  scans30: 'QR scans, 30 days',
  owner: 'Owner',
  ownerSees: 'Full access to Trattoria Rosa',
  staff: 'Staff',
  staffSees: 'The counter',
  customer: 'Customer',
  customerSees: 'Their own card',
  welcomeBack: (name: string) => `Welcome back, ${name}`,
  points: 'points',
  rewardIn: (reward: string, points: number) => `${reward} in ${points} points`,
  sampleColors: 'Colors of the sample card',
  blue: 'Blue',
  red: 'Red',
  yellow: 'Yellow',
  black: 'Black',
  houseDessert: 'House dessert',
  tuneUp: 'Free tune-up',
  hairTreatment: 'Hair treatment',
}

export const landingTexts = textsOf('landing', landing)
