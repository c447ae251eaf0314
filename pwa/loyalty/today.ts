/** Today's figures from this device's rows and outbox, next to the same weekday a week ago. */

import { useEffect, useMemo, useReducer } from 'react'
import { serverNow } from '#pwa/api/server-clock.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import { addDays, dayOf, isKnownTimeZone, offsetAt, startOfDay } from '#schema/contract/day.ts'
import { fromCents, toCents } from '#schema/contract/money.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export interface DayFigures {
  purchases: number
  /** In dollars, without what was voided. */
  sales: string
  newMembers: number
  rewards: number
}

export interface Today {
  today: DayFigures
  /** Up to the same time of day; null if the business is younger. */
  lastWeek: DayFigures | null
  loading: boolean
}

const tables: readonly DeviceTable[] = ['business', 'customer', 'purchase', 'coupon', 'reward']
const nothing: DayFigures = { purchases: 0, sales: '0.00', newMembers: 0, rewards: 0 }
const unknown: Today = { today: nothing, lastWeek: null, loading: true }

export function useToday(): Today {
  const { day } = useDay()
  const read = useMemo(() => readerOn(day), [day])
  return useLive(read, tables, unknown)
}

/** Returns a new function each day, so that useLive reads again after midnight. */
const readerOn = (_day: string) => (view: LoyaltyView) => readToday(view, serverNow())

interface Day {
  /** In the business's time zone, such as `2026-12-03`. */
  day: string
  /** The first instant of the day. */
  begin: number
}

/** The current day, live across midnight, also on a tablet that slept. */
export function useDay(): Day {
  const zone = useLive(readZone, businessTable, zoneOf(undefined))
  const [looks, look] = useReducer((looks: number) => looks + 1, 0)
  const day = dayOf(serverNow(), zone)
  // If the timer fires early, for example after a clock correction, check the day and wait again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look sets the timer again
  useEffect(() => {
    const leftMs = startOfDay(addDays(day, 1), zone) - serverNow()
    const midnight = setTimeout(look, Math.max(0, leftMs))
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(midnight)
      document.removeEventListener('visibilitychange', look)
    }
  }, [day, zone, looks])
  return { day, begin: startOfDay(day, zone) }
}

export function readToday(view: LoyaltyView, now: number): Today {
  const business = view.records.get('business', view.businessId)
  const zone = zoneOf(business)
  const day = dayOf(now, zone)
  const dayBefore = addDays(day, -7)
  const begin = startOfDay(dayBefore, zone)
  const isOldEnough = business !== undefined && Date.parse(business.createdAt) < begin
  return {
    // All of today: other devices' work may be a moment ahead of this clock.
    today: figuresOf(view, startOfDay(day, zone), startOfDay(addDays(day, 1), zone)),
    lastWeek: isOldEnough ? figuresOf(view, begin, sameTimeOn(dayBefore, now, zone)) : null,
    loading: !view.records.isLoaded('purchase') || !view.records.isLoaded('coupon'),
  }
}

const businessTable: readonly DeviceTable[] = ['business']

const readZone = ({ overlay, records, businessId }: LoyaltyView) =>
  zoneOf(overlay.business ?? records.get('business', businessId))

/** If the business has no time zone, uses the device's, since the device is in the shop. */
function zoneOf(business: { timeZone?: string | null | undefined } | undefined): string {
  const named = business?.timeZone
  return named && isKnownTimeZone(named)
    ? named
    : new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** @returns the instant on `day` with the same local time as `now`, across clock changes */
function sameTimeOn(day: string, now: number, zone: string): number {
  const timeOfDay = now + offsetAt(now, zone) - Date.parse(dayOf(now, zone))
  const shown = Date.parse(day) + timeOfDay
  const near = shown - offsetAt(shown, zone)
  return shown - offsetAt(near, zone)
}

function figuresOf({ records, overlay }: LoyaltyView, from: number, until: number): DayFigures {
  const isWithin = (instant: string) => {
    const at = Date.parse(instant)
    return at >= from && at < until
  }
  let purchases = 0
  let cents = 0
  const count = (purchase: { amount: string; recordedAt: string; takenBack: number }) => {
    if (!isWithin(purchase.recordedAt)) return
    purchases += 1
    cents += toCents(purchase.amount) - purchase.takenBack
  }
  for (const row of records.rows('purchase')) {
    const whole = toCents(row.amount)
    const reversed = row.reversedAt ? whole : toCents(row.reversedAmount ?? '0')
    const pending = overlay.reversals.get(row.id)?.cents ?? 0
    const takenBack = Math.min(whole, reversed + pending)
    if (takenBack < whole) count({ ...row, takenBack })
  }
  for (const row of overlay.purchases.values()) {
    if (!records.get('purchase', row.id)) count({ ...row, takenBack: 0 })
  }
  let newMembers = 0
  for (const { createdAt } of records.rows('customer')) if (isWithin(createdAt)) newMembers += 1
  for (const { createdAt } of overlay.signUps.values()) if (isWithin(createdAt)) newMembers += 1
  let rewards = 0
  for (const coupon of records.rows('coupon')) {
    if (coupon.source === 'reward' && !coupon.voidedAt && isWithin(coupon.issuedAt)) rewards += 1
  }
  for (const pending of overlay.redemptions) if (isWithin(pending.redeemedAt)) rewards += 1
  return { purchases, sales: fromCents(cents), newMembers, rewards }
}
