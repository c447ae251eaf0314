/**
 * The list of customers as ids, and a day's figures: filtered, sorted, with the outbox included.
 */
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { readCustomerIds, readShownCustomers } from '#pwa/loyalty/customer-list.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { readToday } from '#pwa/loyalty/today.ts'
import { OutboxMirror } from '#pwa/records/outbox-mirror.ts'
import { setLanguage } from '#pwa/texts/language.ts'
import { loadedRecords } from '#tests/support/loaded-records.ts'

const businessId = v7()
const now = new Date('2026-11-20T15:00:00').getTime()
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString()

const people = [
  { firstName: 'Zoe', lastName: 'Adams', points: 5, totalSpent: '9.00', createdAt: daysAgo(50) },
  { firstName: 'أمل', lastName: 'Baker', points: 80, totalSpent: '10.00', createdAt: daysAgo(40) },
  { firstName: 'Ann', lastName: 'clark', points: 60, totalSpent: '100.00', createdAt: daysAgo(2) },
].map((person, n) => ({ id: v7(), email: `p${n}@example.com`, phone: null, ...person }))
const [zoe, amal, ann] = people as [Person, Person, Person]
type Person = (typeof people)[number]

function viewWith(purchases: object[] = [], coupons: object[] = [], timeZone?: string) {
  const rows = (list: object[]) => list as { id: string }[]
  const records = loadedRecords([
    {
      table: 'business',
      rows: rows([{ id: businessId, createdAt: daysAgo(90), timeZone }]),
      gone: [],
    },
    { table: 'customer', rows: rows(people), gone: [] },
    {
      table: 'reward',
      rows: rows([
        { id: v7(), name: 'Cake', pointsRequired: 60, isActive: true, retiredAt: null },
        { id: v7(), name: 'Cup', pointsRequired: 10, isActive: false, retiredAt: null },
      ]),
      gone: [],
    },
    { table: 'purchase', rows: rows(purchases), gone: [] },
    { table: 'coupon', rows: rows(coupons), gone: [] },
  ])
  return viewOf({ records, outbox: new OutboxMirror(), identity: { businessId } })
}

const bought = (who: Person, days: number, amount = '10.00', more = {}) => ({
  id: v7(),
  memberId: who.id,
  amount,
  points: 1,
  note: null,
  recordedAt: daysAgo(days),
  reversedAt: null,
  ...more,
})

const idsOf = (wish: Partial<Parameters<typeof readCustomerIds>[1]>, view = viewWith()) =>
  readCustomerIds(view, { query: '', group: 'all', sort: '-joined', ...wish }, now).ids

test('sorts by each column, in both directions', () => {
  expect(idsOf({})).toEqual([ann.id, amal.id, zoe.id])
  expect(idsOf({ sort: 'joined' })).toEqual([zoe.id, amal.id, ann.id])
  expect(idsOf({ sort: 'name' })).toEqual([zoe.id, amal.id, ann.id])
  expect(idsOf({ sort: '-name' })).toEqual([ann.id, amal.id, zoe.id])
  expect(idsOf({ sort: '-points' })).toEqual([amal.id, ann.id, zoe.id])
  // The list compares amounts, not their text.
  expect(idsOf({ sort: '-spent' })).toEqual([ann.id, amal.id, zoe.id])
})

test('sorts names by the language on the screen', () => {
  const names = ['Ñandú', 'Nzinga']
  const rows = names.map((lastName) => ({ ...zoe, id: v7(), lastName }))
  const records = loadedRecords([{ table: 'customer', rows, gone: [] }])
  const view = viewOf({ records, outbox: new OutboxMirror(), identity: { businessId } })
  const namesOf = () =>
    readShownCustomers(view, idsOf({ sort: 'name' }, view)).map(({ lastName }) => lastName)
  expect(namesOf()).toEqual(['Ñandú', 'Nzinga'])
  setLanguage('es', {})
  expect(namesOf()).toEqual(['Nzinga', 'Ñandú'])
  setLanguage('en', {})
})

test('groups customers who bought, stayed away, joined, or can redeem an offered reward', () => {
  const view = viewWith([bought(zoe, 3), bought(amal, 31)])
  expect(idsOf({ group: 'active' }, view)).toEqual([zoe.id])
  expect(idsOf({ group: 'away' }, view)).toEqual([amal.id])
  expect(idsOf({ group: 'new' }, view)).toEqual([ann.id])
  expect(idsOf({ group: 'ready' }, view)).toEqual([ann.id, amal.id])
  expect(idsOf({ group: 'unreached' }, view)).toEqual([])
  expect(idsOf({ group: 'ready', query: 'baker' }, view)).toEqual([amal.id])
  expect(idsOf({ query: 'nobody-here' }, view)).toEqual([])
})

test('a file has whole rows in the order of the list', () => {
  const view = viewWith()
  const ids = idsOf({ sort: 'name' }, view)
  expect(readShownCustomers(view, [...ids, v7()]).map(({ firstName }) => firstName)).toEqual([
    'Zoe',
    'أمل',
    'Ann',
  ])
})

test('today counts what was not taken back, next to the same hours a week ago', () => {
  const coupon = { memberId: zoe.id, source: 'reward', voidedAt: null, codeDigest: 'a' }
  const view = viewWith(
    [
      bought(zoe, 0.1, '12.50'),
      bought(zoe, 0.2, '7.50', { reversedAmount: '2.50' }),
      bought(amal, 0.1, '99.00', { reversedAt: daysAgo(0) }),
      bought(amal, 1, '5.00'),
      bought(amal, 7.1, '4.00'),
      // A week ago, but later in the day than now.
      bought(amal, 6.8, '400.00'),
      bought(amal, 13.1, '3.00'),
      // Two weeks and a day ago.
      bought(amal, 14.8, '800.00'),
    ],
    [
      { ...coupon, id: v7(), issuedAt: daysAgo(0.1) },
      { ...coupon, id: v7(), issuedAt: daysAgo(0.1), voidedAt: daysAgo(0), codeDigest: 'b' },
      { ...coupon, id: v7(), issuedAt: daysAgo(0.1), source: 'welcome', codeDigest: 'c' },
    ],
  )
  expect(readToday(view, now)).toEqual({
    today: { purchases: 2, sales: '17.50', newMembers: 0, rewards: 1 },
    lastWeek: { purchases: 1, sales: '4.00', newMembers: 0, rewards: 0 },
    days: [300, 0, 0, 0, 0, 0, 40_400, 0, 0, 0, 0, 0, 500, 1750],
    day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    loading: false,
  })
})

test('counts the day in the zone that an owner has just chosen, as the shift does', () => {
  const view = viewWith([], [], 'America/New_York')
  const business = { timeZone: 'Pacific/Auckland' } as NonNullable<typeof view.overlay.business>
  const changed = { ...view, overlay: { ...view.overlay, business } }
  const present = Date.parse('2027-06-15T08:00:00+12:00')
  expect([view, changed].map((each) => readToday(each, present).day)).toEqual([
    '2027-06-14',
    '2027-06-15',
  ])
})

test.each([
  // Clocks went forward on Sunday the 14th.
  ['America/New_York', '2027-03-15T00:30:00-04:00', '2027-03-08', '-05:00'],
  ['America/New_York', '2027-03-15T23:30:00-04:00', '2027-03-08', '-05:00'],
  // They went back on Sunday the 7th.
  ['America/New_York', '2027-11-08T00:30:00-05:00', '2027-11-01', '-04:00'],
  ['America/New_York', '2027-11-08T23:30:00-05:00', '2027-11-01', '-04:00'],
  // The device is in another time zone.
  ['Pacific/Auckland', '2027-06-15T08:00:00+12:00', '2027-06-08', '+12:00'],
])('compares %s at %s with the same weekday up to the same time', (zone, at, day, offset) => {
  const present = Date.parse(at)
  const time = at.slice(11, 19)
  const sale = (recordedAt: string, amount: string) => ({
    id: v7(),
    memberId: ann.id,
    amount,
    recordedAt: new Date(Date.parse(recordedAt)).toISOString(),
  })
  const end = Date.parse(`${day}T${time}${offset}`)
  const view = viewWith(
    [
      sale(`${day}T00:00:00${offset}`, '1.00'),
      sale(new Date(end - 1000).toISOString(), '2.00'),
      sale(new Date(end).toISOString(), '400.00'),
      sale(new Date(Date.parse(`${day}T00:00:00${offset}`) - 1000).toISOString(), '800.00'),
      sale(`${at.slice(0, 11)}00:00:00${at.slice(19)}`, '4.00'),
    ],
    [],
    zone,
  )
  const { today, lastWeek, ...shown } = readToday(view, present)
  expect(shown.day).toBe(at.slice(0, 10))
  expect([today.sales, lastWeek?.sales]).toEqual(['4.00', '3.00'])
})

test('counts no member as new today whom an import brought over', () => {
  const records = loadedRecords([
    {
      table: 'customer',
      rows: [{}, { imported: true }].map((of) => ({ id: v7(), createdAt: daysAgo(0.01), ...of })),
      gone: [],
    },
  ])
  expect(readToday({ ...viewWith(), records }, now).today.newMembers).toBe(1)
})
