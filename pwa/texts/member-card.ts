/** The card of a member without an email: its QR code at the counter, and the page that it opens. */
import { textsOf } from './language.ts'

export const memberCard = {
  noEmail: 'No email, so nothing can be mailed. Their card opens by a QR code.',
  needsConnection: 'The code needs a connection. You can show it later from here.',
  needsSync: 'The code is ready once the sign-up has synced.',
  showCode: 'Show QR Code',
  printCode: 'Print QR Code',
  cardOf: (name: string) => `Card of ${name}`,
  showHint: 'Your customer scans it with their phone’s camera. It opens the card there, once.',
  printHint: 'For your customer to scan at home. It opens the card on one phone.',
  codeLabel: (firstName: string) => `QR code that opens ${firstName}’s card`,
  worksUntil: (time: string) => `Works until ${time}.`,
  worksUntilDay: (day: string) => `Works once, until ${day}.`,
  codeOver: 'This code has ended. Show a new one.',
  newCode: 'New QR Code',
  notMade: 'We couldn’t make the QR code. Try again.',
  print: 'Print',
  done: 'Done',
  scanForCard: (firstName: string) => `${firstName}, scan this to open your loyalty card.`,

  // The page that it opens
  title: 'Your loyalty card',
  ready: (firstName: string) => `${firstName}, your card is ready`,
  meaning: (business: string) =>
    `Open your ${business} card on this phone. The code works once, so open it where you want to keep the card.`,
  open: 'Open My Card',
  failed: 'That didn’t work. Try again.',
  ended: 'This code doesn’t work anymore',
  endedHint: 'It was used or has expired. Ask for a new one at the counter.',
  offline: 'You’re offline',
  offlineHint: 'Connect to the internet to open your card.',
  tryAgain: 'Try Again',
}

export const memberCardTexts = textsOf('memberCard', memberCard)
