/** Elements around the screens: updates, installing, load errors, the footer. */
import { textsOf } from './language.ts'

export const shell = {
  addToHomeScreen: 'Add to Home Screen',
  addCard: 'Add your card to your home screen',
  addCounter: 'Add the counter to your home screen',
  oneTapAway: 'One tap away, even offline.',
  addToHomeScreenAct: 'Add to Home Screen',
  tapShare: 'Tap the Share button in Safari',
  tapAdd: 'Tap Add to Home Screen',
  installByMenu:
    'To keep the counter on this device’s home screen, open your browser’s menu and choose Install or Add to Home Screen. In a browser without either, bookmark this page; it works offline too.',
  notNow: 'Not Now',
  tryAgain: 'Try Again',
  newVersion: 'New version available',
  update: 'Update',
  offlineStale: 'You’re offline. Showing an earlier version.',
  loaded: (ago: string) => `Loaded ${ago}`,
  stale: (why: string) => `${why} Showing an earlier version.`,
  notRefreshed: 'Couldn’t refresh.',
  offline: 'You’re offline. Connect to the internet to see this.',
  needsServer: 'You’re offline. Connect to the internet to do this.',
  notLoaded: 'We couldn’t load this. Try again.',
  requestId: (id: string) => `Request ID ${id}`,
  about: 'About',
  terms: 'Terms of Service',
  privacy: 'Privacy Policy',
  version: (version: string) => `Version ${version}`,
}

export const shellTexts = textsOf('shell', shell)
