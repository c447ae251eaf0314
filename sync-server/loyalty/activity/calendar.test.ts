import { expect, test } from 'vitest'
import { dayStarts } from './calendar.ts'

test('begins days at local midnight across a clock change', () => {
  const now = new Date('2026-11-02T04:30:00Z')
  expect(
    dayStarts('America/New_York', 3, now).map(({ day, at }) => [day, at.toISOString()]),
  ).toEqual([
    ['2026-10-30', '2026-10-30T04:00:00.000Z'],
    ['2026-10-31', '2026-10-31T04:00:00.000Z'],
    // Daylight saving time ends on this day.
    ['2026-11-01', '2026-11-01T04:00:00.000Z'],
  ])
  const later = new Date('2026-11-02T12:00:00Z')
  expect(dayStarts('America/New_York', 1, later)[0]?.at.toISOString()).toBe(
    '2026-11-02T05:00:00.000Z',
  )
  expect(dayStarts('Asia/Tokyo', 1, new Date('2026-11-02T15:00:00Z'))[0]?.day).toBe('2026-11-03')
})
