/**
 * Documented calls are the same operations (docs/sync-protocol.md): one operation, through the same engine,
 * with the Idempotency-Key as its id. The answer follows from the stored verdict, so that a repeat
 * answers the same bytes.
 */
import { sql } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import type { OperationName } from '#schema/contract/operation.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'
import type { Verdict } from '#schema/contract/sync.ts'
import type { AskedBy } from '#sync-server/rule/context.ts'
import { idFrom, newId } from '#sync-server/rule/id.ts'
import { Refusal, refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { applyOperations } from './apply.ts'

export interface DocumentedOperation {
  businessId: string
  name: OperationName
  payload: unknown
  by: AskedBy
  /** The header as it came, and the method and path that it is scoped to. */
  idempotencyKey: string | undefined
  scope: string
  /** The body as it came: what a repeat under the same key must equal. */
  hashed: unknown
}

export async function performDocumented(
  server: Server,
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
        v: 1,
        madeAt: now,
        discarded: false,
        replaces: null,
        payload,
        hashed: asked.hashed,
      },
    ],
    before: key === undefined ? undefined : (tenant) => refuseWhenUnderWay(tenant.db, operationId),
  })
  return verdict ?? refuse('internal')
}

/** @throws Refusal with the verdict's code and sentence unless it is applied or parked */
export function requireStanding(verdict: Verdict): Verdict {
  if (verdict.status === 'applied' || verdict.status === 'parked') return verdict
  const code = (verdict.code ?? 'internal') as RefusalCode
  const message = verdict.message ?? refusals[code].message
  throw new Refusal(code, { message, isAudited: true })
}

function isIdempotencyKey(key: string): boolean {
  return key.length <= limits.idempotencyKeyLength && /^[\x20-\x7e]+$/.test(key)
}

/** The same key on another connection right now: that one answers, this one is asked to wait. */
async function refuseWhenUnderWay(
  db: { execute: (query: ReturnType<typeof sql>) => PromiseLike<Iterable<unknown>> },
  operationId: string,
): Promise<void> {
  const [row] = [
    ...(await db.execute(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${operationId}, 0)) as alone`,
    )),
  ] as { alone: boolean }[]
  if (!row?.alone) refuse('under_way', { retryAfterSeconds: 1 })
}
