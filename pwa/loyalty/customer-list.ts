/**
 * All customers on this device, searched, filtered and sorted, as ids only: a list of fifty
 * thousand is rebuilt with every change, and only the visible rows are read whole.
 */

import { useCallback } from 'react'
import { serverNow } from '#pwa/api/server-clock.ts'
import type { CustomerGroup, CustomerSort } from '#pwa/loyalty/customer-order.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { readRewards } from '#pwa/loyalty/reward.ts'
import {
  countShown,
  foundCustomers,
  type ShownCustomer,
  shownCustomerOf,
} from '#pwa/loyalty/shown-customer.ts'
import { isUnreached } from '#pwa/loyalty/unreached.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import { kept } from '#pwa/texts/language.ts'
import type { Customer } from '#schema/contract/customer.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'
import { dayMs } from '#schema/contract/time-spans.ts'

export interface CustomerListWish {
  query: string
  group: CustomerGroup
  sort: CustomerSort
}

export interface CustomerIds {
  ids: readonly string[]
  /** All customers on this device, unfiltered. */
  total: number
  loading: boolean
}

const tables: readonly DeviceTable[] = ['business', 'customer', 'purchase', 'reward', 'coupon']
const none: CustomerIds = { ids: [], total: 0, loading: true }
/** For the language on the screen: the browser's own may be one it cannot sort by. */
const byName = kept((locale) => new Intl.Collator(locale, { sensitivity: 'base' }))
const latelyMs = 30 * dayMs

export function useCustomerIds({ query, group, sort }: CustomerListWish): CustomerIds {
  const read = useCallback(
    (view: LoyaltyView) => readCustomerIds(view, { query, group, sort }, serverNow()),
    [query, group, sort],
  )
  return useLive(read, tables, none)
}

export function readCustomerIds(
  view: LoyaltyView,
  { query, group, sort }: CustomerListWish,
  now: number,
): CustomerIds {
  if (!view.records.isLoaded('customer')) return none
  const found = foundCustomers(view, query)
  const kept = group === 'all' ? found : found.filter(belongsTo(group, view, now))
  const sorted = sort === '-joined' ? kept : sortBy(sort, kept)
  return {
    ids: sorted.map(({ id }) => id),
    total: countShown(view),
    loading: false,
  }
}

/** One visible row, live. */
export function useShownCustomer(id: string): ShownCustomer | null {
  const read = useCallback((view: LoyaltyView) => shownCustomerOf(view, id), [id])
  return useLive(read, tables, null)
}

/** Whole rows for a file. */
export function readShownCustomers(view: LoyaltyView, ids: readonly string[]): ShownCustomer[] {
  return ids.flatMap((id) => shownCustomerOf(view, id) ?? [])
}

function belongsTo(
  group: Exclude<CustomerGroup, 'all'>,
  view: LoyaltyView,
  now: number,
): (customer: Customer) => boolean {
  const isLately = (instant: string) => Date.parse(instant) > now - latelyMs
  const hasBought = ({ id }: Customer) =>
    view.records.purchasesOf(id).some((purchase) => isLately(purchase.recordedAt)) ||
    [...view.overlay.purchases.values()].some((purchase) => purchase.memberId === id)
  const cheapest = Math.min(
    ...readRewards(view)
      .rewards.filter((reward) => reward.isActive)
      .map((reward) => reward.pointsRequired),
  )
  const groups = {
    new: ({ createdAt }: Customer) => isLately(createdAt),
    active: hasBought,
    away: (customer: Customer) => !isLately(customer.createdAt) && !hasBought(customer),
    ready: ({ points }: Customer) => points >= cheapest,
    email: ({ consents }: Customer) => consents?.includes('email') ?? false,
    sms: ({ consents }: Customer) => consents?.includes('sms') ?? false,
    push: ({ consents }: Customer) => consents?.includes('push') ?? false,
    unreached: isUnreached,
  }
  return groups[group]
}

/** Computes each sort key once, not at every comparison. */
function sortBy(sort: CustomerSort, customers: readonly Customer[]): Customer[] {
  const direction = sort.startsWith('-') ? -1 : 1
  const by = sort.replace('-', '')
  if (by === 'name') {
    const { compare } = byName()
    return customers
      .map((customer) => ({ customer, key: nameOf(customer) }))
      .sort((one, other) => direction * compare(one.key, other.key))
      .map(({ customer }) => customer)
  }
  const figureOf = ({ points, totalSpent, createdAt }: Customer) =>
    by === 'points' ? points : by === 'spent' ? Number(totalSpent) : Date.parse(createdAt)
  return customers
    .map((customer) => ({ customer, key: figureOf(customer) }))
    .sort((one, other) => direction * (one.key - other.key))
    .map(({ customer }) => customer)
}

function nameOf({ firstName, lastName }: Customer): string {
  return `${lastName} ${firstName}`
}
