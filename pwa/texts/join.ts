/** The sign-up page of a printed QR code. */

import { counted, percentage, plural } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

const welcomePoints = { one: '# welcome point', other: '# welcome points' }
/** 'an 8% discount', 'a 10% discount' */
const aDiscount = (percent: number) =>
  `${/^(8|11$|11\.|18$|18\.)/.test(String(percent)) ? 'an' : 'a'} ${percentage(percent)} discount`

export const join = {
  loading: 'Loading business information...',
  invalid: 'Invalid QR Code',
  invalidHint: 'The QR code you scanned is invalid or has expired.',
  scanAnother: 'Scan Another Code',
  offline: 'You’re offline',
  offlineHint: 'Connect to the internet to open this for the first time. We’ll keep trying.',
  tryAgain: 'Try Again',
  documentTitle: (business: string) => `Join ${business}`,
  headline: 'Join Our Loyalty Program',
  welcome(points: number, percent: number): string {
    if (points > 0 && percent > 0) {
      return `Get ${counted(points, welcomePoints)} and ${aDiscount(percent)} when you sign up!`
    }
    if (points > 0) return `Get ${counted(points, welcomePoints)} when you sign up!`
    if (percent > 0) return `Get ${aDiscount(percent)} when you sign up!`
    return 'Earn points on every purchase when you sign up!'
  },
  /** Below the welcome, when its points buy a reward. */
  buysNow: 'Enough today for:',
  alreadyMember: 'Already a member? Email me my card',
  whatYouGet: 'What you get',
  perkPoints: (points: number) => counted(points, welcomePoints),
  perkDiscount: (percent: number) => `${percentage(percent)} discount coupon`,
  perkEarn: 'Earn points on every purchase',
  perkRewards: 'Exclusive member rewards',
  rewards: 'Rewards',
  rewardAt: (name: string, points: number, shown: string) =>
    `${name} · ${shown} ${plural(points, { one: 'point', other: 'points' })}`,
  paused: 'Sign-ups are paused',
  pausedHint: (business: string) =>
    `${business} isn’t accepting new members right now. Ask a staff member for help.`,
  held: 'We’ve got your sign-up. We’ll finish it when the program is back.',
  offlineForm: (asOf: string) => `You’re offline, but you can still join. Last updated ${asOf}.`,
  asOfTime: (time: string) => `at ${time}`,
  asOfDay: (day: string, time: string) => `${day} at ${time}`,
  scanDifferent: 'Scan Different QR Code',

  signUp: 'Sign up',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  birthday: 'Birthday (optional)',
  birthdayHint: 'For a treat. We never ask for the year.',
  month: 'Month',
  day: 'Day',
  stayInTouch: 'News by email, offers by text, notifications (optional)',
  emailMe: 'Email me news and offers',
  textMe: 'Text me offers',
  notifyMe: 'Send me notifications',
  required: 'Required: accept both below',
  agreeTerms: 'I agree to the <link>Terms of Service</link>',
  agreePrivacy: 'I agree to the <link>Privacy Policy</link>',
  acceptTerms: 'Please accept the Terms of Service',
  acceptPrivacy: 'Please accept the Privacy Policy',
  joinNow: 'Join Now',
  joining: 'Joining…',
  error: 'Error',
  scanFirst: 'Please scan a QR code first',
  consentRequired: 'Consent Required',
  consentRequiredHint: 'Please accept the Terms of Service and Privacy Policy to continue',
  phoneRequired: 'Phone Number Required',
  phoneRequiredHint: 'Please provide a phone number to receive SMS marketing',
  signUpFailed: 'Signup Failed',
  storageFull:
    'We couldn’t save your sign-up because this phone’s storage is full. Nothing was sent.',
  storageLost:
    'We couldn’t save your sign-up because this page can’t reach the phone’s storage. Nothing was sent. Reload and try again.',
  reload: 'Reload',
  notLoaded: 'Part of this page didn’t load. Nothing was sent. Try again.',
}

export const joinTexts = textsOf('join', join)
