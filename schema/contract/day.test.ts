/** Days in time zones: a day ends at the last instant at which clocks there show it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { couponEnd, couponState, couponTerm, hasExpired, lastDayOf } from './coupon-term.ts'
import { addDays, dayOf, defaultTimeZone, endOfDay, startOfDay, timeZoneOf } from './day.ts'
import { timeZone } from './id.ts'
import { programChanges } from './program.ts'
import { hasRewardExpired, lastDayOffered } from './reward.ts'

const zones = Intl.supportedValuesOf('timeZone')
/**
 * Zones with offsets of half and quarter hours, and with gaps and repeated hours around midnight.
 */
const odd = [
  'Africa/Cairo',
  'America/Havana',
  'America/Santiago',
  'America/St_Johns',
  'Antarctica/Troll',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
]

test('ends every day at its last instant, in every zone at any time', () => {
  const zone = fc.oneof(fc.constantFrom(...zones), fc.constantFrom(...odd))
  const at = fc.integer({ min: Date.UTC(2012, 0), max: Date.UTC(2060, 0) })
  fc.assert(
    fc.property(zone, at, (timeZone, at) => {
      const day = dayOf(at, timeZone)
      const [start, end] = [startOfDay(day, timeZone), endOfDay(day, timeZone)]
      expect(start).toBeLessThanOrEqual(at)
      expect(end).toBeGreaterThanOrEqual(at)
      expect(dayOf(start, timeZone)).toBe(day)
      expect(dayOf(end, timeZone)).toBe(day)
      expect(dayOf(end + 1, timeZone)).toBe(addDays(day, 1))
      // Antarctica/Troll changes its clocks by two hours.
      expect(Math.abs(end + 1 - start - 86_400_000)).toBeLessThanOrEqual(2 * 3_600_000)
    }),
    { numRuns: 2000, seed: 370 },
  )
})

test.each([
  // Clocks go forward, and back.
  ['America/New_York', '2026-03-08', '2026-03-09T03:59:59.999Z'],
  ['America/New_York', '2026-11-01', '2026-11-02T04:59:59.999Z'],
  // A skipped hour at the start of the next day, or a repeated hour at the end of this one.
  ['Africa/Cairo', '2026-04-23', '2026-04-23T21:59:59.999Z'],
  ['Africa/Cairo', '2026-10-29', '2026-10-29T21:59:59.999Z'],
  ['America/Santiago', '2026-09-05', '2026-09-06T03:59:59.999Z'],
  ['America/Santiago', '2026-04-04', '2026-04-05T03:59:59.999Z'],
  ['Australia/Lord_Howe', '2026-10-04', '2026-10-04T12:59:59.999Z'],
  ['Asia/Kathmandu', '2026-12-03', '2026-12-03T18:14:59.999Z'],
  ['Pacific/Kiritimati', '2026-12-03', '2026-12-03T09:59:59.999Z'],
  // A skipped day ends with the day before it.
  ['Pacific/Apia', '2011-12-29', '2011-12-30T09:59:59.999Z'],
  ['Pacific/Apia', '2011-12-30', '2011-12-30T09:59:59.999Z'],
  ['Pacific/Apia', '2011-12-31', '2011-12-31T09:59:59.999Z'],
  // Clocks went back at a minute past midnight.
  ['America/St_Johns', '2010-11-06', '2010-11-07T03:29:59.999Z'],
])('in %s, %s ends at %s', (zone, day, end) => {
  expect(new Date(endOfDay(day, zone)).toISOString()).toBe(end)
})

const issuedAt = new Date('2026-11-27T04:30:00Z')

test.each([
  ['America/Los_Angeles', '2026-12-03', '2026-12-04T07:59:59.999Z'],
  ['America/New_York', '2026-12-03', '2026-12-04T04:59:59.999Z'],
  ['Pacific/Auckland', '2026-12-04', '2026-12-04T10:59:59.999Z'],
])('accepts a coupon for seven days, issued in %s, until %s is over', (zone, day, end) => {
  const { expiresOn, expiresAt } = couponTerm(issuedAt, 7, zone)
  expect([expiresOn, expiresAt.toISOString()]).toEqual([day, end])
  const coupon = { expiresOn, expiresAt: expiresAt.toISOString(), usedAt: null }
  expect(lastDayOf(coupon, zone)).toBe(day)
  expect(couponState(coupon, Date.parse(end), zone)).toBe('valid')
  expect(couponState(coupon, Date.parse(end) + 1, zone)).toBe('expired')
})

test('a coupon keeps its day and loses no time when the business changes its time zone', () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.constantFrom(...zones), (before, after) => {
      const coupon = couponTerm(issuedAt, 7, before)
      expect(lastDayOf(coupon, after)).toBe(coupon.expiresOn)
      expect(couponEnd(coupon, after)).toBeGreaterThanOrEqual(coupon.expiresAt.getTime())
      expect(couponEnd(coupon, after)).toBeGreaterThanOrEqual(endOfDay(coupon.expiresOn, after))
    }),
    { numRuns: 500, seed: 370 },
  )
})

test.each([
  ['America/Los_Angeles', '2026-12-04', '2026-12-05T07:59:59.999Z'],
  ['America/New_York', '2026-12-04', '2026-12-05T04:59:59.999Z'],
  ['Pacific/Auckland', '2026-12-04', '2026-12-04T10:59:59.999Z'],
])(
  'in %s, accepts a coupon without a day until %s, the day in its mail, is over',
  (zone, day, end) => {
    const coupon = { expiresAt: '2026-12-04T04:30:00.000Z' }
    expect(lastDayOf(coupon, zone)).toBe(day)
    expect(hasExpired(coupon, Date.parse(end), zone)).toBe(false)
    expect(hasExpired(coupon, Date.parse(end) + 1, zone)).toBe(true)
  },
)

test('without a time zone, accepts a coupon until its day is over everywhere in the United States', () => {
  const zone = timeZoneOf({ timeZone: null })
  expect(zone).toBe(defaultTimeZone)
  expect([timeZoneOf(null), timeZoneOf({ timeZone: 'Mars/Olympus' })]).toEqual([zone, zone])
  const { expiresOn, expiresAt } = couponTerm(issuedAt, 7, zone)
  for (const state of ['America/New_York', 'America/Los_Angeles', 'America/Anchorage']) {
    expect(expiresAt.getTime()).toBeGreaterThan(endOfDay(expiresOn, state))
  }
})

test('offers a reward until its expiry day is over', () => {
  const reward = { expiryDate: '2026-12-04T04:59:59.999Z' }
  expect(lastDayOffered(reward, 'America/New_York')).toBe('2026-12-03')
  expect(hasRewardExpired(reward, Date.parse('2026-12-04T04:59:59.999Z'), 'America/New_York')).toBe(
    false,
  )
  expect(hasRewardExpired(reward, Date.parse('2026-12-04T05:00:00Z'), 'America/New_York')).toBe(
    true,
  )
  // An expiry that is not at the end of a day.
  const noon = { expiryDate: '2026-12-03T17:00:00.000Z' }
  expect(hasRewardExpired(noon, Date.parse('2026-12-04T04:59:59.999Z'), 'America/New_York')).toBe(
    false,
  )
  expect(hasRewardExpired({ expiryDate: null }, issuedAt.getTime(), 'UTC')).toBe(false)
  expect(hasRewardExpired({ expiryDate: '9999-12-31T23:59:59.999Z' }, 0, 'Pacific/Auckland')).toBe(
    false,
  )
})

test('accepts a time zone that the runtime knows, and no fixed offset from UTC', () => {
  const isTaken = (name: string) => programChanges.safeParse({ timeZone: name }).success
  for (const name of ['America/New_York', 'UTC', 'Asia/Calcutta']) expect(isTaken(name)).toBe(true)
  for (const name of ['+05:30', 'Mars/Olympus', '', 'x'.repeat(61)])
    expect(isTaken(name)).toBe(false)
  expect(timeZone.safeParse('Nowhere').error?.issues[0]?.message).toBe(
    'Use a time zone like America/New_York',
  )
})
