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
  accountId: string,
): Promise<boolean> {
  const { parkedPerOutbox, parkedPerAccount: ofAccount } = serverLimits
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

/**
 * An ended device hands seals in without a session, for as long as its ticket is valid. So
 * everything of its authors that a seal brought counts, also what was refused or discarded; only
 * what applies, and what the owner declined, makes room.
 * @param accountIds the ticket's account and, if that is a till, those whose proofs the work carries
 */
export async function hasWithdrawnRoom(
  { db, businessId }: Tenant,
  accountIds: readonly string[],
): Promise<boolean> {
  const [row] = await db.execute<{ hasRoom: boolean }>(sql`
    select not exists (
      select from ${appliedOperation}
      where business_id = ${businessId} and unseen
        and account_id in (select id::uuid from jsonb_array_elements_text(
          ${JSON.stringify(accountIds)}::text::jsonb) id)
        and status <> 'applied' and code is distinct from 'owner_refused'
      offset ${serverLimits.parkedPerWithdrawn - 1}
    ) as "hasRoom"`)
  return row?.hasRoom === true
}
