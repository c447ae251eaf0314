/** Errors that any call may have. A separate small file, because the sign-up page loads it. */
import { textsOf } from './language.ts'

export const call = {
  somethingWrong: 'Something went wrong. Try again.',
  noConnection: 'Can’t connect. Check your internet and try again.',
  intermediary:
    'Something between this device and our server didn’t let this through. Try again, or use another network.',
  tooMany: (wait: string) => `Too many attempts. Try again in ${wait}.`,
}

export const callTexts = textsOf('call', call)
