/**
 * Reads outbox rows with the operation catalog: a row's payload is typed once its name is known.
 */
import type { OutboxRow } from '#pwa/device/device-database.ts'
import {
  currentPayload,
  isOperationName,
  type OperationName,
  type OperationPayload,
  operationEntry,
} from '#schema/contract/operation.ts'

export type { OutboxRow, OutboxStatus } from '#pwa/device/device-database.ts'

/** @returns the payload in its current version if the row is of this operation, else null */
export function payloadOf<Name extends OperationName>(
  row: OutboxRow,
  name: Name,
): OperationPayload<Name> | null {
  return row.name === name ? currentPayload(name, row.v, row.payload) : null
}

export function createdIdOf(row: OutboxRow): string | null {
  return isOperationName(row.name)
    ? operationEntry(row.name).creates(row.payload, row.operationId)
    : null
}

export function neededIdsOf(row: OutboxRow): string[] {
  return isOperationName(row.name) ? operationEntry(row.name).needs(row.payload) : []
}

/** Rows that depend on this one, directly or through others, in the order they were made. */
export function dependentsOf(row: OutboxRow, rows: readonly OutboxRow[]): OutboxRow[] {
  const created = new Set<string>()
  const first = createdIdOf(row)
  if (first) created.add(first)
  const found: OutboxRow[] = []
  for (const each of inPlace(rows)) {
    if (each.operationId === row.operationId || each.place <= row.place) continue
    if (each.status === 'withdrawn' || each.status === 'acknowledged') continue
    if (!neededIdsOf(each).some((id) => created.has(id))) continue
    found.push(each)
    const id = createdIdOf(each)
    if (id) created.add(id)
  }
  return found
}

export function inPlace(rows: readonly OutboxRow[]): OutboxRow[] {
  return [...rows].sort((one, other) => one.place - other.place)
}

/** @returns a judged row that the server may have lost, set to wait again as it counted before */
export function waitingAgain(row: OutboxRow): OutboxRow {
  const reliesOn = row.result?.reliesOn
  return {
    ...row,
    // Earlier releases left it set on withdrawn operations that counted anyway.
    discarded: false,
    status: 'waiting',
    version: null,
    code: null,
    message: null,
    result: null,
    ...(typeof reliesOn === 'string' && { reliesOn }),
  }
}

/** Whether the server still has to judge it and it was not withdrawn: losing it loses work. */
export function isUnsent(row: OutboxRow): boolean {
  return row.status === 'waiting'
}

/** Whether screens show this row on top of the server's rows. */
export function isOverlaid(row: OutboxRow): boolean {
  return row.status === 'waiting' || row.status === 'parked' || row.status === 'acknowledged'
}
