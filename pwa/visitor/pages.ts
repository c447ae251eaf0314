/**
 * Customers' pages on their own phones: the server's latest page plus pending requests. A page
 * opens from the outbox row before the server knows the customer.
 */

import { callAsMember } from '#pwa/api/member-call.ts'
import { CallRefused } from '#pwa/api/request.ts'
import { serverNow } from '#pwa/api/server-clock.ts'
import {
  database,
  type KeptLookUp,
  type KeptPage,
  type RedeemRow,
  type SignUpRow,
} from '#pwa/visitor/database.ts'
import { appliedKeptMs, isUnsettled } from '#pwa/visitor/outbox.ts'
import { followServer } from '#pwa/visitor/server-epoch.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import { hasRewardExpired } from '#schema/contract/reward.ts'

/** Everything this phone stores about one customer. */
export interface KeptCustomer {
  kept: KeptPage | null
  signUp: SignUpRow | null
  lookUp: KeptLookUp | null
  redemptions: RedeemRow[]
}

export function readCustomer(customerId: string): Promise<KeptCustomer> {
  const { lookUps, operations, pages } = database
  return database.transaction('r', lookUps, operations, pages, async () => {
    const kept = (await pages.get(customerId)) ?? null
    const rows = await operations.where('customerId').equals(customerId).sortBy('seq')
    const signUp = (rows.findLast((row) => row.name === 'customer.signUp') as SignUpRow) ?? null
    const redemptions = rows.filter((row) => row.name === 'reward.redeem')
    const lookUp = signUp ? ((await lookUps.get(signUp.code)) ?? null) : null
    return { kept, signUp, lookUp, redemptions: redemptions.filter((row) => isNews(row, kept)) }
  })
}

/** An applied redemption is shown until a page requested after it has arrived. */
function isNews(row: RedeemRow, kept: KeptPage | null): boolean {
  if (row.status !== 'applied') return true
  return !kept || kept.fetchedAt <= (row.settledAt ?? 0)
}

/**
 * The newest card on this phone, a pending sign-up or the page fetched last: an installed app opens
 * it.
 */
export async function newestCustomerId(): Promise<string | null> {
  const { operations, pages } = database
  const rows = await operations.orderBy('seq').reverse().toArray()
  const waiting = rows.find(
    (row) => row.name === 'customer.signUp' && !row.till && isUnsettled(row),
  )
  if (waiting?.name === 'customer.signUp') return waiting.customerId
  const kept = await pages.toArray()
  return kept.sort((a, b) => b.fetchedAt - a.fetchedAt)[0]?.customerId ?? null
}

/** The card that a notification is about, if this phone stores it. */
export async function findCardOf(memberId: string): Promise<KeptPage | null> {
  const kept = await database.pages.toArray()
  return kept.find(({ page }) => page.customer.memberId === memberId) ?? null
}

/** Filters a stored copy, which may contain rewards that have expired since. */
export function offeredRewards(page: KeptPage['page'], now = serverNow()) {
  const timeZone = timeZoneOf(page.business)
  return page.availableRewards.filter((reward) => !hasRewardExpired(reward, now, timeZone))
}

/** Points reserved by pending redemptions. */
export function pointsHeld(redemptions: RedeemRow[]): number {
  return redemptions
    .filter((row) => row.status !== 'refused')
    .reduce((sum, row) => sum + row.payload.pointsSeen, 0)
}

/**
 * Fetches the page and stores it. Deletes a page that the server does not know, unless its sign-up
 * is still pending or the server was restored since.
 * @returns null if the server does not know the page
 * @throws NoAnswer, or CallRefused for anything but "unknown"
 */
export async function refreshPage(customerId: string, keep = true): Promise<KeptPage | null> {
  const fetchedAt = Date.now()
  try {
    const page = await callAsMember('customer.page', { params: { customerId } })
    await followServer().catch(() => {})
    const found = { customerId, page, fetchedAt }
    if (keep) await database.pages.put(found).catch(() => {})
    return found
  } catch (error) {
    if (!(error instanceof CallRefused) || (error.status !== 404 && error.status !== 400)) {
      throw error
    }
    await followServer()
    await forgetPage(customerId)
    return null
  }
}

/**
 * Stores a page unless a newer one was stored in between. A page that cannot be stored is still
 * shown.
 */
export async function keepIfNewer(page: KeptPage): Promise<void> {
  const { pages } = database
  const keep = async () => {
    const known = await pages.get(page.customerId)
    if (!known || known.fetchedAt < page.fetchedAt) await pages.put(page)
  }
  await database.transaction('rw', pages, keep).catch(() => {})
}

async function forgetPage(customerId: string): Promise<void> {
  const { operations, pages, servers } = database
  await database.transaction('rw', operations, pages, servers, async () => {
    const own = operations.where('customerId').equals(customerId)
    const rows = await own.toArray()
    if (rows.some((row) => row.name === 'customer.signUp' && isUnsettled(row))) return
    const page = await pages.get(customerId)
    const restoredAt = (await servers.get('own'))?.restoredAt
    if (page && restoredAt !== undefined && mayComeBack(page, restoredAt)) return
    await pages.delete(customerId)
    await own.filter((row) => row.status === 'applied').delete()
  })
}

/** A device of the business may send the member again that a restored server lacks. */
function mayComeBack({ fetchedAt }: KeptPage, restoredAt: number): boolean {
  return fetchedAt <= restoredAt && Math.abs(Date.now() - restoredAt) < appliedKeptMs
}
