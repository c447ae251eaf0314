/** Customers: searching them, one with all that is known of them, and signing one up. */
import { useCallback } from 'react'
import { type ShownCoupon, shownCouponsOf, shownRedemptionsOf } from '#pwa/loyalty/coupon.ts'
import { newId, openedDevice } from '#pwa/loyalty/device-actions.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import type { PendingRedemption } from '#pwa/loyalty/overlay.ts'
import { type HistoryLine, historyOf } from '#pwa/loyalty/points.ts'
import { type ShownPurchase, shownPurchasesOf } from '#pwa/loyalty/purchase.ts'
import { type ShownCustomer, shownCustomerOf, shownCustomers } from '#pwa/loyalty/shown-customer.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import type { OutboxRow } from '#pwa/sync/outbox-row.ts'
import type { OperationInput } from '#pwa/sync/perform.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export type { ShownCustomer } from '#pwa/loyalty/shown-customer.ts'

export interface CustomerList {
  customers: readonly ShownCustomer[]
  /** Everybody on this device, whatever the query. */
  total: number
  /** There may be more than `limit` allowed. */
  hasMore: boolean
  loading: boolean
}

export interface CustomerDetail {
  /** Null when this device does not know them. Their id may differ from the one asked for. */
  customer: ShownCustomer | null
  /** Newest first, each with its sign. */
  history: readonly HistoryLine[]
  purchases: readonly ShownPurchase[]
  coupons: readonly ShownCoupon[]
  /** Asked for and not yet confirmed: the coupon appears when it is. */
  redemptions: readonly PendingRedemption[]
  loading: boolean
}

const listTables: readonly DeviceTable[] = ['business', 'customer', 'purchase', 'coupon', 'reward']
const detailTables: readonly DeviceTable[] = [...listTables, 'pointsEntry']
const noList: CustomerList = { customers: [], total: 0, hasMore: false, loading: true }
const noDetail: CustomerDetail = {
  customer: null,
  history: [],
  purchases: [],
  coupons: [],
  redemptions: [],
  loading: true,
}

/**
 * Newest first. Every word of the query begins a name, the e-mail, or digits of the phone. The newest
 * are here before the others at a start; nobody is searched for among them alone.
 */
export function useCustomers(of: { query?: string; limit?: number } = {}): CustomerList {
  const { query = '', limit = 50 } = of
  const read = useCallback(
    (view: LoyaltyView) => readCustomers(view, { query, limit }),
    [query, limit],
  )
  return useLive(read, listTables, noList)
}

export function readCustomers(
  view: LoyaltyView,
  { query, limit }: { query: string; limit: number },
): CustomerList {
  const loading = !view.records.isLoaded('customer')
  if (loading && query !== '') return noList
  const customers = shownCustomers(view, query, limit + 1)
  return {
    customers: customers.slice(0, limit),
    total: view.records.count('customer') + view.overlay.signUps.size,
    hasMore: customers.length > limit,
    loading,
  }
}

/** @param id their member id, or the one that was made here before they were found to be a member */
export function useCustomer(id: string): CustomerDetail {
  const read = useCallback((view: LoyaltyView) => readCustomer(view, id), [id])
  return useLive(read, detailTables, noDetail)
}

export function readCustomer(view: LoyaltyView, id: string): CustomerDetail {
  const memberId = view.outbox.memberIdOf(id)
  return {
    customer: shownCustomerOf(view, memberId),
    history: historyOf(view, memberId),
    purchases: shownPurchasesOf(view, memberId),
    coupons: shownCouponsOf(view, memberId),
    redemptions: shownRedemptionsOf(view, memberId),
    loading: !view.records.isLoaded('pointsEntry'),
  }
}

/** Resolves when it is saved on this device. @throws InvalidPayload, DeviceFull, DeviceClosed */
export async function noteCustomer(
  memberId: string,
  { note, noteSeen }: { note: string; noteSeen: string },
): Promise<OutboxRow> {
  return openedDevice().perform('customer.note', { memberId, note, noteSeen })
}

export type SignUpForm = Omit<OperationInput<'customer.signUp'>, 'memberId'>

/**
 * Resolves when it is saved on this device.
 * @throws InvalidPayload with the fields, DeviceFull, DeviceClosed
 */
export async function signUpCustomer(
  form: SignUpForm,
): Promise<{ memberId: string; operation: OutboxRow }> {
  const memberId = newId()
  const operation = await openedDevice().perform('customer.signUp', { ...form, memberId })
  return { memberId, operation }
}
