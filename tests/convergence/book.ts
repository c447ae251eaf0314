/**
 * The model's own record of what was asked, independent of the product: operations that a person
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

  /** Answers seen on the way that must never occur. */
  readonly broken: string[] = []

  add(operation: Pick<Saved, 'operationId' | 'name' | 'payload'> & Partial<Saved>): void {
    if (this.operations.has(operation.operationId)) return
    this.operations.set(operation.operationId, {
      chain: operation.operationId,
      isPoison: false,
      key: null,
      ...operation,
      place: this.operations.size,
    })
  }

  get(operationId: string): Saved {
    const found = this.operations.get(operationId)
    if (!found) throw new Error(`${operationId} was never asked`)
    return found
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

export function createdBy({ name, payload }: Pick<Saved, 'name' | 'payload'>): unknown {
  const field = {
    'customer.signUp': 'memberId',
    'purchase.record': 'purchaseId',
    'reward.redeem': 'couponId',
    'reward.create': 'rewardId',
    'campaign.create': 'campaignId',
  }[name as string]
  return field === undefined ? null : payload[field]
}

export function neededBy({ name, payload }: Pick<Saved, 'name' | 'payload'>): unknown[] {
  const named = ['purchase.record', 'points.adjust', 'welcome.decide', 'customer.note']
  if (named.includes(name)) return [payload.memberId]
  if (name === 'reward.redeem') return [payload.memberId, payload.rewardId]
  if (name === 'reward.change') return [payload.rewardId]
  if (name === 'campaign.change') return [payload.campaignId]
  if (name === 'redemption.undo') return [payload.memberId, payload.couponId]
  if (name === 'purchase.reverse') return [payload.memberId, payload.purchaseId]
  return []
}
