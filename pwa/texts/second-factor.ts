/** Two-step verification: the second step of signing in, and its setup in the profile. */

import { counted } from '#pwa/texts/language.ts'
import { textsOf } from './language.ts'

export const secondFactor = {
  title: 'Two-Step Verification',
  description:
    'After your password, sign in with a passkey or a code from an app. A stolen password alone opens nothing.',
  protect: 'Protect Your Account',
  setUpFirst: 'Set up two-step verification to continue. Super admins need it.',
  notNow: 'You’re offline. Connect to the internet to change this.',

  // Signing in
  stepTitle: 'Two-step verification',
  stepHint: 'Your password is right. One more step to sign in.',
  usePasskey: 'Use Passkey',
  passkeyHint: 'Your browser will ask for your fingerprint, face, PIN, or security key.',
  or: 'or',
  appCode: 'Code from your app',
  appCodeHint: (digits: number) => `${digits} digits from your authenticator app`,
  verify: 'Verify',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'Each code works once.',
  lostDevice: 'Lost your device? Use a recovery code',
  otherWays: 'Back to the other ways',
  startAgain: 'Back to login',
  stepFailed: 'Verification failed',
  passkeyNotUsed: 'That passkey didn’t work',
  passkeyNotUsedHint: 'Nothing was changed. Try again or choose another way.',

  // Passkeys
  passkeys: 'Passkeys',
  passkeysHint: 'Sign in with your fingerprint, face, PIN, or a security key.',
  noPasskeys: 'No passkeys yet.',
  addPasskey: 'Add Passkey',
  passkeyName: 'Name',
  passkeyNameHint: 'So you can tell it apart, like “Work laptop”.',
  thisDevice: 'This device',
  continue: 'Continue',
  cancel: 'Cancel',
  save: 'Save',
  passkeyAdded: 'Passkey added',
  passkeyNotAdded: 'Passkey not added',
  passkeyNotAddedHint: 'Nothing was changed. Try again.',
  passkeyHere: 'This device already has a passkey for your account.',
  passkeyUsed: (day: string, ago: string) => `Added ${day} · Used ${ago}`,
  passkeyUnused: (day: string) => `Added ${day} · Not used yet`,
  passkeyActions: (name: string) => `Actions for ${name}`,
  rename: 'Rename',
  renameTitle: 'Rename Passkey',
  renamed: 'Passkey renamed',
  notRenamed: 'Couldn’t rename the passkey',
  remove: 'Remove',
  removePasskeyTitle: (name: string) => `Remove ${name}?`,
  removePasskeyMeaning:
    'You won’t be able to sign in with it. Your other devices will be signed out.',
  passkeyRemoved: 'Passkey removed',
  notRemoved: 'Couldn’t remove it',
  noPasskeysHere: 'This browser doesn’t support passkeys here. Use an authenticator app.',

  // Authenticator app
  app: 'Authenticator App',
  appHint: 'Get a new code every 30 seconds from an app on your phone.',
  appSince: (day: string) => `Set up ${day}`,
  appOff: 'Not set up.',
  setUpApp: 'Set Up App',
  replaceApp: 'Replace App',
  appTitle: 'Set Up an Authenticator App',
  scanHint: 'Scan this code with the app, or type in the key.',
  appQrCode: 'QR code for your authenticator app',
  key: 'Key',
  copyKey: 'Copy Key',
  turnOn: 'Turn On',
  appReady: 'Authenticator app set up',
  appNotReady: 'Couldn’t set up the app',
  removeAppTitle: 'Remove the authenticator app?',
  removeAppMeaning: 'Its codes won’t work anymore. Your other devices will be signed out.',
  appRemoved: 'Authenticator app removed',

  // Recovery codes
  recoveryCodes: 'Recovery Codes',
  codesLeft: (count: number) => counted(count, { one: '# code left', other: '# codes left' }),
  codesMeaning: 'For when you lose your phone or passkey. Each code signs you in once.',
  newCodes: 'Make New Codes',
  newCodesTitle: 'Make new recovery codes?',
  newCodesMeaning: 'The codes you have now won’t work anymore.',
  codesFailed: 'Couldn’t make new codes',
  codesTitle: 'Save Your Recovery Codes',
  codesShownOnce:
    'Keep them somewhere safe, away from your phone. We can’t show them again. Your other devices were signed out.',
  codesShownAgain: 'Keep them somewhere safe, away from your phone. We can’t show them again.',
  copyCodes: 'Copy Codes',
  downloadCodes: 'Download',
  codesFile: 'regulars-recovery-codes.txt',
  codesSaved: 'I’ve Saved Them',

  // Resetting it for another person
  resetEntry: 'Reset Two-Step Verification',
  resetTitle: (name: string) => `Reset two-step verification for ${name}?`,
  resetMeaning:
    'They’ll be signed out everywhere and can sign in with their password alone until they set it up again. Make sure it’s really them who asked. We’ll email them.',
  reset: 'Reset',
  resetDone: (name: string) => `Two-step verification reset for ${name}`,
  resetFailed: 'Couldn’t reset two-step verification',
}

export const secondFactorTexts = textsOf('secondFactor', secondFactor)
