/** Checks whether an operation is known, well-formed, and allowed for the caller. */
import { uuid } from '#schema/contract/id.ts'
import {
  type Asker,
  isOperationName,
  type OperationName,
  operationEntry,
  payloadSchema,
} from '#schema/contract/operation.ts'
import { fieldSentence } from '#sync-server/rule/field-sentence.ts'
import { Refusal } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { AskedOperation } from './asked-operation.ts'

export type JudgedPayload =
  | { name: OperationName; payload: unknown }
  | { refused: Refusal }
  /** From a newer app version than this server knows. */
  | { isNewer: true }

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
