/**
 * The outbox page's list: operations from this device that are not applied yet, and what a person
 * may do with them: retry, edit, discard, export to a file, import from a file.
 */

import { useCallback } from 'react'
import { describeRow } from '#pwa/loyalty/describe-row.ts'
import { openedDevice } from '#pwa/loyalty/device-actions.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { deviceOperation } from '#pwa/loyalty/operations.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import { createdIdOf, dependentsOf, neededIdsOf, type OutboxRow } from '#pwa/records/outbox-row.ts'
import type { OperationInput } from '#pwa/sync/perform.ts'
import { isOperationName, type OperationName } from '#schema/contract/operation.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export interface OutboxEntry {
  operationId: string
  name: string
  /** 'Sign-up', 'Purchase', … */
  label: string
  /** 'Ada Lovelace', '$12.50 for Ada Lovelace', … */
  title: string
  payload: unknown
  madeAt: string
  state: 'waiting' | 'sending' | 'parked' | 'refused'
  /** Why it was refused or is parked: a stable code and a sentence for people. */
  code: string | null
  message: string | null
  /** Whether it might succeed unchanged. */
  mayRetry: boolean
  /** Refused because someone else changed the same thing first: it has to be made again. */
  isOutdated: boolean
  /** The member it is about, or null. */
  memberId: string | null
  /** Refused because the typed email belongs to this member. */
  otherId: string | null
  /** Entries that depend on this one and would be lost with it. */
  dependents: readonly string[]
}

export interface OutboxList {
  /** Entries in the order in which people made the operations. */
  entries: readonly OutboxEntry[]
}

/** Someone else changed the same thing first, so the state it was based on no longer exists. */
const outdated: ReadonlySet<string> = new Set<RefusalCode>([
  'reward_changed_meanwhile',
  'campaign_changed_meanwhile',
  'program_changed_meanwhile',
  'note_changed_meanwhile',
  'customer_changed_meanwhile',
])

/** Retrying cannot help: the operation is malformed, or it already happened. */
const final: ReadonlySet<string> = new Set<RefusalCode>([
  'validation_failed',
  'reward_retired',
  'campaign_finished',
  'campaign_unavailable',
  'coupon_used',
  'coupon_void',
  'coupon_use_undone',
  'correction_undone',
  'coupon_expired',
  'coupon_other_business',
  'coupon_member_needed',
  'purchase_reversed',
  'reversal_too_large',
  'welcome_decided',
  'member_erased',
  'address_of_other',
  'already_joined',
  'too_many_joined',
  'not_joined',
  'join_undo_over',
  'spent_more',
  'already_saved',
  'id_taken',
])

const tables: readonly DeviceTable[] = ['customer', 'reward', 'coupon', 'purchase']
const noEntries: OutboxList = { entries: [] }

/** @param of.memberId lists only entries about this member */
export function useOutbox(of: { memberId?: string } = {}): OutboxList {
  const { memberId } = of
  const read = useCallback((view: LoyaltyView) => readOutboxList(view, memberId), [memberId])
  return useLive(read, tables, noEntries)
}

export function readOutboxList(view: LoyaltyView, memberId?: string): OutboxList {
  const rows = view.outbox.rows()
  const wanted = memberId === undefined ? null : view.outbox.memberIdOf(memberId)
  const entries = rows
    .filter((row) => ['waiting', 'parked', 'refused'].includes(row.status))
    .map((row) => entryOf(view, row, rows))
  return { entries: wanted ? entries.filter((entry) => entry.memberId === wanted) : entries }
}

function entryOf(view: LoyaltyView, row: OutboxRow, rows: readonly OutboxRow[]): OutboxEntry {
  const told = describeRow(view, row)
  const isRefused = row.status === 'refused'
  const isOutdated = isRefused && outdated.has(row.code ?? '')
  const isSending = row.status === 'waiting' && view.outbox.sending.has(row.operationId)
  return {
    operationId: row.operationId,
    name: row.name,
    label: isOperationName(row.name) ? deviceOperation(row.name).label() : row.name,
    title: told.title,
    payload: row.payload,
    madeAt: row.madeAt,
    state: isSending ? 'sending' : (row.status as OutboxEntry['state']),
    code: row.code,
    message: told.message,
    mayRetry: isRefused && !isOutdated && !final.has(row.code ?? ''),
    isOutdated,
    memberId: told.memberId,
    otherId: isRefused ? otherIdIn(row) : null,
    dependents: isReferredTo(row, rows)
      ? dependentsOf(row, rows).map((each) => each.operationId)
      : [],
  }
}

function otherIdIn({ code, result }: OutboxRow): string | null {
  const isOther = code === ('address_of_other' satisfies RefusalCode)
  return isOther && typeof result?.otherId === 'string' ? result.otherId : null
}

/** Skip early: most rows create nothing other rows can reference. */
function isReferredTo(row: OutboxRow, rows: readonly OutboxRow[]): boolean {
  if (createdIdOf(row) === null) return false
  return rows.some((each) => each.place > row.place && neededIdsOf(each).length > 0)
}

/** @throws TooLate if it was sent in between */
export function discardOperation(
  operationId: string,
  options: { withDependents: boolean },
): Promise<void> {
  return openedDevice().discard(operationId, options)
}

/**
 * Sends a refused operation again as a new one.
 * @throws TooLate
 */
export function retryOperation(operationId: string): Promise<OutboxRow> {
  return openedDevice().retry(operationId)
}

/** @throws InvalidPayload with the fields, TooLate, DeviceFull */
export function editOperation<Name extends OperationName>(
  operationId: string,
  name: Name,
  payload: OperationInput<Name>,
): Promise<OutboxRow> {
  return openedDevice().edit(operationId, name, payload)
}

/** All unsent operations, as a JSON file. */
export function saveOutboxToFile(): Promise<Blob> {
  return openedDevice().exportOutbox()
}

/** @throws WrongFile with a sentence for people, DeviceFull */
export async function takeOutboxFromFile(file: Blob): Promise<{ added: number; known: number }> {
  return openedDevice().importOutbox(await file.text())
}
