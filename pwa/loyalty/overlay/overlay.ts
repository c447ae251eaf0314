/** The shape of what pending operations add to the server's rows. */
import type { OutboxRow } from '#pwa/device/device-database.ts'
import type { RecordStore } from '#pwa/records/record-store.ts'
import type { Business } from '#schema/contract/business.ts'
import type { Customer } from '#schema/contract/customer.ts'
import type { PointsReason } from '#schema/contract/points.ts'
import type { Reward } from '#schema/contract/reward.ts'

/** 'saved': the server has it. 'parked': the server holds it until someone decides. */
export type SyncState = 'saved' | 'waiting' | 'sending' | 'parked'

/** A pending change of a member's points. */
export interface PendingEntry {
  id: string
  memberId: string
  reason: PointsReason
  points: number
  description: string
  createdAt: string
  undoes?: string | undefined
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
  /** Handed to the customer before the server could confirm. */
  handedOver: boolean
  /** Set once the server has confirmed, while its row is still on the way. */
  couponCode: string | null
  redeemedAt: string
  sync: SyncState
}

export interface MemberOverlay {
  points: number
  /** Points held for unconfirmed redemptions; `points` already has them subtracted. */
  reservedPoints: number
  spentCents: number
  /** The fraction the member will carry, see contract/earning.ts; null if nothing changes it. */
  carry: number | null
  /** The pending note, empty for none; null if none is pending. */
  note: string | null
  /** Corrected fields, as they will be stored. */
  corrected: Partial<
    Pick<
      Customer,
      | 'firstName'
      | 'lastName'
      | 'email'
      | 'mailFails'
      | 'movesEmailAtOnce'
      | 'phone'
      | 'consents'
      | 'pendingEmail'
    >
  >
  sync: SyncState
}

export interface Overlay {
  /** Pending sign-ups from this device, in the order made, by member id. */
  signUps: Map<string, Customer & { sync: SyncState }>
  members: Map<string, MemberOverlay>
  /** Members whom pending joins hide, with the one who shows their rows. */
  joined: Map<string, string>
  entries: PendingEntry[]
  purchases: Map<string, PendingPurchase>
  redemptions: PendingRedemption[]
  /** The amount being taken back of a purchase, and when all of it was. */
  reversals: Map<string, { sync: SyncState; cents: number; reversedAt: string | null }>
  /** Redemptions undone here, by coupon id. */
  undoneRedemptions: Map<string, { sync: SyncState; voidedAt: string }>
  /** Whether a coupon is used, by the digest of its code; not used after an undo. */
  couponUses: Map<string, { sync: SyncState; usedAt: string | null; useId: string | null }>
  /** The business with its pending program changes applied. */
  business: Business | null
  /** Rewards with pending changes applied. */
  rewards: Map<string, Reward & { sync: SyncState }>
}

export interface OverlayFacts {
  businessId: string
  records: Pick<RecordStore, 'get' | 'couponByDigest'>
  rows: readonly OutboxRow[]
  sending: ReadonlySet<string>
  memberIdOf: (id: string) => string
}
