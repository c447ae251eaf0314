/**
 * Parked work. Operations of a paused business apply in order once it is active again, and those of
 * a newer app once this server knows them. Operations of withdrawn accounts, or of an outbox silent
 * for a year, wait for the owner's decision. An owner sees all of it and can end any of it. Pulls
 * deliver the final verdicts.
 */
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type OperationName, operationEntry, operations } from '#schema/contract/operation.ts'
import type { ParkedOperation, ParkedReason } from '#schema/contract/sync.ts'
import { isLiterally } from '#schema/database/columns.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { StoredOperation } from './operation.ts'
import { inOrder, type Settling, settleAll } from './waiting.ts'

interface ParkedRange {
  reasons?: readonly ParkedReason[]
  operationIds?: string[] | undefined
  after?: StoredOperation | null
  limit: number
}

/** Lists parked operations in the order of their arrival. */
export async function listParked(tenant: Tenant, range: ParkedRange): Promise<StoredOperation[]> {
  const { reasons, operationIds, after, limit } = range
  return tenant.db
    .select()
    .from(appliedOperation)
    .where(
      and(
        isParked(tenant),
        reasons && inArray(appliedOperation.code, reasons),
        operationIds && inArray(appliedOperation.operationId, operationIds),
        after ? isBehind(after) : undefined,
      ),
    )
    .orderBy(...inOrder)
    .limit(limit)
}

function isParked(tenant: Tenant): SQL | undefined {
  return and(
    eq(appliedOperation.businessId, tenant.businessId),
    isLiterally(appliedOperation.status, 'parked'),
  )
}

/** Documented calls have no sequence number, and a version of their own. */
function isBehind({ receivedVersion, seq, operationId }: StoredOperation): SQL {
  const place = sql`(${appliedOperation.receivedVersion}, coalesce(${appliedOperation.seq}, 0), ${appliedOperation.operationId})`
  return sql`${place} > (${receivedVersion}, ${seq ?? 0}, ${operationId}::uuid)`
}

/** Parked for a reason that no longer applies once the business is active. */
function isReady(tenant: Tenant): SQL | undefined {
  const known = (Object.keys(operations) as OperationName[]).map(
    (name) =>
      sql`(${appliedOperation.name} = ${name} and ${appliedOperation.v} <= ${operationEntry(name).v})`,
  )
  return and(
    isParked(tenant),
    isNull(appliedOperation.waitsFor),
    or(
      eq(appliedOperation.code, 'business_paused'),
      and(eq(appliedOperation.code, 'version_newer'), or(...known)),
    ),
  )
}

/** @returns whether work waits only for the business to be active, or for this release */
export async function hasReady(tenant: Tenant): Promise<boolean> {
  const rows = await tenant.db
    .select({ id: appliedOperation.operationId })
    .from(appliedOperation)
    .where(isReady(tenant))
    .limit(1)
  return rows.length > 0
}

/**
 * Settles the oldest ready work; call inside a writing transaction of an active business.
 * @returns whether there may be more, which must come before anything newer
 */
export async function takeUpReady(settling: Settling): Promise<boolean> {
  const ready = await settling.tenant.db
    .select()
    .from(appliedOperation)
    .where(isReady(settling.tenant))
    .orderBy(...inOrder)
    .limit(serverLimits.parkedAtOnce)
  await settleAll(ready, settling)
  return ready.length === serverLimits.parkedAtOnce
}

export async function showParked(_: unknown, rule: TenantRule): Promise<ParkedOperation[]> {
  return (await listParked(rule, { limit: serverLimits.listRows })).map(toParkedOperation)
}

/** For the owner; omits the customer's key, which opens that customer's page. */
function toParkedOperation(row: StoredOperation): ParkedOperation {
  const {
    keyDigest: _digest,
    sealedKey: _sealed,
    ...payload
  } = (row.payload ?? {}) as Record<string, unknown>
  return {
    operationId: row.operationId,
    name: row.name,
    payload,
    reason: row.code as ParkedReason,
    accountId: row.accountId,
    madeAt: row.madeAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
  }
}
