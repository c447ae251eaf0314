/** The outcome of a sign-up. */
import { counted, percentage } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const signUpOutcome = {
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
  evicted: (count: number) =>
    counted(count, {
      one: 'Your browser cleared # sign-up from this device before it was sent. Please sign up again.',
      other:
        'Your browser cleared # sign-ups from this device before they were sent. Please sign up again.',
    }),
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
  somethingWrong: 'Something went wrong. Try again.',
}

export const outcomeTexts = textsOf('signUpOutcome', signUpOutcome)
