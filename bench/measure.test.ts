/** The arithmetic of the figures. */
import { expect, test } from 'vitest'
import { aim, barOfRatio, isMet } from './figure.ts'
import { median, percentile, perSecond } from './measure.ts'
import { printTable } from './table.ts'

test('percentiles are samples, whatever their order', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(percentile([4, 3, 2, 1], 0.95)).toBe(4)
})

test('a rate does every piece of work once', async () => {
  const done: number[] = []
  await perSecond(10, 3, async (index) => done.push(index))
  expect(done.sort((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('a bar of the ratio is judged beside the baseline, and a missed one is said', () => {
  const first = { what: 'first sync', measured: 3, unit: 's' } as const
  const baseline = { what: 'plain rows', measured: 10 }
  expect(isMet({ ...first, baseline, bar: barOfRatio(0.25) })).toBe(false)
  expect(isMet({ ...first, bar: aim(3) })).toBe(true)
  expect(printTable('x', [{ ...first, baseline, bar: barOfRatio(0.25) }])).toContain('MISSED')
})
