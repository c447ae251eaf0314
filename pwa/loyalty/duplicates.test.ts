import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { readLikelyDuplicates } from '#pwa/loyalty/duplicates.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { OutboxMirror } from '#pwa/records/outbox-mirror.ts'
import { loadedRecords } from '#tests/support/loaded-records.ts'

/** Members as a staff device holds them, with masked contacts. */
const members = rowsOf([
  { firstName: 'Maeve', lastName: 'O\u2019Shea', email: 'm•••@mail.example', phone: null },
  { firstName: 'José', lastName: 'Núñez', email: 'j•••@mail.example', phone: '••• 0142' },
  { firstName: 'D\u2019Arcy', lastName: 'Ames', email: 'd•••@mail.example', phone: null },
  { firstName: 'Anne\u2011Marie', lastName: 'Weiß', email: 'a•••@mail.example', phone: null },
])
const view = viewWith(members)
const nobody = { firstName: '', lastName: '', email: '', phone: '' }

test.each([
  ['a straight apostrophe', { firstName: 'Maeve', lastName: "O'Shea" }, 'Maeve', 'name'],
  ['no apostrophe', { firstName: 'maeve', lastName: 'oshea' }, 'Maeve', 'name'],
  ['other accents', { firstName: 'JOSE', lastName: 'NUN\u0303EZ' }, 'José', 'name'],
  ['another hyphen', { firstName: 'Anne-Marie', lastName: 'Weiss' }, 'Anne\u2011Marie', 'name'],
  [
    'digits of another script',
    { phone: '+1 555 010 \u0660\u0661\u0664\u0662' },
    'José',
    'lastDigits',
  ],
  [
    'a masked email',
    { firstName: "D'Arcy", email: 'darcy@mail.example' },
    'D\u2019Arcy',
    'likeEmail',
  ],
])('finds a likely duplicate for a person typed with %s', (_, typed, firstName, why) => {
  const found = readLikelyDuplicates(view, { ...nobody, ...typed })
  expect(found.map((each) => [each.customer.firstName, each.why])).toEqual([[firstName, why]])
})

test('finds no duplicate for a name of symbols only', () => {
  expect(readLikelyDuplicates(view, { ...nobody, firstName: '-', lastName: '\u2019' })).toEqual([])
})

test('takes whole numbers for the same with or without a country code, by all their digits', () => {
  const owners = viewWith(
    rowsOf([
      { firstName: 'Ida', lastName: 'Park', email: 'ida@mail.example', phone: '+49 30 5550142' },
      { firstName: 'Ben', lastName: 'Roy', email: 'ben@mail.example', phone: '+49 40 5550142' },
      { firstName: 'Eva', lastName: 'Lind', email: 'eva@mail.example', phone: '030 555 01 42' },
    ]),
  )
  const found = readLikelyDuplicates(owners, { ...nobody, phone: '030 5550142' })
  expect(found.map(({ customer, why }) => [customer.firstName, why])).toEqual([
    ['Eva', 'phone'],
    ['Ida', 'phone'],
  ])
})

function rowsOf(
  people: { firstName: string; lastName: string; email: string; phone: string | null }[],
) {
  return people.map((person, n) => ({
    ...person,
    id: v7(),
    points: 0,
    totalSpent: '0.00',
    createdAt: new Date(1_700_000_000_000 + n).toISOString(),
  }))
}

function viewWith(rows: ReturnType<typeof rowsOf>) {
  const records = loadedRecords([{ table: 'customer', rows, gone: [] }])
  return viewOf({ records, outbox: new OutboxMirror(), identity: { businessId: v7() } })
}
