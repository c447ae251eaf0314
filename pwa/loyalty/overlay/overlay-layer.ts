/** Shared by the layers of overlay-layers.ts: the facts they read, and the sums they add to. */
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { earningRuleOf, pointsToEarn } from '#pwa/loyalty/earning.ts'
import type {
  MemberOverlay,
  Overlay,
  OverlayFacts,
  PendingEntry,
  SyncState,
} from '#pwa/loyalty/overlay/overlay.ts'
import { answeredId } from '#pwa/sync/settle.ts'
import type { Business } from '#schema/contract/business.ts'
import type { Tender } from '#schema/contract/earning.ts'
import type { Reward } from '#schema/contract/reward.ts'

interface LayerOf {
  overlay: Overlay
  facts: OverlayFacts
  row: OutboxRow
  sync: SyncState
}

const rank: Record<SyncState, number> = { saved: 0, sending: 1, waiting: 2, parked: 3 }

/** Shows the slower of two states. */
export function slowerOf(one: SyncState, other: SyncState): SyncState {
  return rank[one] >= rank[other] ? one : other
}

export type Layer = (of: LayerOf) => void

export function rewardOf({ overlay, facts }: LayerOf, id: string): Reward | undefined {
  return overlay.rewards.get(id) ?? facts.records.get('reward', id)
}

export function businessOf({ overlay, facts }: LayerOf): Business | undefined {
  return overlay.business ?? facts.records.get('business', facts.businessId)
}

/** @returns the points that a purchase will earn, after the member's other pending purchases */
export function earn(of: LayerOf, memberId: string, amountCents: number, paidBy?: Tender): number {
  const member = memberOf(of, memberId)
  const known = of.facts.records.get('customer', memberId)?.pointsCarry ?? 0
  const rule = earningRuleOf(businessOf(of))
  const earned = pointsToEarn(amountCents, member.carry ?? known, rule, paidBy)
  member.carry = earned.carry
  return earned.points
}

/** Whether the rows include its effect: a points entry has the id of its operation, by default. */
export function hasArrived({ facts, row }: LayerOf, entryId = answeredId(row)): boolean {
  return facts.records.get('pointsEntry', entryId) !== undefined
}

export function addEntry(
  of: LayerOf,
  memberId: string,
  entry: Pick<PendingEntry, 'reason' | 'points' | 'description' | 'undoes'> & {
    id?: string | undefined
  },
) {
  memberOf(of, memberId).points += entry.points
  const { operationId, madeAt } = of.row
  const id = entry.id ?? operationId
  of.overlay.entries.push({ ...entry, id, memberId, createdAt: madeAt, sync: of.sync })
}

export function memberOf({ overlay, sync }: LayerOf, memberId: string): MemberOverlay {
  let member = overlay.members.get(memberId)
  if (!member) {
    member = {
      points: 0,
      reservedPoints: 0,
      spentCents: 0,
      carry: null,
      note: null,
      corrected: {},
      sync: 'saved',
    }
    overlay.members.set(memberId, member)
  }
  member.sync = slowerOf(member.sync, sync)
  return member
}
