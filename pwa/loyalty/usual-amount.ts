/**
 * Whether an amount is above the owner's bound, or so far from the shop's usual sales that it may be
 * a slip of the finger; the same for a correction of points, beside what rewards cost.
 */
import { readBusiness } from '#pwa/loyalty/business.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { canBeRedeemed, readRewards } from '#pwa/loyalty/reward.ts'
import { currentDevice } from '#pwa/sync/current-device.ts'
import { toCents } from '#schema/contract/money.ts'
import type { Reward } from '#schema/contract/reward.ts'

/** Two digits too many are a factor of 100, one is 10. */
const unusualTimes = 10
const salesLeast = 10
const firstSalesCents = 50_000
/** Smaller amounts do little harm; asking about them would slow every queue. */
const neverBelowCents = 5_000
/** Smaller corrections do little harm, however cheap the rewards are. */
const neverBelowPoints = 1_000

export type Unusual =
  /** Above the owner's own bound. */
  | { boundCents: number }
  /** Far above the shop's usual sale; null while it has had too few. */
  | { usualCents: number | null }

/** @returns null for an amount that is recorded without a question */
export function readUnusual(cents: number): Unusual | null {
  const device = currentDevice()
  if (!device) return null
  const view = viewOf(device)
  const askAbove = readBusiness(view).business?.askAbove
  const boundCents = askAbove ? toCents(askAbove) : null
  if (boundCents !== null && cents > boundCents) return { boundCents }
  if (cents < neverBelowCents) return null
  const sales: number[] = []
  for (const { amount } of view.records.rows('purchase')) sales.push(toCents(amount))
  return judgeAmount(cents, sales)
}

export function judgeAmount(cents: number, sales: readonly number[]): Unusual | null {
  if (cents < neverBelowCents) return null
  if (sales.length < salesLeast) return cents >= firstSalesCents ? { usualCents: null } : null
  const inOrder = [...sales].sort((one, other) => one - other)
  const usualCents = inOrder[Math.floor(inOrder.length / 2)] ?? 0
  return cents >= unusualTimes * usualCents ? { usualCents } : null
}

/** Far above what any reward costs that can be redeemed now; null if none can be. */
export interface UnusualPoints {
  dearest: number | null
}

/** @returns null for a correction that is saved without a question */
export function readUnusualPoints(points: number): UnusualPoints | null {
  const device = currentDevice()
  return device && judgePoints(points, readRewards(viewOf(device)))
}

interface OfferedRewards {
  rewards: readonly Reward[]
  timeZone: string
}

export function judgePoints(points: number, of: OfferedRewards): UnusualPoints | null {
  const costs = of.rewards
    .filter((reward) => canBeRedeemed(reward, of.timeZone))
    .map(({ pointsRequired }) => pointsRequired)
  const dearest = costs.length > 0 ? Math.max(...costs) : null
  const leastUnusual = Math.max(neverBelowPoints, unusualTimes * (dearest ?? 0))
  return Math.abs(points) >= leastUnusual ? { dearest } : null
}
