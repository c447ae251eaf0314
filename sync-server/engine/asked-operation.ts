/** An operation as the engine takes it, from a push or a documented call. */
import { createHash } from 'node:crypto'
import { erasedHash } from '#schema/database/operation.ts'
import type { Refusal } from '#sync-server/rule/refuse.ts'

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
