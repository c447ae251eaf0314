/**
 * Customer search: folded, by prefix, all words, newest first; the same before the index is built.
 */
import fc from 'fast-check'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { hasNearlyAllWords, mayBeMisspelt } from '#pwa/records/near-match.ts'
import { SearchIndex } from '#pwa/records/search-index.ts'
import type { Customer } from '#schema/contract/customer.ts'
import { foldText, hasAllWords, searchTextOf, wordsOf } from '#schema/contract/search-text.ts'

let made = 0
function customer(of: Partial<Customer>): Customer {
  made += 1
  return {
    id: v7(),
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: null,
    points: 0,
    totalSpent: '0.00',
    createdAt: new Date(1_700_000_000_000 + made * 1000).toISOString(),
    ...of,
  }
}

const matches = (of: Partial<Customer>, query: string) =>
  hasAllWords(searchTextOf(customer(of)), wordsOf(query))

describe('a query', () => {
  test.each([
    ['jur', true],
    ['JÜRGEN', true],
    ['müller jürg', true],
    ['weiss', true],
    ['uller', false],
    ['jurgen bob', false],
  ])('matches folded names: %s → %s', (query, expected) => {
    expect(matches({ firstName: 'Jürgen', lastName: 'Müller Weiß' }, query)).toBe(expected)
  })

  test.each([
    ['ada@ex', true],
    ['+1 555 010 0199', true],
    ['5550100199', true],
    ['(555) 010', true],
    ['0199', true],
    ['ada 0199', true],
    ['0198', false],
  ])('e-mail and phone: %s → %s', (query, expected) => {
    expect(matches({ phone: '+1 555 010 0199' }, query)).toBe(expected)
  })

  test.each([
    ['+1 555 010 0199', '555 010 0199'],
    ['555-010-0199', '+15550100199'],
    ['1 (555) 010-0199', '(555) 010-0199'],
    ['020 7946 0958', '+44 20 7946 0958'],
  ])('typed %s, kept as %s', (query, phone) => {
    expect(matches({ phone }, query)).toBe(true)
  })

  test('finds masked fields by the characters they show', () => {
    const masked = { email: 'a•••@example.com', phone: '••• 0199' }
    expect(matches(masked, '0199')).toBe(true)
    expect(matches(masked, 'a•')).toBe(true)
    expect(matches(masked, 'ada@')).toBe(false)
  })

  test('finds a hyphenated name by either part', () => {
    expect(matches({ firstName: 'Anne-Marie' }, 'marie')).toBe(true)
    expect(matches({ lastName: "O'Brien" }, 'brien')).toBe(true)
  })

  test('folds letters that do not decompose into base and mark', () => {
    expect(foldText('Łódź Søren Æsir')).toBe('lodz soren aesir')
  })
})

describe('the index', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'ä'), minLength: 1, maxLength: 8 })
  const change = fc.oneof(
    fc.record({
      do: fc.constant('put' as const),
      at: fc.nat(40),
      first: letters,
      last: letters,
      day: fc.nat(9),
    }),
    fc.record({ do: fc.constant('remove' as const), at: fc.nat(40) }),
    fc.record({ do: fc.constant('build' as const) }),
  )

  test('finds the same as a walk over all rows, built or not, in the same order', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), letters, letters, (changes, one, other) => {
        const index = new SearchIndex()
        const rows = new Map<string, Customer>()
        for (const each of changes) {
          if (each.do === 'build') index.build(1000)
          else if (each.do === 'remove') {
            rows.delete(`${each.at}`)
            index.remove(`${each.at}`)
          } else {
            const createdAt = `2026-01-0${each.day}T00:00:00.000Z`
            const row = customer({
              id: `${each.at}`,
              firstName: each.first,
              lastName: each.last,
              createdAt,
            })
            rows.set(row.id, row)
            index.put(row)
          }
        }
        for (const query of ['', one, `${one} ${other}`]) {
          const words = wordsOf(query)
          const everybody = [...rows.values()]
          const exact = everybody.filter((row) => hasAllWords(searchTextOf(row), words))
          const near = everybody.filter((row) => hasNearlyAllWords(searchTextOf(row), words))
          const expected = (exact.length > 0 || !mayBeMisspelt(words) ? exact : near).sort(
            (a, b) => (a.createdAt + a.id < b.createdAt + b.id ? 1 : -1),
          )
          expect(index.search(query, 1000)).toEqual(expected)
          expect(index.search(query, 2)).toEqual(expected.slice(0, 2))
        }
        expect(index.size).toBe(rows.size)
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['+44 20 7946 0958', ['+44 20 7946 0958', '20 7946 0958']],
    ['+1 555 010 0199', ['+1 (555) 010-0199', '555 010 0199']],
    ['+880 1712 345678', ['+880 1712 345678', '1712 345678']],
    ['020 7946 0958', ['020 7946 0958', '20 7946 0958']],
    ['555-010-0199', ['5550100199']],
    ['1 (555) 010-0199', ['+15550100199', '555.010.0199']],
  ])('a number kept as %s is found at every digit typed from the fourth on', (phone, typed) => {
    const index = new SearchIndex()
    const kept = customer({ phone })
    index.put(kept)
    // Enough numbers with the same prefix to split their buckets.
    const digits = phone.replace(/\D/g, '')
    for (let count = 1000; count < 1600; count += 1) {
      index.put(customer({ phone: `${digits.slice(0, -4)}${count}` }))
    }
    const isFound = (query: string) => index.search(query, 1000).filter(({ id }) => id === kept.id)
    for (const isBuilt of [false, true]) {
      if (isBuilt) while (!index.build(1000));
      for (const number of typed) {
        for (let length = 4; length <= number.length; length += 1) {
          const query = number.slice(0, length)
          if (query.replace(/\D/g, '').length < 4) continue
          expect(isFound(query), `${query}, built: ${isBuilt}`).toEqual([kept])
        }
      }
    }
  })

  test.each([
    ['+44 20 7946 0958', '020 7946 0958'],
    ['+49 20 7946 0958', '+44 20 7946 0958'],
  ])('finds a complete number typed %s by its last ten digits, stored as %s', (query, phone) => {
    const index = new SearchIndex()
    const kept = customer({ phone })
    index.put(kept)
    expect(index.search(query, 2)).toEqual([kept])
    index.build(1000)
    expect(index.search(query, 2)).toEqual([kept])
  })

  test('two spellings of a number find each customer once, newest first', () => {
    const index = new SearchIndex()
    const older = customer({ phone: '20 7946 0958' })
    const newer = customer({ phone: '+44 20 7946 0958' })
    index.put(newer)
    index.put(older)
    expect(index.search('+44 20 7946 0958', 10)).toEqual([newer, older])
    index.build(1000)
    expect(index.search('+44 20 7946 0958', 10)).toEqual([newer, older])
  })

  test('splits buckets of thousands with the same prefix until they are small', () => {
    const index = new SearchIndex()
    for (let count = 0; count < 5000; count += 1) {
      index.put(customer({ email: `person${String(count).padStart(5, '0')}@example.com` }))
    }
    expect(index.search('person04321', 50).length).toBe(1)
    while (!index.build(1000));
    expect(index.search('person04321', 50).length).toBe(1)
    expect(index.search('person0432', 50).length).toBe(10)
    expect(index.search('personx', 50)).toEqual([])
    index.put(customer({ email: 'person043210@example.com' }))
    expect(index.search('person04321', 50).length).toBe(2)
  })

  // Inserting each would move all newer ones in every bucket of its words: minutes on a phone.
  test('rebuilds for a page of older customers, inserts a few in place', () => {
    const index = new SearchIndex()
    const page = (name: string, day: number) =>
      Array.from({ length: 100 }, (_, at) =>
        customer({
          email: `${name}${String(at).padStart(3, '0')}@example.com`,
          createdAt: new Date(Date.UTC(2026, 0, day, 0, at)).toISOString(),
        }),
      )
    for (const row of page('newer', 9)) index.put(row)
    while (!index.build(1000));
    const [one, ...others] = page('older', 5)
    if (one) index.put(one)
    expect(index.isBuilt).toBe(true)
    expect(index.search('older', 200)).toEqual([one])
    for (const row of others) index.put(row)
    expect(index.isBuilt).toBe(false)
    expect(index.search('ada', 500).length).toBe(200)
    while (!index.build(1000));
    expect(index.search('older', 200)).toEqual([...others.reverse(), one])
  })

  test('lists a member with a corrected name once, under the new name alone', () => {
    const index = new SearchIndex()
    const members = Array.from({ length: 60 }, (_, at) =>
      customer({ lastName: at === 30 ? 'Okonkwo' : `Okello-${at}` }),
    )
    for (const member of members) index.put(member)
    index.build(Number.POSITIVE_INFINITY)
    const corrected = { ...(members[30] as Customer), lastName: 'Okonjo-Weiß' }
    index.put(corrected)
    expect(index.search('okonkwo', 10)).toEqual([])
    for (const query of ['okonjo-weiss', 'okonjoweiss', 'okonjo', 'weiss']) {
      expect(index.search(query, 10)).toEqual([corrected])
    }
    const moved = { ...corrected, phone: '+1 777 222 3344' }
    index.put(moved)
    expect(index.search('3344', 10)).toEqual([moved])
  })
})
