/** The key of a member's correction of their details. */
import { expect, test } from 'vitest'
import { sentAs } from './use-own-details.ts'

const renamed = { changes: { lastName: 'Ferraz' }, seen: { lastName: 'Ferreira' } }

test('repeats a correction whose answer was lost with its key, and gives another one its own', () => {
  const first = sentAs(null, renamed)
  expect(first.key).toMatch(/^[0-9a-f-]{36}$/)
  expect(sentAs(first, renamed)).toEqual(first)
  const other = sentAs(first, { ...renamed, changes: { lastName: 'Paz' } })
  expect(other.key).not.toBe(first.key)
  expect(sentAs(null, renamed).key).not.toBe(first.key)
})
