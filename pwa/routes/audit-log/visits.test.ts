/** A super admin's visit of a business is one line of the activity log. */
import { expect, onTestFinished, test, vi } from 'vitest'
import type { AuditRecord } from '#schema/contract/platform.ts'
import { foldVisits } from './visits.ts'

let count = 0
/** Minutes after 9:00 on this device's clock. */
const instantAt = (minute: number) => new Date(2026, 10, 29, 9, minute).toISOString()
const record = (act: string, minute: number, others: Partial<AuditRecord> = {}): AuditRecord => ({
  id: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}`,
  businessId: 'shop',
  happenedAt: instantAt(minute),
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

test('keeps when a visit began, if it took more than a minute', () => {
  const [visit, glance, change] = foldVisits([
    record('business.get', 59),
    record('business.rewards', 50),
    record('business.get', 41),
    record('business.get', 30),
    record('business.rewards', 29),
    record('business.suspend', 28),
  ])
  expect(visit).toMatchObject({ happenedAt: instantAt(59), since: instantAt(41) })
  expect(glance?.happenedAt).toBe(instantAt(30))
  expect(glance).not.toHaveProperty('since')
  expect(change).not.toHaveProperty('since')
})

test.each(['America/Los_Angeles', 'Pacific/Auckland'])(
  'ends a visit with the day on this device’s clock (%s)',
  (timeZone) => {
    vi.stubEnv('TZ', timeZone)
    onTestFinished(() => void vi.unstubAllEnvs())
    const midnight = -9 * 60
    const views = [3, 0, -3, -6].map((minute) => record('business.get', midnight + minute))
    expect(foldVisits(views).map(({ since }) => since)).toEqual([
      instantAt(midnight),
      instantAt(midnight - 6),
    ])
    // One of these is midnight in UTC, where a visit goes on.
    for (const hour of [13, 16]) {
      const pair = [1, -1].map((minute) => record('business.get', (hour - 9) * 60 + minute))
      expect(foldVisits(pair)).toHaveLength(1)
    }
  },
)
