/**
 * What was asked and is not yet in the server's rows, as facts to lay over them: the screen is the
 * sum of both, and nothing is ever rolled back. An operation whose effect the rows already hold
 * (seen by the ids it makes) adds nothing, so it never counts twice, whatever order answers come in.
 */
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { layers } from '#pwa/loyalty/overlay-layers.ts'
import { isOverlaid } from '#pwa/sync/outbox-row.ts'
import type { RecordStore } from '#pwa/sync/record-store.ts'
import type { Business } from '#schema/contract/business.ts'
import type { Customer } from '#schema/contract/customer.ts'
import { isOperationName } from '#schema/contract/operation.ts'
import type { PointsReason } from '#schema/contract/points.ts'
import type { Reward } from '#schema/contract/reward.ts'

/** 'saved': the server has it. 'parked': the server holds it until somebody decides. */
export type SyncState = 'saved' | 'waiting' | 'sending' | 'parked'

/** A change of somebody's points that is on its way. */
export interface PendingEntry {
  operationId: string
  memberId: string
  reason: PointsReason
  points: number
  description: string
  createdAt: string
  sync: SyncState
}

export interface PendingPurchase {
  operationId: string
  id: string
  memberId: string
  amount: string
  points: number
  note: string | null
  recordedAt: string
  sync: SyncState
}

export interface PendingRedemption {
  operationId: string
  couponId: string
  memberId: string
  rewardId: string
  rewardName: string
  points: number
  /** Given to the customer on trust, before the server could confirm. */
  handedOver: boolean
  /** Once the server has confirmed, while its row is on the way here. */
  couponCode: string | null
  redeemedAt: string
  sync: SyncState
}

export interface MemberOverlay {
  points: number
  /** Part of `points`, negative there: held back for redemptions not confirmed yet. */
  reservedPoints: number
  spentCents: number
  /** What the member will carry, see contract/earning.ts; null while nothing changes it. */
  carry: number | null
  /** What will stand there, empty for none; null while nobody writes. */
  note: string | null
  sync: SyncState
}

export interface Overlay {
  /** Signed up here and not in the rows yet, in the order asked, by member id. */
  signUps: Map<string, Customer & { sync: SyncState }>
  members: Map<string, MemberOverlay>
  entries: PendingEntry[]
  purchases: Map<string, PendingPurchase>
  redemptions: PendingRedemption[]
  /** What is being taken back of a purchase, and when all of it is. */
  reversals: Map<string, { sync: SyncState; cents: number; reversedAt: string | null }>
  /** Redemptions taken back here, by the id of their coupon. */
  undoneRedemptions: Map<string, { sync: SyncState; voidedAt: string }>
  /** By the digest of the code. */
  usedCoupons: Map<string, { sync: SyncState; usedAt: string }>
  /** The business as it will be once the changes of its program count. */
  business: Business | null
  /** As they will be once what was asked here counts. */
  rewards: Map<string, Reward & { sync: SyncState }>
}

export interface OverlayFacts {
  businessId: string
  records: Pick<RecordStore, 'get' | 'couponByDigest'>
  rows: readonly OutboxRow[]
  sending: ReadonlySet<string>
  memberIdOf: (id: string) => string
}

export function overlayOf(facts: OverlayFacts): Overlay {
  const overlay: Overlay = {
    signUps: new Map(),
    members: new Map(),
    entries: [],
    purchases: new Map(),
    redemptions: [],
    reversals: new Map(),
    undoneRedemptions: new Map(),
    usedCoupons: new Map(),
    business: null,
    rewards: new Map(),
  }
  for (const row of facts.rows) {
    if (!isOverlaid(row) || !isOperationName(row.name)) continue
    layers[row.name]({ overlay, facts, row, sync: syncOf(row, facts.sending) })
  }
  return overlay
}

function syncOf(row: OutboxRow, sending: ReadonlySet<string>): SyncState {
  if (row.status === 'parked') return 'parked'
  if (row.status === 'acknowledged') return 'saved'
  return sending.has(row.operationId) ? 'sending' : 'waiting'
}
