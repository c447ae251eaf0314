/** The error screen. A separate small file, because the sign-up page loads it. */
import { textsOf } from './language.ts'

export const brokenScreen = {
  somethingWrong: 'Something went wrong',
  brokenHint: 'Check your connection and try again. Anything saved on this device is safe.',
  tryAgain: 'Try Again',
  savedHint: {
    signUp: 'Your sign-up is saved. You don’t need to sign up again.',
    redemption: 'Your redemption is saved. You don’t need to redeem again.',
    change: 'Your last change is saved on this device. You don’t need to make it again.',
    sent: 'Your last change was made. You don’t need to make it again.',
  },
  open: {
    signUp: 'Open My Card',
    redemption: 'Open My Card',
    change: 'Open Pending Sync',
    sent: 'Open Its Page',
  },
}

export const brokenScreenTexts = textsOf('brokenScreen', brokenScreen)
