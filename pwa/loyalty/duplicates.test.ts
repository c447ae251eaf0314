import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { readLikelyDuplicates } from '#pwa/loyalty/duplicates.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { OutboxMirror } from '#pwa/sync/outbox-mirror.ts'
import { loadedRecords } from '#tests/support/loaded-records.ts'

/** Members as a staff device holds them, with masked contacts. */
const members = [
  { firstName: 'Maeve', lastName: 'O\u2019Shea', email: 'm•••@mail.example', phone: null },
  { firstName: 'José', lastName: 'Núñez', email: 'j•••@mail.example', phone: '••• 0142' },
  { firstName: 'D\u2019Arcy', lastName: 'Ames', email: 'd•••@mail.example', phone: null },
  { firstName: 'Anne\u2011Marie', lastName: 'Weiß', email: 'a•••@mail.example', phone: null },
].map((person, n) => ({
  ...person,
  id: v7(),
  points: 0,
  totalSpent: '0.00',
  createdAt: new Date(1_700_000_000_000 + n).toISOString(),
}))
const records = loadedRecords([{ table: 'customer', rows: members, gone: [] }])
const view = viewOf({ records, outbox: new OutboxMirror(), identity: { businessId: v7() } })
const nobody = { firstName: '', lastName: '', email: '', phone: '' }

test.each([
  ['a straight apostrophe', { firstName: 'Maeve', lastName: "O'Shea" }, 'Maeve', 'name'],
  ['no apostrophe', { firstName: 'maeve', lastName: 'oshea' }, 'Maeve', 'name'],
  ['other accents', { firstName: 'JOSE', lastName: 'NUN\u0303EZ' }, 'José', 'name'],
  ['another hyphen', { firstName: 'Anne-Marie', lastName: 'Weiss' }, 'Anne\u2011Marie', 'name'],
  ['digits of another script', { phone: '+1 555 010 \u0660\u0661\u0664\u0662' }, 'José', 'phone'],
  ['a masked email', { firstName: "D'Arcy", email: 'darcy@mail.example' }, 'D\u2019Arcy', 'email'],
])('finds a likely duplicate for a person typed with %s', (_, typed, firstName, why) => {
  const found = readLikelyDuplicates(view, { ...nobody, ...typed })
  expect(found.map((each) => [each.customer.firstName, each.why])).toEqual([[firstName, why]])
})

test('finds no duplicate for a name of symbols only', () => {
  expect(readLikelyDuplicates(view, { ...nobody, firstName: '-', lastName: '\u2019' })).toEqual([])
})
