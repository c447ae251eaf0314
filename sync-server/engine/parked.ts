/**
 * Parked work (decisions.md §3.6): what a paused business's devices handed in counts, in its order,
 * as soon as the business is active again; work of people whose rights were withdrawn, or of an
 * outbox silent for a year, waits for the owner's decision. Final verdicts go out by pull.
 */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import type { ParkedOperation, ParkedReason } from '#schema/contract/sync.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { type BusinessRow, isReadOnly, requireBusiness } from '#sync-server/loyalty/business.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { type OperationContext, Writes } from '#sync-server/rule/context.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { refuseParked, settleParked } from './waiting.ts'

/** What an owner decides on; the rest settles by itself. */
const decidedReasons: ParkedReason[] = ['rights_withdrawn', 'outbox_silent', 'server_error']

/** Oldest first. */
export async function listParked(
  tenant: Tenant,
  reasons: ParkedReason[] = decidedReasons,
  operationIds?: string[],
) {
  return tenant.db
    .select()
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        eq(appliedOperation.status, 'parked'),
        inArray(appliedOperation.code, reasons),
        operationIds && inArray(appliedOperation.operationId, operationIds),
      ),
    )
    .orderBy(asc(appliedOperation.receivedAt), asc(appliedOperation.seq))
    .limit(limits.listRows)
}

/** Inside a writing transaction of a business that is active: what it had been paused with. */
export async function takeUpPaused(context: OperationContext): Promise<void> {
  for (const operation of await listParked(context.tenant, ['business_paused'])) {
    await settleParked(operation, context)
  }
}

/** Applies what a pause left behind, in the transaction that ends the pause. */
export async function resumeBusiness(
  business: BusinessRow,
  rule: TenantRule<SignedIn>,
): Promise<void> {
  if (isReadOnly(business, rule.now)) return
  await settleWithin(rule, business, takeUpPaused)
}

/**
 * The owner's decision, on some or on all that wait for one.
 * @returns how many were settled
 */
export async function decideParked(
  { operationIds, accept }: { operationIds?: string[] | undefined; accept: boolean },
  rule: TenantRule<SignedIn>,
): Promise<{ settled: number }> {
  const version = await rule.nextVersion()
  const business = { ...(await requireBusiness(rule)), version }
  const waiting = await listParked(rule, decidedReasons, operationIds)
  await settleWithin(rule, business, async (context) => {
    for (const operation of waiting) {
      if (accept) await settleParked(operation, context)
      else await refuseParked(operation, 'owner_refused', context)
    }
  })
  await rule.audit(accept ? 'business.acceptParked' : 'business.refuseParked', null)
  return { settled: waiting.length }
}

export async function showParked(_: unknown, rule: TenantRule): Promise<ParkedOperation[]> {
  return (await listParked(rule)).map(toParkedOperation)
}

function toParkedOperation(row: Awaited<ReturnType<typeof listParked>>[number]): ParkedOperation {
  return {
    operationId: row.operationId,
    name: row.name,
    payload: row.payload,
    reason: row.code as ParkedReason,
    accountId: row.accountId,
    madeAt: row.madeAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
  }
}

async function settleWithin(
  rule: TenantRule<SignedIn>,
  business: BusinessRow,
  work: (context: OperationContext) => Promise<void>,
): Promise<void> {
  const { by, now, config } = rule
  const writes = new Writes(rule)
  await work({
    operationId: '',
    tenant: rule,
    business,
    version: business.version,
    now,
    publicUrl: config.publicUrl,
    by: { asker: 'business_admin', accountId: by.accountId, origin: by },
    writes,
  })
  await writes.flush()
}

/** @returns whether something waits for the business to be active again */
export async function hasPaused(tenant: Tenant): Promise<boolean> {
  const rows = await tenant.db
    .select({ id: appliedOperation.operationId })
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, tenant.businessId),
        eq(appliedOperation.status, 'parked'),
        eq(appliedOperation.code, 'business_paused'),
        isNull(appliedOperation.waitsFor),
      ),
    )
    .limit(1)
  return rows.length > 0
}
