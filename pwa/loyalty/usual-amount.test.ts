import { expect, test } from 'vitest'
import { judgeAmount, judgePoints } from './usual-amount.ts'

const usual = [1850, 420, 2490, 1200, 1850, 980, 3100, 1850, 760, 2200]

test.each([
  ['ten times the usual sale', 18_500, usual, { usualCents: 1850 }],
  ['a hundred times', 185_000, usual, { usualCents: 1850 }],
  ['a cent less than ten times', 18_499, usual, null],
  ['less than $50, in a shop of small sales', 4_999, usual.map(() => 100), null],
  ['a first sale of $500', 50_000, [], { usualCents: null }],
  ['a first sale below that', 49_999, usual.slice(1), null],
])('%s', (_, cents, sales, answer) => {
  expect(judgeAmount(cents, sales)).toEqual(answer)
})

test.each([
  ['ten times the dearest reward', 5_000, [90, 500], null],
  ['a point more', 5_001, [90, 500], { dearest: 500 }],
  ['a point more, taken away', -5_001, [90, 500], { dearest: 500 }],
  ['1,000 points, where rewards cost little', 1_000, [20], null],
  ['a point more than that', 1_001, [20], { dearest: 20 }],
  ['1,001 points without rewards', 1_001, [], { dearest: null }],
])('a correction by %s', (_, points, costs, answer) => {
  expect(judgePoints(points, costs)).toEqual(answer)
})
