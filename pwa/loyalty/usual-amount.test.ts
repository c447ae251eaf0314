import { expect, test } from 'vitest'
import type { Reward } from '#schema/contract/reward.ts'
import { at, coffee } from '#tests/support/overlay-scene.ts'
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

const costing = (pointsRequired: number, changes: Partial<Reward> = {}): Reward => ({
  ...coffee,
  pointsRequired,
  ...changes,
})

test.each([
  ['ten times the dearest reward', 5_000, [90, 500], { dearest: 500 }],
  ['as many, taken away', -5_000, [90, 500], { dearest: 500 }],
  ['a point less', 4_999, [90, 500], null],
  ['1,000 points, where rewards cost little', 1_000, [20], { dearest: 20 }],
  ['a point less than that', 999, [20], null],
  ['1,000 points without rewards', 1_000, [], { dearest: null }],
])('a correction by %s', (_, points, costs, answer) => {
  const rewards = costs.map((cost) => costing(cost))
  expect(judgePoints(points, { rewards, timeZone: 'UTC' })).toEqual(answer)
})

test.each([
  ['paused', { isActive: false }],
  ['expired', { expiryDate: at }],
  ['sold out', { stock: 2, redeemedCount: 2 }],
])('a correction beside a dearer reward that is %s', (_, changes) => {
  const list = { rewards: [costing(500), costing(9_000, changes)], timeZone: 'UTC' }
  expect(judgePoints(5_000, list)).toEqual({ dearest: 500 })
  const alone = { rewards: [costing(9_000, changes)], timeZone: 'UTC' }
  expect(judgePoints(1_000, alone)).toEqual({ dearest: null })
})
