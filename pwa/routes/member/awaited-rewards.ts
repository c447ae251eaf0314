/**
 * Redemptions that a cashier left unconfirmed on this device: their coupons' ids, kept over a
 * reload, until each was handed over or kept for later. Holds no one's data.
 */
import { create } from 'zustand'

interface Awaited {
  couponId: string
  leftAt: number
}

const name = 'regulars-awaited-rewards'
const dayMs = 24 * 60 * 60_000
const keptMost = 20

function read(): Awaited[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(kept) ? kept.filter(({ leftAt }) => Date.now() - leftAt < dayMs) : []
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

const othersThan = (couponId: string) =>
  useAwaitedRewards.getState().awaited.filter((each) => each.couponId !== couponId)

export function awaitReward(couponId: string): void {
  keep([...othersThan(couponId), { couponId, leftAt: Date.now() }].slice(-keptMost))
}

export function forgetReward(couponId: string): void {
  keep(othersThan(couponId))
}
