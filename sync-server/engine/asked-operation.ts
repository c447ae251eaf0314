/** An operation as the engine takes it, from a push or from a documented call. */
import { createHash } from 'node:crypto'
import { erasedHash } from '#schema/database/operation.ts'
import type { Refusal } from '#sync-server/rule/refuse.ts'

export interface AskedOperation {
  operationId: string
  /** Of a push; documented calls have no outbox. */
  outboxId: string | null
  seq: number | null
  name: string
  v: number
  madeAt: Date
  discarded: boolean
  /** The operation that this one is an edit of. */
  replaces: string | null
  payload: unknown
  /** Who made it, where that is not who hands it in: a till's staff. */
  accountId?: string
  /** What a repeat must equal, where that is not the payload: the body of a documented call. */
  hashed?: unknown
  /** Refused before it came here: it was sealed, and no database keeps what is in it. */
  refusal?: Refusal
}

/** @returns whether a repeat asks for what was asked; of what was erased nobody can say otherwise */
export function isSameAsked({ payloadHash }: { payloadHash: string }, hash: string): boolean {
  return payloadHash === hash || payloadHash === erasedHash
}

/** The same payload gives the same hash whatever the order of its keys. */
export function payloadHash(
  operation: Pick<AskedOperation, 'name' | 'v' | 'payload' | 'hashed'>,
): string {
  const content = operation.hashed ?? operation.payload
  // The body of a documented call has no version: a repeat may come after an update.
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
