/**
 * Limits parked work per outbox and account, since it is kept until it settles. Beyond that the
 * device keeps the rest and retries later.
 */
import { sql } from 'drizzle-orm'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export async function hasParkedRoom(
  { db, businessId }: Tenant,
  outboxId: string | null,
  { accountId, isWithdrawn }: { accountId: string; isWithdrawn: boolean },
): Promise<boolean> {
  const { parkedPerOutbox, parkedPerAccount, parkedPerWithdrawn } = serverLimits
  const ofAccount = isWithdrawn ? parkedPerWithdrawn : parkedPerAccount
  // Counts no further than each limit, since usually nothing is parked.
  const [row] = await db.execute<{ hasRoom: boolean }>(sql`
    select not exists (
      select from ${appliedOperation}
      where business_id = ${businessId} and status = 'parked' and outbox_id = ${outboxId}::uuid
      offset ${parkedPerOutbox - 1}
    ) and not exists (
      select from ${appliedOperation}
      where business_id = ${businessId} and status = 'parked' and account_id = ${accountId}::uuid
      offset ${ofAccount - 1}
    ) as "hasRoom"`)
  return row?.hasRoom === true
}
