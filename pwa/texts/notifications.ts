/** Notifications on a customer's own phone: kinds, quiet hours, turning them off. */
import { textsOf } from './language.ts'

export const notifications = {
  title: 'Notifications',
  intro: (business: string) =>
    `Get a notification on this phone when something changes at ${business}.`,
  kinds: 'Notify me when',
  points: 'I earn points',
  coupon: 'A coupon is about to expire',
  reward: 'I have enough points for a reward',
  quietHours: 'Quiet hours',
  quietHint: 'Nothing arrives between these times. Use the same time twice for no quiet hours.',
  from: 'From',
  until: 'Until',
  turnOn: 'Turn On Notifications',
  save: 'Save Changes',
  turnOff: 'Turn Off',
  on: 'Notifications are on',
  saved: 'Changes saved',
  off: 'Notifications are off',
  chooseOne: 'Choose at least one kind of notification.',
  refused: 'Your browser didn’t allow notifications. Allow them for this site in its settings.',
  blocked:
    'Notifications are blocked for this site. Allow them in your browser’s settings, then open your card again.',
  installFirst: 'Add your card to your home screen to get notifications on this phone.',
  offline: 'Connect to the internet to change notifications.',
  failed: 'We couldn’t change your notifications. Try again.',
}

export const notificationTexts = textsOf('notifications', notifications)
