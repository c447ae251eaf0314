/**
 * Redemptions of today on this device: their coupons' ids, each until a cashier has seen it
 * confirmed, handed it over or kept it for later. A killed app may lose the latest marks, and then
 * asks again. Holds no one's data.
 */
import { create } from 'zustand'
import { dayMs } from '#schema/contract/time-spans.ts'

interface Awaited {
  couponId: string
  leftAt: number
  /** A cashier has seen the result. */
  isSeen?: boolean
}

const name = 'regulars-awaited-rewards'
export const rewardDayMs = dayMs
const keptMost = 500

function read(): Awaited[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(kept) ? kept.filter(({ leftAt }) => Date.now() - leftAt < rewardDayMs) : []
  } catch {
    return []
  }
}

export const useAwaitedRewards = create<{ awaited: Awaited[] }>(() => ({ awaited: read() }))

function keep(awaited: Awaited[]): void {
  useAwaitedRewards.setState({ awaited })
  try {
    localStorage.setItem(name, JSON.stringify(awaited))
  } catch {
    // Without storage, the list lasts until the app is closed.
  }
}

function mark(couponId: string, isSeen: boolean): void {
  const others = useAwaitedRewards.getState().awaited.filter((each) => each.couponId !== couponId)
  keep([...others, { couponId, leftAt: Date.now(), isSeen }].slice(-keptMost))
}

/** Marks the unconfirmed redemption that is on the screen. */
export function awaitReward(couponId: string): void {
  mark(couponId, false)
}

/** Leaves those alone that are known already. */
export function awaitRewards(couponIds: readonly string[]): void {
  const known = new Set(useAwaitedRewards.getState().awaited.map(({ couponId }) => couponId))
  for (const couponId of couponIds) if (!known.has(couponId)) awaitReward(couponId)
}

export function forgetReward(couponId: string): void {
  mark(couponId, true)
}
