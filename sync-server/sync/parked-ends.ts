/**
 * Reads how parked operations ended (docs/sync-protocol.md, Pull 6). The device names the
 * operations it holds, because its account doesn't identify them: work made at a till belongs to
 * the person who made it, and imported work to another device.
 */
import { and, eq, gt, inArray, isNotNull, lte, ne, type SQL } from 'drizzle-orm'
import type { Verdict } from '#schema/contract/sync.ts'
import { appliedOperation, outbox } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { type StoredOperation, toVerdict } from '#sync-server/engine/operation.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'

interface Asked {
  actor: SignedIn
  parked: string[] | null
}

/**
 * @param from the version of the device's cursor, for releases that name no operations
 * @param upTo the version at which the answer ends
 */
export async function readEnds(
  tenant: Tenant,
  { actor, parked }: Asked,
  from: number,
  upTo: number,
): Promise<Verdict[]> {
  if (parked === null) return readEndsOf(tenant, actor, from, upTo)
  if (parked.length === 0) return []
  const rows = await select(tenant, upTo, [
    inArray(appliedOperation.operationId, parked),
    ne(appliedOperation.status, 'parked'),
  ])
  return rows.map(({ operation, heldBy }) => {
    const verdict = toVerdict(operation)
    const isOwn = operation.accountId === actor.accountId || heldBy === actor.accountId
    // Every device can learn operation ids from its points entries, so only the account that asked
    // for the coupon, or whose outbox brought it, gets the code.
    return isOwn || verdict.status === 'refused' ? verdict : withoutCode(verdict)
  })
}

/**
 * Keeps the member id of a sign-up, which operations queued behind it need, and the coupon that a
 * use relied on, which the device names after a restore.
 */
function withoutCode(verdict: Verdict): Verdict {
  const { memberId, reliesOn } = verdict.result ?? {}
  const kept = {
    ...(memberId !== undefined && { memberId }),
    ...(reliesOn !== undefined && { reliesOn }),
  }
  return { ...verdict, result: Object.keys(kept).length > 0 ? kept : null }
}

/**
 * For earlier releases, which name no operations: all verdicts of the account issued after their
 * push, because the device's cursor moves past their versions.
 */
async function readEndsOf(
  tenant: Tenant,
  actor: SignedIn,
  from: number,
  upTo: number,
): Promise<Verdict[]> {
  const rows = await select(tenant, upTo, [
    eq(appliedOperation.accountId, actor.accountId),
    isNotNull(appliedOperation.outboxId),
    ne(appliedOperation.settledAt, appliedOperation.receivedAt),
    gt(appliedOperation.version, from - 1),
  ])
  return rows.map(({ operation }) => toVerdict(operation))
}

async function select(
  { db, businessId }: Tenant,
  upTo: number,
  of: SQL[],
): Promise<{ operation: StoredOperation; heldBy: string | null }[]> {
  return db
    .select({ operation: appliedOperation, heldBy: outbox.accountId })
    .from(appliedOperation)
    .leftJoin(
      outbox,
      and(
        eq(outbox.businessId, appliedOperation.businessId),
        eq(outbox.outboxId, appliedOperation.outboxId),
      ),
    )
    .where(
      and(eq(appliedOperation.businessId, businessId), lte(appliedOperation.version, upTo), ...of),
    )
}
