/** A member's points history, including pending entries. */
import { type LoyaltyView, pendingGroupOf } from '#pwa/loyalty/loyalty-view.ts'
import type { SyncState } from '#pwa/loyalty/overlay/overlay.ts'
import type { PointsReason } from '#schema/contract/points.ts'

export interface HistoryLine {
  id: string
  reason: PointsReason
  /** Signed: the change of the balance. */
  points: number
  description: string
  createdAt: string
  /** The adjustment that this one undoes. */
  undoes?: string | null | undefined
  sync: SyncState
}

/** Newest first. */
export function historyOf(view: LoyaltyView, memberId: string): HistoryLine[] {
  const rows = pendingGroupOf(view, memberId).flatMap((id) => view.records.pointsEntriesOf(id))
  const lines: HistoryLine[] = rows.map((entry) => ({
    id: entry.id,
    reason: entry.reason,
    points: entry.points,
    description: entry.description,
    createdAt: entry.createdAt,
    undoes: entry.undoes,
    sync: 'saved',
  }))
  for (const entry of view.overlay.entries) {
    if (entry.memberId !== memberId) continue
    const { id, reason, points, description, createdAt, undoes, sync } = entry
    lines.push({ id, reason, points, description, createdAt, undoes, sync })
  }
  return newestFirst(lines, (line) => line.createdAt)
}

export function newestFirst<Item>(items: Item[], at: (item: Item) => string): Item[] {
  return items.sort((one, other) => (at(one) < at(other) ? 1 : at(one) > at(other) ? -1 : 0))
}
