/**
 * Today's work on this device, summed from its own operations: the journal of settled ones and the
 * outbox. Works offline, and counts how many operations have arrived.
 */

import { useEffect, useState } from 'react'
import { toDeviceTime } from '#pwa/api/server-instant.ts'
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { useDevice } from '#pwa/loyalty/use-live.ts'
import { createdIdOf, payloadOf } from '#pwa/records/outbox-row.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { fromCents, toCents } from '#schema/contract/money.ts'

/** Excludes acts that a later operation on this device has undone. */
export interface ShiftFigures {
  signUps: number
  purchases: number
  sold: string
  redemptions: number
  couponsUsed: number
  /** Reversed purchases and undone redemptions. */
  undone: number
}

export interface Shift extends ShiftFigures {
  /** On a till: by staff member, in the order of their first operation. */
  byStaff: readonly (ShiftFigures & { staffId: string })[]
  arrived: number
  waiting: number
  onHold: number
  refused: number
}

/**
 * @param sinceMs the first instant of the day, by the server's clock
 * @returns undefined until the device's database has been read
 */
export function useShift(sinceMs: number): Shift | undefined {
  const device = useDevice()
  const [shift, setShift] = useState<Shift>()
  useEffect(() => {
    if (!device) return
    let isShown = true
    const read = () => {
      readDay(device, new Date(sinceMs)).then(
        (rows) => isShown && setShift(sumShift(rows)),
        // The database was closed, so another screen takes over.
        () => undefined,
      )
    }
    read()
    const stop = device.outbox.subscribe(read)
    return () => {
      isShown = false
      stop()
    }
  }, [device, sinceMs])
  return shift
}

/** In the order in which they were made. */
export async function readDay(device: Device, since: Date): Promise<OutboxRow[]> {
  const from = toDeviceTime(since.toISOString())
  return device.context.door.within(async (database) => {
    const settled = await database.journal
      .where('settledAt')
      .aboveOrEqual(since.toISOString())
      .toArray()
    const open = await database.outbox.toArray()
    const rows = [...settled.flatMap((batch) => batch.rows), ...open]
    // A row is in both while a restored server asks for it again.
    const byId = new Map(rows.map((row) => [row.operationId, row]))
    return [...byId.values()]
      .filter(({ madeAt }) => madeAt >= from)
      .sort((one, other) => one.place - other.place)
  })
}

export function sumShift(rows: readonly OutboxRow[]): Shift {
  const counted = rows.filter(({ status }) => status !== 'withdrawn')
  // Refused operations did not happen.
  const kept = counted.filter(({ status }) => status !== 'refused')
  const undone = findUndone(kept)
  const staffIds = new Set(counted.flatMap(({ staff }) => staff?.id ?? []))
  const having = (status: OutboxRow['status']) =>
    counted.filter((row) => row.status === status).length
  return {
    ...sum(kept, undone),
    byStaff: [...staffIds].map((staffId) => ({
      staffId,
      ...sum(
        kept.filter(({ staff }) => staff?.id === staffId),
        undone,
      ),
    })),
    arrived: having('acknowledged'),
    waiting: having('waiting'),
    onHold: having('parked'),
    refused: having('refused'),
  }
}

interface Undone {
  /** Undone redemptions by coupon, and undone uses. */
  ids: ReadonlySet<string>
  /** The cents taken back of each purchase; infinite for a whole purchase. */
  centsByPurchase: ReadonlyMap<string, number>
}

function findUndone(rows: readonly OutboxRow[]): Undone {
  const ids = new Set<string>()
  const centsByPurchase = new Map<string, number>()
  for (const row of rows) {
    const id =
      payloadOf(row, 'redemption.undo')?.couponId ?? payloadOf(row, 'couponUse.undo')?.useId
    if (id) ids.add(id)
    const reversal = payloadOf(row, 'purchase.reverse')
    if (!reversal) continue
    const { purchaseId, amount } = reversal
    const cents = amount ? toCents(amount) : Number.POSITIVE_INFINITY
    centsByPurchase.set(purchaseId, (centsByPurchase.get(purchaseId) ?? 0) + cents)
  }
  return { ids, centsByPurchase }
}

function sum(rows: readonly OutboxRow[], { ids, centsByPurchase }: Undone): ShiftFigures {
  const named = (name: string) => rows.filter((row) => row.name === name).length
  const standing = (name: string) =>
    rows.filter((row) => row.name === name && !ids.has(createdIdOf(row) ?? '')).length
  const sold = rows
    .map((row) => {
      const purchase = payloadOf(row, 'purchase.record')
      if (!purchase) return 0
      const { purchaseId, amount } = purchase
      return Math.max(0, toCents(amount) - (centsByPurchase.get(purchaseId) ?? 0))
    })
    .filter((cents) => cents > 0)
  return {
    signUps: named('customer.signUp'),
    purchases: sold.length,
    sold: fromCents(sold.reduce((total, cents) => total + cents, 0)),
    redemptions: standing('reward.redeem'),
    couponsUsed: standing('coupon.use'),
    undone: named('purchase.reverse') + named('redemption.undo') + named('couponUse.undo'),
  }
}
