/** Fallback messages for failed actions, if the screen has none of its own. */
import { textsOf } from './language.ts'

export const failure = {
  tryAgain: 'Please try again.',
  deviceFull: 'This device is out of storage, so this wasn’t saved.',
  deviceClosed: 'You’re signed out, so this wasn’t saved.',
  deviceUnopened: 'We can’t open this device’s data right now.',
  alreadySynced: 'This already synced. Refresh to see the latest.',
  cannotSeal: 'Go online before you sign out so your unsynced changes are protected.',
  otherBusiness: 'This file belongs to another business.',
  unreadableFile: 'We couldn’t read this file. Choose one exported from Regulars.',
}

export const failureTexts = textsOf('failure', failure)
