/** How a press on a column's header sorts the list of customers. */
import { expect, test } from 'vitest'
import { nextSort, orderOf } from './customer-order.ts'

test.each([
  ['name', '-joined', 'name'],
  ['name', 'name', '-name'],
  ['name', '-name', 'name'],
  ['points', '-joined', '-points'],
  ['points', '-points', 'points'],
  ['points', 'points', '-points'],
  ['spent', '-points', '-spent'],
  ['joined', '-joined', 'joined'],
] as const)('a press on %s turns %s into %s', (column, sort, next) => {
  expect(nextSort(column, sort)).toBe(next)
})

test.each([
  ['points', '-points', 'descending'],
  ['points', 'points', 'ascending'],
  ['points', '-spent', null],
  ['name', '-name', 'descending'],
] as const)('the order of %s in a list sorted by %s is %s', (column, sort, order) => {
  expect(orderOf(column, sort)).toBe(order)
})
