/**
 * Pending operations as facts to add to the server's rows: the screen shows the sum, and nothing is
 * rolled back. An operation whose effect the rows already include (recognized by the ids it
 * creates) adds nothing, so it never counts twice, in whatever order answers arrive.
 */
import { toServerTime } from '#pwa/api/server-instant.ts'
import type { OutboxRow } from '#pwa/device/device-database.ts'
import type { Overlay, OverlayFacts, SyncState } from '#pwa/loyalty/overlay/overlay.ts'
import { layers } from '#pwa/loyalty/overlay/overlay-layers.ts'
import { isOverlaid } from '#pwa/records/outbox-row.ts'
import { isOperationName } from '#schema/contract/operation.ts'

export function overlayOf(facts: OverlayFacts): Overlay {
  const overlay: Overlay = {
    signUps: new Map(),
    members: new Map(),
    joined: new Map(),
    entries: [],
    purchases: new Map(),
    redemptions: [],
    reversals: new Map(),
    undoneRedemptions: new Map(),
    couponUses: new Map(),
    business: null,
    rewards: new Map(),
  }
  for (const row of facts.rows) {
    if (!isOverlaid(row) || !isOperationName(row.name)) continue
    // Uses the time that the server will store, so that syncing moves no row to another day.
    const madeAt = toServerTime(row.madeAt)
    const shown = madeAt === row.madeAt ? row : { ...row, madeAt }
    layers[row.name]({ overlay, facts, row: shown, sync: syncOf(row, facts.sending) })
  }
  return overlay
}

function syncOf(row: OutboxRow, sending: ReadonlySet<string>): SyncState {
  if (row.status === 'parked') return 'parked'
  if (row.status === 'acknowledged') return 'saved'
  return sending.has(row.operationId) ? 'sending' : 'waiting'
}
