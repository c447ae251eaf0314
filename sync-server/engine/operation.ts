/** One operation: its content, its validation, and the verdict on it before it is stored. */
import { createHash } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import { uuid } from '#schema/contract/id.ts'
import {
  type Asker,
  isOperationName,
  type OperationName,
  operationEntry,
  payloadSchema,
} from '#schema/contract/operation.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import type { ParkedReason } from '#schema/contract/sync.ts'
import { appliedOperation, erasedHash } from '#schema/database/operation.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { OperationResult } from '#sync-server/rule/executor.ts'
import { fieldSentence } from '#sync-server/rule/field-sentence.ts'
import type { Missing } from '#sync-server/rule/refuse.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

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

export type JudgedPayload =
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
export function isSmallPayload(payload: unknown): boolean {
  return (JSON.stringify(payload) ?? '').length <= serverLimits.operationPayloadLength
}

/**
 * The id that an operation creates, even if it is refused, since dependent operations ask why the
 * id is missing.
 */
export function subjectOf(operation: Pick<AskedOperation, 'name' | 'payload'>): string | null {
  const { name, payload } = operation
  if (!isOperationName(name) || typeof payload !== 'object' || payload === null) return null
  return uuid.safeParse(operationEntry(name).creates(payload)).data ?? null
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

/**
 * Decides why an id that an operation names doesn't exist. If the operation that creates it was
 * refused or discarded, so is this one. If that is parked or hasn't arrived yet (it may still come
 * from an unsynced phone or outbox), this one is parked behind it.
 */
export async function whyMissing(missing: Missing, context: OperationContext): Promise<Ruling> {
  await context.writes.flush()
  const { tenant } = context
  const [maker] = await tenant.db
    .select({ status: appliedOperation.status, message: appliedOperation.message })
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        eq(appliedOperation.subjectId, missing.id),
      ),
    )
    .orderBy(desc(appliedOperation.version))
    .limit(1)
  if (maker?.status === 'refused' || maker?.status === 'discarded') {
    const because = maker.message ?? refusals.discarded.message
    return {
      status: 'refused',
      code: 'depends_on_refused',
      message: `${refusals.depends_on_refused.message} ${because}`,
    }
  }
  if (maker?.status === 'applied') {
    return { status: 'refused', code: missing.code, message: refusals[missing.code].message }
  }
  return { status: 'parked', reason: missing.parkedReason, waitsFor: missing.id }
}
