/** What any call may have to say; so small because the sign-up page loads it. */
export const call = {
  somethingWrong: 'Something went wrong. Try again.',
  noConnection: 'Can’t connect. Check your internet and try again.',
}
