/** A super admin's visit of a business is one line of the activity log. */
import { expect, test } from 'vitest'
import type { AuditRecord } from '#schema/contract/platform.ts'
import { foldVisits } from './visits.ts'

let count = 0
const record = (act: string, minute: number, others: Partial<AuditRecord> = {}): AuditRecord => ({
  id: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
  businessId: 'shop',
  happenedAt: new Date(Date.UTC(2026, 10, 29, 9, minute)).toISOString(),
  actorKind: 'super_admin',
  actorId: 'ada',
  actorName: 'Ada',
  act,
  subject: null,
  outcome: 'done',
  code: null,
  network: '192.0.2.1',
  customer: null,
  amount: null,
  points: null,
  ...others,
})
const read = (records: AuditRecord[]) =>
  foldVisits(records).map(({ act, alsoViewed }) => [act, ...(alsoViewed ?? [])].join(' '))

test('folds one visit into one line, also with a sale in between', () => {
  expect(
    read([
      record('business.rewards', 30),
      record('business.qrCodes', 30),
      record('purchase.record', 29, { actorKind: 'staff', actorId: 'theo' }),
      record('business.rewards', 21),
      record('business.get', 21),
    ]),
  ).toEqual(['business.rewards business.qrCodes business.get', 'purchase.record'])
})

test('keeps visits apart by time, person and business', () => {
  expect(
    read([
      record('business.get', 40),
      record('business.get', 29),
      record('business.get', 29, { actorId: 'bea' }),
      record('business.get', 29, { businessId: 'other' }),
    ]),
  ).toHaveLength(4)
})

test('folds neither changes, refusals, nor the work of the business’s own people', () => {
  const twice = (act: string, others?: Partial<AuditRecord>) => [
    record(act, 10, others),
    record(act, 9, others),
  ]
  expect(read(twice('business.suspend'))).toHaveLength(2)
  expect(read(twice('business.get', { outcome: 'refused' }))).toHaveLength(2)
  expect(read(twice('business.get', { actorKind: 'business_admin' }))).toHaveLength(2)
})
