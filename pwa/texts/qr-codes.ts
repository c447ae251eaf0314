/** An owner's actions on existing QR codes. */
import { counted, percentage, textsOf } from './language.ts'

export const qrCodes = {
  title: 'QR Codes',
  columnActions: 'Actions',
  more: (name: string) => `More for ${name}`,
  thisCode: 'This QR code',
  show: 'Show QR Code',
  edit: 'Edit QR Code',
  editHint: 'Rename it or move it. What you’ve printed keeps working.',
  save: 'Save',
  cancel: 'Cancel',
  saved: 'QR code saved',
  savedHint: (name: string) => `${name} is saved.`,
  pause: 'Pause',
  paused: 'QR code paused',
  pausedHint: (name: string) => `${name} signs nobody up until you resume it.`,
  resume: 'Resume',
  resumed: 'QR code resumed',
  resumedHint: (name: string) => `${name} signs customers up again.`,
  retire: 'Retire',
  retireTitle: 'Retire this QR code?',
  retireHint:
    'Anyone who scans it is told that it’s no longer valid, and nobody can join with it. You can’t bring it back. To stop it for a while, pause it instead.',
  retired: 'QR code retired',
  retiredHint: (name: string) => `${name} no longer signs anyone up.`,
  standingRetired: 'Retired',
  scans: 'Scans over Time',
  scansOf: (name: string) => `Scans of ${name}`,
  scansInPeriod: (scans: string, before: string, signUps: string) =>
    `Scans: ${scans}, and ${before} in the period before. Sign-ups: ${signUps}.`,
  sheet: 'Print Sheet',
  sheetHint: 'Four to a page, with your logo and colors.',
  printCount: (count: number) => (count === 1 ? 'Print 1 Code' : `Print ${count} Codes`),
  welcomeOffer: (points: number, percent: number) => {
    const given = counted(points, { one: '# point', other: '# points' })
    if (points > 0 && percent > 0) return `${given} and ${percentage(percent)} off to start with`
    if (points > 0) return `${given} to start with`
    return percent > 0
      ? `${percentage(percent)} off to start with`
      : 'Earn points on every purchase'
  },
  failed: 'QR code not changed',
}

export const qrCodeTexts = textsOf('qrCodes', qrCodes)
