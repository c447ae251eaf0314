/**
 * Whether an amount is above the owner's bound, or so far from the shop's usual sales that it may be
 * a slip of the finger.
 */
import { readBusiness } from '#pwa/loyalty/business.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { currentDevice } from '#pwa/sync/current-device.ts'
import { toCents } from '#schema/contract/money.ts'

/** Two digits too many are a factor of 100, one is 10. */
const unusualTimes = 10
const salesLeast = 10
const firstSalesCents = 50_000
/** Smaller amounts do little harm; asking about them would slow every queue. */
const neverBelowCents = 5_000

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
