/**
 * The model's own record of requested work, independent of the product: operations that a person
 * saw as saved, those taken back, and those a browser threw away.
 */
import type { OperationName } from '#schema/contract/operation.ts'

export interface Saved {
  operationId: string
  name: OperationName
  payload: Record<string, unknown>
  /** The first of a chain of edits and retries; at most one of a chain counts. */
  chain: string
  /** The order of saving, across all devices. */
  place: number
  /** Made so that the server can't store it. */
  isPoison: boolean
  /** Set if it was made on a visitor's phone, under this key. */
  key: string | null
  /** The account of the person who pressed the button; null on a visitor's phone. */
  by: string | null
  /** The account of the device. */
  device: string | null
  /** The PIN that opened the till's key at the press. */
  pin: string | null
  /** Set if another PIN had replaced that one by then. */
  isFormerPin: boolean
  /** The device's clock at the press, and how far it was ahead. */
  claimedMs: number
  skewMs: number
  /** How many days had passed in this schedule. */
  passedMs: number
  /** The outbox that first had it; null on a visitor's phone. */
  outboxId: string | null
}

/** The facts of one press. */
export type Pressed = Pick<
  Saved,
  'by' | 'device' | 'pin' | 'isFormerPin' | 'claimedMs' | 'skewMs' | 'passedMs'
>

const unknownPress: Pressed = {
  by: null,
  device: null,
  pin: null,
  isFormerPin: false,
  claimedMs: 0,
  skewMs: 0,
  passedMs: 0,
}

export class Book {
  readonly operations = new Map<string, Saved>()
  /** Discarded by a person, or replaced by an edit or a retry. */
  readonly takenBack = new Set<string>()
  /** Unsent when a browser threw its database away, or when its person chose to discard it. */
  readonly lost = new Set<string>()
  /** Reached the server to be applied, not as discarded. */
  readonly arrived = new Set<string>()
  /** Parked when the owner refused all parked work. */
  readonly ownerRefused = new Set<string>()
  /** Parked when the owner accepted it. */
  readonly ownerAccepted = new Set<string>()
  /**
   * Acknowledged, then lost by a restored server; they return from devices that still have them.
   */
  readonly forgotten = new Set<string>()
  /** Sealed at a sign-out: they reach the server encrypted, so the wire doesn't show them. */
  readonly sealed = new Set<string>()
  /** Sealed at some time, also when the server had them already. */
  readonly everSealed = new Set<string>()
  /** The accounts that handed an operation in from a file. */
  readonly carriedBy = new Map<string, Set<string>>()
  /** Unsent on a device when it learned that its session had been revoked, by the cookie. */
  readonly revoked = new Map<string, string>()
  /** The reasons for which answers said that an operation was parked. */
  readonly parkedAs = new Map<string, Set<string>>()
  /** The highest number for which a device had an answer, by outbox. */
  readonly lastSeq = new Map<string, number>()
  /** How many pushes of each outbox reached the server. */
  readonly pushes = new Map<string, number>()
  /** Outboxes whose numbers the server counts wrong. */
  readonly disputed = new Set<string>()
  /** How far ahead the clocks of the devices were that sent an operation. */
  readonly skews = new Map<string, Set<number>>()
  /** Held as `staff_unproved`, and how many days had passed then. */
  readonly unproved = new Map<string, number>()
  /** Members whom staff met before a restore: their phones may have lost the card. */
  readonly met = new Set<unknown>()
  /** Operations in a seal whose ticket proved nothing: only the owner may let them count. */
  readonly mustWait = new Set<string>()
  /**
   * Refusals that a device showed when the server was restored, which forgot them. Another device
   * with a copy of the work may bring it, and these stay.
   */
  readonly refusedBefore = new Set<string>()
  /** Uses of coupons that a device had as applied when the server was restored. */
  readonly usedBefore = new Set<string>()

  /** Answers seen on the way that must never occur. */
  readonly broken: string[] = []

  add(operation: Pick<Saved, 'operationId' | 'name' | 'payload'> & Partial<Saved>): void {
    if (this.operations.has(operation.operationId)) return
    this.operations.set(operation.operationId, {
      chain: operation.operationId,
      isPoison: false,
      key: null,
      outboxId: null,
      ...unknownPress,
      ...operation,
      place: this.operations.size,
    })
  }

  get(operationId: string): Saved {
    const found = this.operations.get(operationId)
    if (!found) throw new Error(`${operationId} was never asked`)
    return found
  }

  carry(operationId: string, accounts: string[]): void {
    const known = this.carriedBy.get(operationId) ?? new Set()
    for (const account of accounts) known.add(account)
    this.carriedBy.set(operationId, known)
  }

  /**
   * Whether an operation must have been judged before a later one of its outbox: both were sent in
   * their order, and neither was parked without the other.
   */
  isFirst(one: Saved, other: Saved): boolean {
    const isSent = ({ operationId, chain }: Saved) =>
      chain === operationId &&
      !this.takenBack.has(operationId) &&
      !this.carriedBy.has(operationId) &&
      !this.everSealed.has(operationId)
    const reasonsOf = ({ operationId }: Saved) => [...(this.parkedAs.get(operationId) ?? [])]
    const [reasons, others] = [reasonsOf(one), reasonsOf(other)]
    return (
      one.outboxId !== null &&
      one.outboxId === other.outboxId &&
      one.place < other.place &&
      isSent(one) &&
      isSent(other) &&
      reasons.length < 2 &&
      reasons.join() === others.join()
    )
  }

  /** An earlier operation with this name and payload. */
  like(name: string, payload: unknown): Saved | undefined {
    const text = JSON.stringify(payload)
    return [...this.operations.values()].find(
      (each) => each.name === name && JSON.stringify(each.payload) === text,
    )
  }

  /** Later operations that reference what this one creates, directly or through others. */
  dependentsOf(operation: Saved): Saved[] {
    const created = new Set([createdBy(operation)])
    const found: Saved[] = []
    for (const each of this.operations.values()) {
      if (each.place <= operation.place || !neededBy(each).some((id) => created.has(id))) continue
      found.push(each)
      created.add(createdBy(each))
    }
    return found
  }
}

type Made = Pick<Saved, 'name' | 'payload' | 'operationId'>

export function createdBy({ name, payload, operationId }: Made): unknown {
  if (name === 'points.adjust') return payload.adjustmentId ?? operationId
  const field = {
    'customer.signUp': 'memberId',
    'purchase.record': 'purchaseId',
    'reward.redeem': 'couponId',
    'reward.create': 'rewardId',
    'campaign.create': 'campaignId',
    'coupon.use': 'useId',
  }[name as string]
  return field === undefined ? null : (payload[field] ?? null)
}

export function neededBy({ name, payload }: Pick<Saved, 'name' | 'payload'>): unknown[] {
  const named = ['purchase.record', 'welcome.decide', 'customer.note', 'customer.change']
  if (named.includes(name)) return [payload.memberId]
  if (name === 'points.adjust') return [payload.memberId, payload.undoes]
  if (name === 'customer.join' || name === 'customer.separate') {
    return [payload.keepId, payload.joinId]
  }
  if (name === 'pair.propose' || name === 'pair.separate') return [payload.oneId, payload.otherId]
  if (name === 'reward.redeem') return [payload.memberId, payload.rewardId]
  if (name === 'reward.change') return [payload.rewardId]
  if (name === 'campaign.change') return [payload.campaignId]
  if (name === 'couponUse.undo') return [payload.memberId, payload.useId]
  if (name === 'redemption.undo') return [payload.memberId, payload.couponId]
  if (name === 'purchase.reverse') return [payload.memberId, payload.purchaseId]
  return []
}
