/** A member's own data, below their card. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const ownData = {
  title: 'Privacy and My Data',
  offline: 'You’re offline. Connect to the internet to see or change this.',
  tryAgain: 'Try Again',
  notChanged: 'Nothing changed',

  mayBeSent: 'What we may send you',
  channels: {
    email: 'Marketing emails',
    sms: 'Marketing texts',
    push: 'Push notifications',
    terms: 'Terms of Service',
    privacy: 'Privacy Policy',
  },
  needsPhone: 'Needs a phone number. Add yours below.',
  record: (count: number) =>
    counted(count, { one: 'Your answers so far (#)', other: 'Your answers so far (#)' }),
  recorded: (what: string, answer: string) => `${what}: ${answer}`,
  agreed: 'agreed',
  declined: 'declined',

  details: 'Your name, phone, and email',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  keepsNumber: (masked: string) =>
    `Your number on file is ${masked}. Leave this empty to keep it, or enter a new one in full.`,
  removePhone: 'Remove my number',
  otherNumberHint: 'A different number turns marketing texts off.',
  email: 'Email',
  keepsEmail: (masked: string) =>
    `Your email on file is ${masked}. Leave this empty to keep it. We email a link to a new one to confirm it.`,
  addEmail: 'There is none yet. We email a link to confirm it.',
  needsEmail: 'Needs an email. Add yours below.',
  dataNeedsEmail:
    'For both, we email you a link to make sure it’s you. Add your email above, or ask at the counter.',
  emailLinkSent: 'We emailed a link to your new address. Open it within an hour to confirm.',
  emailToConfirm: (masked: string) =>
    `Waiting for you to confirm ${masked}. Open the link that we emailed there.`,
  saveDetails: 'Save Details',
  detailsSaved: 'Details saved',
  detailsWait: 'We’ve got it. We’ll store this when the program is back.',
  detailsChanged: (name: string, phone: string) =>
    `Someone changed your details meanwhile. On file now: ${[name, phone].filter(Boolean).join(', ')}. Save again to replace them.`,

  birthday: 'Your birthday',
  birthdayHint: 'Optional. We use the day for a treat and never ask for the year.',
  saveBirthday: 'Save Birthday',
  birthdaySaved: 'Birthday saved',

  places: 'Where this card is open',
  /** The server's name for the card behind a link that was mailed. */
  mailedLink: 'Mailed link',
  placesHint: 'Don’t recognize one? End it, and it can’t open your card anymore.',
  thisOne: 'This is the one you’re using',
  since: (day: string) => `Since ${day}`,
  end: 'End',
  endOf: (device: string) => `End ${device}`,
  endOthers: 'End All Others',
  placeEnded: 'Ended',
  newAddress: 'Get a New Link',
  newAddressTitle: 'Get a new link to your card?',
  newAddressMeaning:
    'The link you’re using now stops working right away. This phone switches to the new one. If you put the card on your home screen, add it again.',
  moved: 'Your card has a new link',
  movedHint: 'Bookmark this page. The old link no longer works.',

  yourData: 'Your data',
  yourDataHint: 'For both, we email you a link to make sure it’s you.',
  download: 'Email Me a Download Link',
  erase: 'Leave and Delete My Data',
  linkSent: 'Check your email. The link works for one hour.',
  notSent: 'Email not sent',
}

export const ownDataTexts = textsOf('ownData', ownData)
