/** Joins of two members and their undo, and decisions about a pair; all work offline. */
import { useCallback, useRef } from 'react'
import { openedDevice } from '#pwa/loyalty/device-actions.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { useDevice, useLive } from '#pwa/loyalty/use-live.ts'
import { isOverlaid, type OutboxRow, payloadOf } from '#pwa/records/outbox-row.ts'
import { limits } from '#schema/contract/limits.ts'
import type { MemberJoin } from '#schema/contract/member-join.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'
import { dayMs } from '#schema/contract/time-spans.ts'

const tables: readonly DeviceTable[] = ['customer', 'memberJoin']
const none: readonly MemberJoin[] = []
const noDecisions = { separated: [] as readonly string[], waiting: 0 }

/** The members joined into this one, without those that waiting work separates. */
export function useJoins(memberId: string): readonly MemberJoin[] {
  const read = useCallback((view: LoyaltyView) => readJoins(view, memberId), [memberId])
  return useLive(read, tables, none)
}

export function readJoins(view: LoyaltyView, memberId: string): readonly MemberJoin[] {
  return view.records.joinsOf(memberId).filter(({ id }) => view.outbox.memberIdOf(id) === memberId)
}

/** @returns until when a join can be undone */
export function separableUntil({ joinedAt }: MemberJoin): Date {
  return new Date(Date.parse(joinedAt) + limits.joinUndoDays * dayMs)
}

/** @returns the debt that an undo leaves with the kept member */
export function debtAfter(join: MemberJoin, keptPoints: number): number {
  return Math.max(0, join.points - keptPoints)
}

/** @throws DeviceFull, DeviceClosed */
export function joinMembers(of: { keepId: string; joinId: string }): Promise<OutboxRow> {
  return openedDevice().perform('customer.join', of)
}

/**
 * @param keptPoints the balance that the screen shows
 * @throws DeviceFull, DeviceClosed
 */
export function separateMembers(join: MemberJoin, keptPoints: number): Promise<OutboxRow> {
  const spentSeen = debtAfter(join, keptPoints)
  return openedDevice().perform('customer.separate', {
    keepId: join.memberId,
    joinId: join.id,
    spentSeen,
  })
}

export interface DecidedPairs {
  /** Whether this device knows a decision about a pair, also one that waits here. */
  isDecided: (one: string, other: string) => boolean
  /** How many decisions wait here. A list from the server is outdated once one has arrived. */
  waiting: number
}

export function useDecidedPairs(): DecidedPairs {
  const { separated, waiting } = useLive(readDecidedPairs, tables, noDecisions)
  const device = useDevice()
  // Until the list is loaded again, it still has a pair whose decision has arrived.
  const known = useRef(new Set<string>())
  for (const pair of separated) known.current.add(pair)
  const isDecided = useCallback(
    (one: string, other: string) =>
      known.current.has(keyOf(inOrder(one, other))) ||
      (device !== null && device.outbox.memberIdOf(one) === device.outbox.memberIdOf(other)),
    [device],
  )
  return { isDecided, waiting }
}

function readDecidedPairs({ outbox }: LoyaltyView) {
  const rows = outbox.rows().filter(isOverlaid)
  const separated = rows.flatMap((row) => {
    const pair = payloadOf(row, 'pair.separate')
    return pair ? [keyOf(pair)] : []
  })
  const joins = rows.filter((row) => payloadOf(row, 'customer.join'))
  return { separated, waiting: separated.length + joins.length }
}

const keyOf = ({ oneId, otherId }: { oneId: string; otherId: string }) => `${oneId} ${otherId}`

/** Asks an owner to join two members. */
export function proposePair(one: string, other: string): Promise<OutboxRow> {
  return openedDevice().perform('pair.propose', inOrder(one, other))
}

/** The two are two people. */
export function separatePair(one: string, other: string): Promise<OutboxRow> {
  return openedDevice().perform('pair.separate', inOrder(one, other))
}

function inOrder(one: string, other: string) {
  return one < other ? { oneId: one, otherId: other } : { oneId: other, otherId: one }
}
