/** A screen that broke; so small because the sign-up page loads it. */
import { textsOf } from './language.ts'

export const brokenScreen = {
  somethingWrong: 'Something went wrong',
  brokenHint: 'Check your connection and try again. Anything saved on this device is safe.',
  tryAgain: 'Try Again',
}

export const brokenScreenTexts = textsOf('brokenScreen', brokenScreen)
