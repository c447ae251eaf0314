/** Tests the arithmetic of the figures. */
import { expect, test } from 'vitest'
import { bar, barOfRatio, figure, isMet, printTable } from './figure.ts'
import { inTurns, median, percentile, perSecond } from './measure.ts'

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
  const missed = figure('first sync', 3, 's', { beside: ['plain rows', 10], bar: barOfRatio(0.25) })
  expect(isMet(missed)).toBe(false)
  expect(isMet(figure('first sync', 3, 's', { bar: bar(3) }))).toBe(true)
  expect(printTable('x', [missed])).toContain('MISSED')
})

test('lets the works take turns in both directions, and forgets the rounds that warm up', async () => {
  const order: string[] = []
  const work = (name: string) => async () => order.push(name)
  const taken = await inTurns(1, { own: work('own'), bare: work('bare') }, 1)
  expect(order).toEqual(['bare', 'own', 'own', 'bare'])
  expect(taken).toEqual({ own: [3], bare: [4] })
})
