/** Customers: searching them, reading everything about one, and signing one up. */
import { useCallback } from 'react'
import { readBusiness } from '#pwa/loyalty/business.ts'
import { type ShownCoupon, shownCouponsOf, shownRedemptionsOf } from '#pwa/loyalty/coupon.ts'
import { newId, openedDevice } from '#pwa/loyalty/device-actions.ts'
import { type LoyaltyView, viewOf } from '#pwa/loyalty/loyalty-view.ts'
import type { PendingRedemption } from '#pwa/loyalty/overlay/overlay.ts'
import { type HistoryLine, historyOf } from '#pwa/loyalty/points.ts'
import { type ShownPurchase, shownPurchasesOf } from '#pwa/loyalty/purchase.ts'
import {
  countShown,
  type ShownCustomer,
  shownCustomerOf,
  shownCustomers,
} from '#pwa/loyalty/shown-customer.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import type { OutboxRow } from '#pwa/records/outbox-row.ts'
import { type OperationInput, requireValid } from '#pwa/sync/perform.ts'
import { type Correction, undoCorrection } from '#schema/contract/correction.ts'
import { signUpWithEmail } from '#schema/contract/sign-up.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export type { ShownCustomer } from '#pwa/loyalty/shown-customer.ts'

export interface CustomerList {
  customers: readonly ShownCustomer[]
  /** All customers on this device, whatever the query. */
  total: number
  /** More customers match than `limit` allows. */
  hasMore: boolean
  loading: boolean
}

export interface CustomerDetail {
  /** Null if this device does not know the customer. The id may differ from the one asked for. */
  customer: ShownCustomer | null
  /** Newest first, with signed amounts. */
  history: readonly HistoryLine[]
  purchases: readonly ShownPurchase[]
  coupons: readonly ShownCoupon[]
  /** Unconfirmed redemptions: the coupon appears once the server confirms. */
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
 * Newest first. Every query word must be a prefix of a name, the e-mail, or digits of the phone. At
 * a start the newest customers load first; searches wait until all are loaded.
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
    total: countShown(view),
    hasMore: customers.length > limit,
    loading,
  }
}

/** @param id the member id, or the id made here before the server found an existing member */
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

/**
 * Resolves once the note is saved on this device.
 * @throws InvalidPayload, DeviceFull, DeviceClosed
 */
export async function noteCustomer(
  memberId: string,
  { note, noteSeen }: { note: string; noteSeen: string },
): Promise<OutboxRow> {
  return openedDevice().perform('customer.note', { memberId, note, noteSeen })
}

/**
 * Resolves once the correction is saved on this device.
 * @throws InvalidPayload, DeviceFull, DeviceClosed
 */
export async function changeCustomer(memberId: string, correction: Correction): Promise<OutboxRow> {
  return openedDevice().perform('customer.change', { memberId, ...correction })
}

/**
 * Takes a correction back by another one, saved on this device.
 * @throws InvalidPayload, DeviceFull, DeviceClosed
 */
export async function undoChange(
  memberId: string,
  { changeId, correction }: { changeId: string; correction: Correction },
): Promise<OutboxRow> {
  const undo = undoCorrection(changeId, correction)
  return openedDevice().perform('customer.change', { memberId, ...undo })
}

export type SignUpForm = Omit<OperationInput<'customer.signUp'>, 'memberId'>

/**
 * Resolves once the sign-up is saved on this device.
 * @throws InvalidPayload with the fields, DeviceFull, DeviceClosed
 */
export async function signUpCustomer(
  form: SignUpForm,
): Promise<{ memberId: string; operation: OutboxRow }> {
  const memberId = newId()
  const device = openedDevice()
  const payload = { ...form, memberId }
  if (!mayOmitEmail(viewOf(device))) requireValid(signUpWithEmail, payload)
  const operation = await device.perform('customer.signUp', payload)
  return { memberId, operation }
}

function mayOmitEmail(view: LoyaltyView): boolean {
  return readBusiness(view).business?.signUpWithoutEmail ?? false
}
