/**
 * A documented call is a single operation through the same engine (docs/sync-protocol.md), with the
 * Idempotency-Key as its id. The answer is derived from the stored verdict, so a repeat returns the
 * same bytes.
 */
import { and, eq } from 'drizzle-orm'
import { type OperationName, operationEntry } from '#schema/contract/operation.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import type { Verdict } from '#schema/contract/sync.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { AskedBy } from '#sync-server/rule/context.ts'
import { idFrom, newId } from '#sync-server/rule/id.ts'
import { Refusal, refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { applyOperations } from './apply.ts'
import { isSameAsked, payloadHash, toVerdict } from './operation.ts'
import type { EngineParts } from './parts.ts'

/** A call with its idempotency key: enough to recognize a repeat. */
export interface KeyedCall {
  businessId: string
  name: OperationName
  /** The Idempotency-Key header as received; `scope` is the method and path it applies to. */
  idempotencyKey: string | undefined
  scope: string
  /** The raw body, before validation and defaults; a repeat must equal it. */
  hashed: unknown
}

interface DocumentedOperation extends KeyedCall {
  payload: unknown
  by: AskedBy
}

/**
 * For what would refuse a repeat before the engine sees it: a stricter release or a rate limit must
 * not refuse a call that already succeeded.
 * @returns the stored verdict of a repeat; null if the key is new
 * @throws Refusal key_reused if the key was used with another body
 */
export async function findRepeat(server: EngineParts, asked: KeyedCall): Promise<Verdict | null> {
  const { businessId, name, idempotencyKey: key, hashed } = asked
  if (key === undefined || !isIdempotencyKey(key)) return null
  const operationId = idFrom(businessId, asked.scope, key)
  const [stored] = await server.doors.tenant(businessId, ({ db }) =>
    db
      .select()
      .from(appliedOperation)
      .where(
        and(
          eq(appliedOperation.businessId, businessId),
          eq(appliedOperation.operationId, operationId),
        ),
      ),
  )
  if (!stored) return null
  if (!isSameAsked(stored, payloadHash({ name, v: 1, payload: null, hashed }))) refuse('key_reused')
  return requireStanding(toVerdict(stored))
}

export async function performDocumented(
  server: EngineParts,
  asked: DocumentedOperation,
): Promise<Verdict> {
  const { businessId, name, payload, by } = asked
  const key = asked.idempotencyKey
  if (key !== undefined && !isIdempotencyKey(key)) refuse('idempotency_key_invalid')
  const operationId = key === undefined ? newId() : idFrom(businessId, asked.scope, key)
  const now = server.clock.now()

  const [verdict] = await applyOperations(server, {
    businessId,
    by,
    operations: [
      {
        operationId,
        outboxId: null,
        seq: null,
        name,
        v: operationEntry(name).v,
        madeAt: now,
        discarded: false,
        replaces: null,
        payload,
        hashed: asked.hashed,
      },
    ],
    mustBeFirst: key !== undefined,
  })
  return verdict ?? refuse('internal')
}

/** @throws Refusal with the verdict's code and message unless it is applied or parked */
export function requireStanding(verdict: Verdict): Verdict {
  if (verdict.status === 'applied' || verdict.status === 'parked') return verdict
  const code = (verdict.code ?? 'internal') as RefusalCode
  const message = verdict.message ?? refusals[code].message
  throw new Refusal(code, { message, isAudited: true })
}

function isIdempotencyKey(key: string): boolean {
  return key.length <= serverLimits.idempotencyKeyLength && /^[\x20-\x7e]+$/.test(key)
}
