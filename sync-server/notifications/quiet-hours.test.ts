/** Tests when quiet hours end, on ordinary nights and when clocks change. */
import { expect, test } from 'vitest'
import { endOfQuiet } from './quiet-hours.ts'

const newYork = { quietFrom: '22:00', quietUntil: '07:00', timeZone: 'America/New_York' }

test.each([
  ['in the evening', '2026-11-21T04:30:00Z', '2026-11-21T12:00:00Z'],
  ['after midnight', '2026-11-21T06:30:00Z', '2026-11-21T12:00:00Z'],
  ['to the minute', '2026-11-21T11:59:00Z', '2026-11-21T12:00:00Z'],
  ['in the night that is an hour shorter', '2027-03-14T04:30:00Z', '2027-03-14T11:00:00Z'],
  ['in the night that is an hour longer', '2026-11-01T03:30:00Z', '2026-11-01T12:00:00Z'],
  ['after the clock was put back', '2026-11-01T07:30:00Z', '2026-11-01T12:00:00Z'],
])('last until seven on the phone’s clock: %s', (_, now, end) => {
  expect(endOfQuiet(newYork, new Date(now)).toISOString()).toBe(new Date(end).toISOString())
})

test.each([
  ['before they begin', newYork, '2026-11-21T02:59:00Z'],
  ['when they have ended', newYork, '2026-11-21T12:00:00Z'],
  ['where they are off', { ...newYork, quietUntil: '22:00' }, '2026-11-21T04:30:00Z'],
])('let a message through %s', (_, hours, now) => {
  expect(endOfQuiet(hours, new Date(now))).toEqual(new Date(now))
})
