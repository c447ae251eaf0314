/**
 * What the model itself knows of what was asked, without asking the product: every operation that a
 * person saw as saved, every one that was taken back, and which were thrown away by a browser.
 */
import type { OperationName } from '#schema/contract/operation.ts'

export interface Saved {
  operationId: string
  name: OperationName
  payload: Record<string, unknown>
  /** The first of a chain of edits and retries: at most one of a chain counts. */
  chain: string
  /** The order of saving, over all devices. */
  place: number
  /** Made so that the server cannot store it. */
  isPoison: boolean
  /** Asked on a visitor's phone, under this key. */
  key: string | null
}

export class Book {
  readonly operations = new Map<string, Saved>()
  /** Discarded by a person, or replaced by an edit or a retry. */
  readonly takenBack = new Set<string>()
  /** Unsent when a browser threw its database away, or when its person said to throw it away. */
  readonly lost = new Set<string>()
  /** Reached the server to be done, and not as discarded. */
  readonly arrived = new Set<string>()
  /** Parked when the owner said no to all that waited. */
  readonly ownerRefused = new Set<string>()
  /** Parked when the owner said yes to it. */
  readonly ownerAccepted = new Set<string>()
  /** Acknowledged, and forgotten by a restored server: they come back from where they still lie. */
  readonly forgotten = new Set<string>()
  /** Sealed at a sign-out: they reach the server in a form the wire does not show. */
  readonly sealed = new Set<string>()

  /** What no answer may ever say, seen on the way. */
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

  /** An operation with this name and payload that was asked before. */
  like(name: string, payload: unknown): Saved | undefined {
    const text = JSON.stringify(payload)
    return [...this.operations.values()].find(
      (each) => each.name === name && JSON.stringify(each.payload) === text,
    )
  }

  /** What names what this one creates, directly or through others, asked later. */
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
