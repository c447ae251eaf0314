/** Which dialog of a QR code is open, before, during and after a change. */
import { expect, test } from 'vitest'
import type { QrCode } from '#schema/contract/qr-code.ts'
import { type CodeDialog, reduceCodes } from './use-codes.ts'

const qrCode: QrCode = {
  id: 'till',
  code: 'ABCDEFGH23',
  name: 'Till',
  locationName: null,
  scanCount: 0,
  isActive: true,
  retiredAt: null,
  createdAt: '2026-05-01T00:00:00.000Z',
}
const retire: CodeDialog = { kind: 'retire', qrCode }
const scans: CodeDialog = { kind: 'scans', qrCode }

test.each([
  ['opens', { dialog: null, busy: false }, 'opened', { dialog: scans, busy: false }],
  ['replaces', { dialog: retire, busy: false }, 'opened', { dialog: scans, busy: false }],
  ['closes', { dialog: scans, busy: true }, 'closed', { dialog: null, busy: true }],
  [
    'keeps the question open',
    { dialog: retire, busy: false },
    'sent',
    { dialog: retire, busy: true },
  ],
  ['ends the question', { dialog: retire, busy: true }, 'changed', { dialog: null, busy: false }],
  ['keeps other dialogs', { dialog: scans, busy: true }, 'changed', { dialog: scans, busy: false }],
  ['asks again', { dialog: retire, busy: true }, 'failed', { dialog: retire, busy: false }],
] as const)('%s (%j, %s)', (_, before, kind, after) => {
  expect(reduceCodes(before, { kind, dialog: scans })).toEqual(after)
})
