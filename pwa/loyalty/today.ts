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
  /** Dollars, without undone purchases. */
  sales: string
  newMembers: number
  rewards: number
}

export interface Today {
  /** In the business's time zone, such as `2026-12-03`. */
  day: string
  today: DayFigures
  /** Up to the same time of day; null if the business is younger. */
  lastWeek: DayFigures | null
  /** Sales of the last days in cents, today last. */
  days: readonly number[]
  loading: boolean
}

const tables: readonly DeviceTable[] = ['business', 'customer', 'purchase', 'coupon', 'reward']
const nothing: DayFigures = { purchases: 0, sales: '0.00', newMembers: 0, rewards: 0 }
const unknown: Today = { day: '', today: nothing, lastWeek: null, days: [], loading: true }
const daysShown = 14

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
  const zone = readZone(view)
  const day = dayOf(now, zone)
  const dayBefore = addDays(day, -7)
  const begin = startOfDay(dayBefore, zone)
  const isOldEnough = business !== undefined && Date.parse(business.createdAt) < begin
  return {
    day,
    // All of today: other devices' work may be a moment ahead of this clock.
    today: figuresOf(view, startOfDay(day, zone), startOfDay(addDays(day, 1), zone)),
    lastWeek: isOldEnough ? figuresOf(view, begin, sameTimeOn(dayBefore, now, zone)) : null,
    days: salesByDay(view, day, zone),
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

/** @returns cents, for each day until this one */
function salesByDay(view: LoyaltyView, last: string, zone: string): number[] {
  const begins = Array.from({ length: daysShown }, (_, place) =>
    startOfDay(addDays(last, place - daysShown + 1), zone),
  )
  const sales = begins.map(() => 0)
  for (const { cents, at } of purchasesOf(view)) {
    const place = begins.findLastIndex((begin) => begin <= at)
    if (place >= 0) sales[place] = (sales[place] ?? 0) + cents
  }
  return sales
}

/** Purchases that count, with what is left of them. */
function* purchasesOf({ records, overlay }: LoyaltyView): Generator<{ cents: number; at: number }> {
  for (const row of records.rows('purchase')) {
    const whole = toCents(row.amount)
    const reversed = row.reversedAt ? whole : toCents(row.reversedAmount ?? '0')
    const pending = overlay.reversals.get(row.id)?.cents ?? 0
    const takenBack = Math.min(whole, reversed + pending)
    if (takenBack < whole) yield { cents: whole - takenBack, at: Date.parse(row.recordedAt) }
  }
  for (const row of overlay.purchases.values()) {
    if (records.get('purchase', row.id)) continue
    yield { cents: toCents(row.amount), at: Date.parse(row.recordedAt) }
  }
}

function figuresOf(view: LoyaltyView, from: number, until: number): DayFigures {
  const { records, overlay } = view
  const isIn = (at: number) => at >= from && at < until
  const isWithin = (instant: string) => isIn(Date.parse(instant))
  let purchases = 0
  let cents = 0
  for (const purchase of purchasesOf(view)) {
    if (!isIn(purchase.at)) continue
    purchases += 1
    cents += purchase.cents
  }
  let newMembers = 0
  for (const { createdAt, imported } of records.rows('customer')) {
    if (!imported && isWithin(createdAt)) newMembers += 1
  }
  for (const { createdAt } of overlay.signUps.values()) if (isWithin(createdAt)) newMembers += 1
  let rewards = 0
  for (const coupon of records.rows('coupon')) {
    if (coupon.source === 'reward' && !coupon.voidedAt && isWithin(coupon.issuedAt)) rewards += 1
  }
  for (const pending of overlay.redemptions) if (isWithin(pending.redeemedAt)) rewards += 1
  return { purchases, sales: fromCents(cents), newMembers, rewards }
}
