/**
 * One operation: its content, its validation, the verdict on it, and the record of both, which is
 * kept forever and returned for every repeat.
 */
import { createHash } from 'node:crypto'
import { uuid } from '#schema/contract/id.ts'
import {
  type Asker,
  isOperationName,
  type OperationName,
  operationEntry,
  payloadSchema,
} from '#schema/contract/operation.ts'
import type { RefusalCode } from '#schema/contract/refusal.ts'
import type { ParkedReason, Verdict } from '#schema/contract/sync.ts'
import { auditRecord } from '#schema/database/audit-record.ts'
import { appliedOperation, erasedHash } from '#schema/database/operation.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { OperationResult } from '#sync-server/rule/executor.ts'
import { fieldSentence } from '#sync-server/rule/field-sentence.ts'
import { newId } from '#sync-server/rule/id.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { Domain } from './domain.ts'

/** An operation as the engine takes it, from a push or a documented call. */
export interface AskedOperation {
  operationId: string
  /** The outbox of a push; null for documented calls. */
  outboxId: string | null
  seq: number | null
  name: string
  v: number
  madeAt: Date
  /** The error of the clock behind `madeAt` is unknown, so the operation counts on arrival. */
  isClockUnknown?: boolean
  discarded: boolean
  /** Id of the operation that this one edits. */
  replaces: string | null
  /** Id of the coupon that it used before a restore; waits until that coupon exists. */
  reliesOn?: string
  payload: unknown
  /** The author, if not the sender: a till's staff member. */
  accountId?: string
  /** Content that a repeat must equal, if not the payload: the body of a documented call. */
  hashed?: unknown
  /** It came in a seal: no device will show how it ended. */
  isUnseen?: true
  /** Refused earlier: sealed work with text that no database can store. */
  refusal?: Refusal
}

/** @returns whether a repeat has the same content; an erased operation matches anything */
export function isSameAsked({ payloadHash }: { payloadHash: string }, hash: string): boolean {
  return payloadHash === hash || payloadHash === erasedHash
}

/** Equal payloads have the same hash, whatever the order of their keys. */
export function payloadHash(
  operation: Pick<AskedOperation, 'name' | 'v' | 'payload' | 'hashed'>,
): string {
  const content = operation.hashed ?? operation.payload
  // A documented call's body has no version, and a repeat may come after an update.
  const v = operation.hashed === undefined ? operation.v : 1
  const text = JSON.stringify([operation.name, v, sorted(content)])
  return createHash('sha256').update(text).digest('base64url')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  )
}

type JudgedPayload =
  | { name: OperationName; payload: unknown }
  | { refused: Refusal }
  /** From a newer app version than this server knows. */
  | { isNewer: true }

/** Checks whether an operation is known, well-formed, and allowed for the caller. */
export function judgePayload(
  operation: Pick<AskedOperation, 'name' | 'v' | 'payload'>,
  asker: Asker,
): JudgedPayload {
  const { name, v } = operation
  if (!isSmallPayload(operation.payload)) {
    return { refused: new Refusal('validation_failed', { message: 'This change is too large.' }) }
  }
  if (!isOperationName(name)) return { isNewer: true }
  const entry = operationEntry(name)
  const schema = payloadSchema(name, v)
  if (!schema)
    return v > entry.v ? { isNewer: true } : { refused: new Refusal('operation_unknown') }
  if (!entry.askers.includes(asker)) return { refused: new Refusal('not_allowed') }
  const asked = (asker === 'visitor' && entry.byVisitor) || schema
  const parsed = asked.safeParse(operation.payload, { error: fieldSentence })
  if (parsed.success) return { name, payload: parsed.data }
  const message = parsed.error.issues[0]?.message
  return { refused: new Refusal('validation_failed', message ? { message } : {}) }
}

/**
 * Payloads too large for any form are neither judged nor stored, since refused work is kept
 * forever.
 */
function isSmallPayload(payload: unknown): boolean {
  return (JSON.stringify(payload) ?? '').length <= serverLimits.operationPayloadLength
}

/**
 * The id that an operation creates, even if it is refused, since dependent operations ask why the
 * id is missing.
 */
export function subjectOf(operation: AskedOperation): string | null {
  const { name, payload, operationId } = operation
  if (!isOperationName(name) || typeof payload !== 'object' || payload === null) return null
  return uuid.safeParse(operationEntry(name).creates(payload, operationId)).data ?? null
}

/** The verdict on one operation, before it is stored. */
export type Ruling =
  | { status: 'applied'; result: OperationResult }
  | { status: 'refused'; code: RefusalCode; message: string; named?: Record<string, string> }
  | { status: 'parked'; reason: ParkedReason; waitsFor: string | null; fault?: unknown }
  | { status: 'discarded' }

export function refusedBy(refusal: Refusal): Ruling {
  const { code, message, details } = refusal
  return {
    status: 'refused',
    code,
    message,
    ...(details.named && { named: details.named }),
  }
}

export type StoredOperation = typeof appliedOperation.$inferSelect

export function storeVerdict(
  operation: AskedOperation,
  hash: string,
  ruling: Ruling,
  context: OperationContext & { domain: Domain },
): StoredOperation {
  const row: StoredOperation = {
    businessId: context.tenant.businessId,
    operationId: operation.operationId,
    outboxId: operation.outboxId,
    seq: operation.seq,
    name: operation.name,
    v: operation.v,
    payloadHash: hash,
    // Keep the payload while it may be needed: to judge it later, or to show what was refused.
    payload:
      ruling.status !== 'applied' && isSmallPayload(operation.payload)
        ? (operation.payload ?? null)
        : null,
    // A late edit creates nothing; operations on the id use its first version.
    subjectId: isTooLate(ruling) ? null : subjectOf(operation),
    reliesOn: operation.reliesOn ?? null,
    asker: context.by.asker,
    accountId: context.by.accountId,
    madeAt: operation.madeAt,
    receivedAt: context.now,
    settledAt: context.now,
    receivedVersion: context.version,
    network: ruling.status === 'parked' ? context.by.origin.network : null,
    version: context.version,
    unseen: operation.isUnseen ?? false,
    attentionRead: false,
    ...verdictColumns(ruling, context.domain),
  }
  context.writes.append(appliedOperation, row)
  if (ruling.status === 'refused' || ruling.status === 'parked') audit(row, context)
  return row
}

function isTooLate(ruling: Ruling): boolean {
  return ruling.status === 'refused' && ruling.code === 'already_saved'
}

/** For an erased person, also clears the payload and its digest. */
export function verdictColumns(ruling: Ruling, { erased }: Pick<Domain, 'erased'>) {
  const isOfErased = ruling.status === 'refused' && ruling.code === erased
  return {
    ...(isOfErased && { payload: null, payloadHash: erasedHash }),
    status: ruling.status,
    code:
      ruling.status === 'refused' ? ruling.code : ruling.status === 'parked' ? ruling.reason : null,
    message: ruling.status === 'refused' ? ruling.message : null,
    result: resultOf(ruling),
    waitsFor: ruling.status === 'parked' ? ruling.waitsFor : null,
  }
}

function resultOf(ruling: Ruling): Record<string, unknown> | null {
  if (ruling.status === 'applied') return ruling.result
  return (ruling.status === 'refused' && ruling.named) || null
}

export function toVerdict(row: StoredOperation): Verdict {
  return {
    operationId: row.operationId,
    status: row.status,
    version: row.version,
    code: row.code,
    message: row.message,
    result: row.result,
  }
}

function audit(row: StoredOperation, context: OperationContext): void {
  context.writes.append(auditRecord, {
    businessId: row.businessId,
    id: newId(),
    happenedAt: context.now,
    actorKind: row.asker,
    actorId: row.accountId,
    act: row.name,
    subjectId: row.subjectId,
    outcome: row.status === 'parked' ? 'parked' : 'refused',
    code: row.code,
    network: context.by.origin.network,
  })
}
