/** What an owner does with the QR codes there are. */
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
  savedHint: (name: string) => `Your change to ${name} is saved.`,
  retire: 'Retire',
  retireTitle: 'Retire this QR code?',
  retireHint:
    'Anyone who scans it is told that it’s no longer valid, and nobody can join with it. You can reactivate it later.',
  retired: 'QR code retired',
  retiredHint: (name: string) => `${name} no longer signs anyone up.`,
  reactivate: 'Reactivate',
  reactivated: 'QR code reactivated',
  reactivatedHint: (name: string) => `${name} signs customers up again.`,
  failed: 'QR code not changed',
}
