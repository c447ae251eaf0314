/** A screen that broke; so small because the sign-up page loads it. */
export const brokenScreen = {
  somethingWrong: 'Something went wrong',
  brokenHint: 'Check your connection and try again. Anything saved on this device is safe.',
  tryAgain: 'Try Again',
}
