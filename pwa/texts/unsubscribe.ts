/** Unsubscribing from marketing emails through the link in an email. */
import { textsOf } from './language.ts'

export const unsubscribe = {
  title: 'Stop marketing emails?',
  meaning: (business: string) =>
    `You won’t get news and offers from ${business} by email anymore. Your card, points, and coupons stay.`,
  unsubscribe: 'Unsubscribe',
  done: 'You’re unsubscribed',
  doneHint: (business: string) =>
    `No more marketing emails from ${business}. Changed your mind? Turn them on again on your card.`,
  unknownLink: 'This link doesn’t work',
  unknownLinkHint: 'Open the newest email and use the link in it, or change it on your card.',
  offline: 'You’re offline',
  offlineHint: 'Connect to the internet to unsubscribe.',
  failed: 'That didn’t work. Try again.',
  tryAgain: 'Try Again',
}

export const unsubscribeTexts = textsOf('unsubscribe', unsubscribe)
