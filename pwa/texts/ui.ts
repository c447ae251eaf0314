/** Texts of the design system's own controls. */
import { percentage, textsOf } from './language.ts'

export const ui = {
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  tryAgain: 'Try again.',
  copyFailed: 'Couldn’t copy',
  copyBlocked: 'Your browser blocked copying. Select the text and copy it yourself.',
  showLatest: 'Show the latest',
  clear: 'Clear',
  deleteDigit: 'Delete the last digit',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  clearSearch: 'Clear search',
  didYouMean: 'Did you mean <address>that address</address>?',
  mainNavigation: 'Main',
  menu: 'Menu',
  bar: 'Shortcuts',
  more: 'More',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  skipToContent: 'Skip to content',
  moreThanBefore: (percent: number) => `${percentage(percent)} more than the period before`,
  lessThanBefore: (percent: number) => `${percentage(percent)} less than the period before`,
  justNow: 'just now',
  browserOn: (browser: string, system: string) => `${browser} on ${system}`,
  unknownDevice: 'Unknown device',
  colorTheme: 'Color theme',
  lightTheme: 'Light',
  darkTheme: 'Dark',
  systemTheme: 'System',
  sync: {
    waiting: 'Saved on device',
    sending: 'Syncing',
    saved: 'Synced',
    parked: 'On hold',
    refused: 'Needs attention',
  },
}

export const uiTexts = textsOf('ui', ui)
