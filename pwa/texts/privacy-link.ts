/** The page behind a mailed link about a member's data. */
import { textsOf } from './language.ts'

export const privacyLink = {
  title: 'Your data',
  question: {
    export: 'Your data is ready',
    erasure: 'Delete your data?',
    keep: 'Keep your data?',
  },
  meaning: {
    export: (business: string) =>
      `One file with everything that ${business}’s program keeps about you.`,
    erasure: (business: string) =>
      `You’ll leave ${business}’s program and lose your points and unused coupons, and we’ll delete your name, email, and phone. This can’t be undone.`,
    keep: (business: string) =>
      `${business} plans to delete your data. If you didn’t ask for that, cancel it: you keep your card, points, and coupons.`,
  },
  act: { export: 'Download My Data', erasure: 'Delete My Data', keep: 'Keep My Data' },
  eraseTitle: 'Delete everything?',
  done: { erasure: 'Your data is deleted', keep: 'Your data stays' },
  doneHint: {
    erasure: (business: string) => `You’ve left ${business}’s program. You can join again anytime.`,
    keep: (business: string) => `Your ${business} card works as before.`,
  },
  ended: 'This link doesn’t work anymore',
  endedHint:
    'It expired, or your email or the plan changed since. Ask again on your card, or at the business.',
  offline: 'You’re offline',
  offlineHint: 'Connect to the internet to continue.',
  failed: 'That didn’t work. Try again.',
  tryAgain: 'Try Again',
}

export const privacyLinkTexts = textsOf('privacyLink', privacyLink)
