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
import { isReadOnly, requireBusiness } from '#sync-server/loyalty/business.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { type OperationContext, Writes } from '#sync-server/rule/context.ts'
import { nextVersion } from '#sync-server/rule/version.ts'
import type { Server } from '#sync-server/server.ts'
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

/** After a business was made active again; does nothing while it is paused. */
export async function resumeBusiness(server: Server, businessId: string): Promise<void> {
  await settleAll(server, businessId, null, async (context) => {
    if (!isReadOnly(context.business, context.now)) await takeUpPaused(context)
  })
}

/**
 * The owner's decision, on some or on all that wait for one.
 * @returns how many were settled
 */
export async function decideParked(
  server: Server,
  businessId: string,
  wanted: { operationIds?: string[] | undefined; accept: boolean },
  by: { actor: SignedIn; origin: Origin },
): Promise<number> {
  let settled = 0
  await settleAll(server, businessId, by, async (context) => {
    const waiting = await listParked(context.tenant, decidedReasons, wanted.operationIds)
    for (const operation of waiting) {
      if (wanted.accept) await settleParked(operation, context)
      else await refuseParked(operation, 'owner_refused', context)
    }
    settled = waiting.length
  })
  return settled
}

export function toParkedOperation(
  row: Awaited<ReturnType<typeof listParked>>[number],
): ParkedOperation {
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

async function settleAll(
  server: Server,
  businessId: string,
  by: { actor: SignedIn; origin: Origin } | null,
  work: (context: OperationContext) => Promise<void>,
): Promise<void> {
  const version = await server.doors.tenant(businessId, async (tenant) => {
    const version = await nextVersion(tenant)
    const writes = new Writes(tenant)
    await work({
      operationId: '',
      tenant,
      business: await requireBusiness(tenant),
      version,
      now: server.clock.now(),
      publicUrl: server.config.publicUrl,
      by: {
        asker: 'business_admin',
        accountId: by?.actor.accountId ?? null,
        origin: by?.origin ?? { network: '', userAgent: '' },
      },
      writes,
    })
    await writes.flush()
    return version
  })
  server.pokes.announce(businessId, version)
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
