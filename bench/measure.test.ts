/** Tests the arithmetic of the figures. */
import { expect, test } from 'vitest'
import { aim, barOfRatio, isMet } from './figure.ts'
import { median, percentile, perSecond } from './measure.ts'
import { printTable } from './table.ts'

test('returns a sample as percentile, whatever the order', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(percentile([4, 3, 2, 1], 0.95)).toBe(4)
})

test('does every piece of work once when measuring a rate', async () => {
  const done: number[] = []
  await perSecond(10, 3, async (index) => done.push(index))
  expect(done.sort((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('judges a ratio bar against the baseline and prints a missed one', () => {
  const first = { what: 'first sync', measured: 3, unit: 's' } as const
  const baseline = { what: 'plain rows', measured: 10 }
  expect(isMet({ ...first, baseline, bar: barOfRatio(0.25) })).toBe(false)
  expect(isMet({ ...first, bar: aim(3) })).toBe(true)
  expect(printTable('x', [{ ...first, baseline, bar: barOfRatio(0.25) }])).toContain('MISSED')
})
