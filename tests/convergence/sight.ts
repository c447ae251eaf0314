/** A look at a device's screen. */
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import type { OutboxRow } from '#pwa/records/outbox-row.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { centsOf } from './expected.ts'
import type { Overlaid } from './overlaid.ts'

/** A screen's content at one moment; later compared with the truth of that version. */
export interface Sight {
  version: number
  /** 'member points spent' */
  balances: string[]
  purchases: string[]
  /** Saved here, but shown neither as waiting nor as refused, so the records must contain it. */
  gone: string[]
  /** Rows and pending work together. */
  overlaid: Overlaid
}

/**
 * @param mine what its person saved here
 * @returns null before the first sync is complete
 */
export function lookAt(device: Device, mine: Iterable<string>): Sight | null {
  const version = device.context.loader?.version ?? -1
  if (version < 0) return null
  const shown = new Set(device.outbox.rows().map(({ operationId }) => operationId))
  return {
    version,
    balances: [...device.records.rows('customer')]
      .map((row) => `${row.id} ${row.points} ${row.totalSpent}`)
      .sort(),
    purchases: [...device.records.rows('purchase')].map(({ id }) => id).sort(),
    gone: [...mine].filter((id) => !shown.has(id)),
    overlaid: overlaidOn(device, version),
  }
}

/** Overlays the device's pending work on its members, as screens do. */
function overlaidOn(device: Device, version: number): Overlaid {
  const view = viewOf(device)
  const pending = device.outbox
    .rows()
    .filter(({ status }) => ['waiting', 'parked', 'acknowledged'].includes(status))
  const { outbox } = device
  const moving = movingIn(device, pending)
  return {
    version,
    members: [...device.records.rows('customer')].map(({ id }) => {
      const shown = shownCustomerOf(view, id)
      return { id, points: shown?.points ?? Number.NaN, cents: centsOf(shown?.totalSpent) }
    }),
    pending: pending.map(({ operationId, payload }) => {
      const { memberId, keepId } = payload as { memberId?: string; keepId?: string }
      return { operationId, memberId: outbox.memberIdOf(memberId ?? keepId ?? '') }
    }),
    moving,
    into: new Map(moving.map((id) => [id, outbox.memberIdOf(id)])),
  }
}

/** A single pending join of a member whom the device knows is worked out exactly. */
function movingIn({ outbox, records }: Device, pending: readonly OutboxRow[]): string[] {
  const moves = pending.filter(({ name }) => /^customer\.(join|separate)$/.test(name))
  return moves.flatMap(({ name, payload }) => {
    const { keepId, joinId } = payload as { keepId: string; joinId: string }
    const isPlain =
      name === 'customer.join' && moves.length === 1 && records.get('customer', joinId)
    if (isPlain) return [joinId]
    return [keepId, joinId].flatMap((id) => [id, outbox.memberIdOf(id), records.keptIdOf(id)])
  })
}
