/** A customer as screens show them: the server's row plus pending changes. */
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import type { MemberOverlay, SyncState } from '#pwa/loyalty/overlay/overlay.ts'
import { slowerOf } from '#pwa/loyalty/overlay/overlay-layer.ts'
import { hasNearlyAllWords, mayBeMisspelt } from '#pwa/records/near-match.ts'
import type { Customer } from '#schema/contract/customer.ts'
import { fromCents, toCents } from '#schema/contract/money.ts'
import { hasAllWords, searchTextOf, wordsOf } from '#schema/contract/search-text.ts'

/** `points` and `totalSpent` are the sum of rows and outbox: `points` can be spent now. */
export interface ShownCustomer extends Customer {
  sync: SyncState
  /** The balance that the server last sent. */
  confirmedPoints: number
  /** Held for redemptions that the server has not confirmed. */
  reservedPoints: number
  /** Signed up on this device and not yet known to the server. */
  isNew: boolean
}

export function shownCustomerOf(view: LoyaltyView, id: string): ShownCustomer | null {
  const memberId = view.outbox.memberIdOf(id)
  const row = view.records.get('customer', memberId)
  if (row) return withOverlay(row, view.overlay.members.get(memberId), 'saved', false)
  const signUp = view.overlay.signUps.get(memberId)
  return signUp ? withSignUp(view, signUp) : null
}

/** All customers on this device, whatever the query. */
export function countShown({ records, overlay }: LoyaltyView): number {
  return records.count('customer') + overlay.signUps.size - overlay.joined.size
}

/** Newest first, with pending sign-ups on top. */
export function shownCustomers(view: LoyaltyView, query: string, limit: number): ShownCustomer[] {
  const shown = foundSignUps(view, query)
    .slice(0, limit)
    .map((signUp) => withSignUp(view, signUp))
  const corrected = foundCorrected(view, query)
  for (const row of [...corrected.values()].slice(0, limit - shown.length)) {
    shown.push(withOverlay(row, view.overlay.members.get(row.id), 'saved', false))
  }
  const { joined } = view.overlay
  for (const row of view.records.searchCustomers(query, limit - shown.length + joined.size)) {
    if (corrected.has(row.id) || joined.has(row.id)) continue
    shown.push(withOverlay(row, view.overlay.members.get(row.id), 'saved', false))
  }
  return shown
}

/**
 * The same without sync states, for full lists: unchanged rows are not copied, because copying
 * fifty thousand would block a phone.
 */
export function foundCustomers(view: LoyaltyView, query: string): Customer[] {
  const { members, joined } = view.overlay
  const found: Customer[] = foundSignUps(view, query).map((signUp) => withSignUp(view, signUp))
  const corrected = foundCorrected(view, query)
  for (const row of corrected.values()) {
    found.push(withOverlay(row, members.get(row.id), 'saved', false))
  }
  for (const row of view.records.searchCustomers(query, Number.POSITIVE_INFINITY)) {
    if (corrected.has(row.id) || joined.has(row.id)) continue
    const over = members.get(row.id)
    found.push(over ? withOverlay(row, over, 'saved', false) : row)
  }
  return found
}

/**
 * Rows that only match by a pending correction, or by a member joined into them: the index of the
 * rows has neither.
 */
function foundCorrected(view: LoyaltyView, query: string): Map<string, Customer> {
  const words = wordsOf(query)
  const found = new Map<string, Customer>()
  if (words.length === 0) return found
  for (const [id, { corrected }] of view.overlay.members) {
    const row = Object.keys(corrected).length > 0 && view.records.get('customer', id)
    if (!row || hasAllWords(searchTextOf(row), words)) continue
    if (hasAllWords(searchTextOf({ ...row, ...corrected }), words)) found.set(id, row)
  }
  const joins = [...view.records.rows('memberJoin')]
  const pending = [...view.overlay.joined.keys()].flatMap(
    (id) => view.records.get('customer', id) ?? [],
  )
  for (const joined of [...joins, ...pending]) {
    const row = view.records.get('customer', view.outbox.memberIdOf(joined.id))
    if (!row || row.id === joined.id || hasAllWords(searchTextOf(row), words)) continue
    if (hasAllWords(searchTextOf(joined), words)) found.set(row.id, row)
  }
  return found
}

function foundSignUps(view: LoyaltyView, query: string) {
  const words = wordsOf(query)
  const signUps = [...view.overlay.signUps.values()]
    .map((signUp) => ({ ...signUp, ...view.overlay.members.get(signUp.id)?.corrected }))
    .reverse()
  const found = signUps.filter((signUp) => hasAllWords(searchTextOf(signUp), words))
  if (found.length > 0 || !mayBeMisspelt(words)) return found
  return signUps.filter((signUp) => hasNearlyAllWords(searchTextOf(signUp), words))
}

function withSignUp(view: LoyaltyView, signUp: Customer & { sync: SyncState }): ShownCustomer {
  const { sync, ...row } = signUp
  return withOverlay(row, view.overlay.members.get(row.id), sync, true)
}

function withOverlay(
  row: Customer,
  over: MemberOverlay | undefined,
  sync: SyncState,
  isNew: boolean,
): ShownCustomer {
  if (!over) return { ...row, sync, confirmedPoints: row.points, reservedPoints: 0, isNew }
  return {
    ...row,
    points: row.points + over.points,
    ...(over.carry !== null && { pointsCarry: over.carry }),
    ...(over.note !== null && { note: over.note }),
    ...over.corrected,
    totalSpent: fromCents(toCents(row.totalSpent) + over.spentCents),
    sync: slowerOf(sync, over.sync),
    confirmedPoints: row.points,
    reservedPoints: over.reservedPoints,
    isNew,
  }
}
