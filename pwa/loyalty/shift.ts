/**
 * Today's work on this device, summed from its own operations: the journal of settled ones and the
 * outbox. Works offline, and counts how many operations have arrived.
 */

import { useEffect, useState } from 'react'
import { toDeviceTime } from '#pwa/api/server-instant.ts'
import type { OutboxRow } from '#pwa/device/device-database.ts'
import { useDevice } from '#pwa/loyalty/use-live.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { payloadOf } from '#pwa/sync/outbox-row.ts'
import { fromCents, toCents } from '#schema/contract/money.ts'

export interface ShiftFigures {
  signUps: number
  purchases: number
  /** Purchases minus what was taken back. */
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

async function readDay(device: Device, since: Date): Promise<OutboxRow[]> {
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
  const staffIds = new Set(counted.flatMap(({ staff }) => staff?.id ?? []))
  const having = (status: OutboxRow['status']) =>
    counted.filter((row) => row.status === status).length
  return {
    ...sum(counted),
    byStaff: [...staffIds].map((staffId) => ({
      staffId,
      ...sum(counted.filter(({ staff }) => staff?.id === staffId)),
    })),
    arrived: having('acknowledged'),
    waiting: having('waiting'),
    onHold: having('parked'),
    refused: having('refused'),
  }
}

function sum(rows: readonly OutboxRow[]): ShiftFigures {
  // Refused operations did not happen.
  const kept = rows.filter(({ status }) => status !== 'refused')
  const named = (name: string) => kept.filter((row) => row.name === name).length
  let soldCents = 0
  const centsById = new Map<string, number>()
  for (const row of kept) {
    const purchase = payloadOf(row, 'purchase.record')
    const reversal = payloadOf(row, 'purchase.reverse')
    if (purchase) {
      const cents = toCents(purchase.amount)
      centsById.set(purchase.purchaseId, cents)
      soldCents += cents
    }
    if (reversal) {
      const left = centsById.get(reversal.purchaseId) ?? 0
      const taken = reversal.amount ? Math.min(left, toCents(reversal.amount)) : left
      centsById.set(reversal.purchaseId, left - taken)
      soldCents -= taken
    }
  }
  return {
    signUps: named('customer.signUp'),
    purchases: named('purchase.record'),
    sold: fromCents(soldCents),
    redemptions: named('reward.redeem'),
    couponsUsed: named('coupon.use'),
    undone: named('purchase.reverse') + named('redemption.undo') + named('couponUse.undo'),
  }
}
