/** The page behind a mailed link about the email of a card. */
import { textsOf } from './language.ts'

export const memberEmail = {
  title: 'Your card’s email',
  question: { confirm: 'Use this email?', restore: 'Restore this email?' },
  meaning: {
    confirm: (business: string, email: string) =>
      `Your ${business} card will use ${email}. Links to the card in emails to the former address stop working, and we email you a new one.`,
    restore: (business: string, email: string) =>
      `Your ${business} card will use ${email} again. It closes everywhere it’s open, and we email you a new link.`,
  },
  marketing: (business: string) => `Email me news and offers from ${business}`,
  act: { confirm: 'Use This Email', restore: 'Restore Email' },
  done: { confirm: 'Your email is changed', restore: 'Your email is restored' },
  doneHint: (business: string, email: string) =>
    `Your ${business} card uses ${email}. We sent a new link to the card there.`,
  ended: 'This link doesn’t work anymore',
  endedHint:
    'It expired, or a later change replaced it. Change your email again on your card, or ask at the business.',
  offline: 'You’re offline',
  offlineHint: 'Connect to the internet to continue.',
  failed: 'That didn’t work. Try again.',
  tryAgain: 'Try Again',
}

export const memberEmailTexts = textsOf('memberEmail', memberEmail)
