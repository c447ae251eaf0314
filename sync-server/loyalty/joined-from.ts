/** The network that a customer joined from, kept for rate limits and for at most 90 days. */
import { and, eq, isNotNull, lt } from 'drizzle-orm'
import { customer } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const dayMs = 86_400_000

/** Devices never receive this column, so no version changes. */
export async function forgetOldNetworks(tenant: Tenant, now: Date): Promise<void> {
  // A day early, because the next upkeep is a day later.
  const before = new Date(now.getTime() - (serverLimits.networkKeptDays - 1) * dayMs)
  await tenant.db
    .update(customer)
    .set({ joinedFrom: null })
    .where(
      and(
        eq(customer.businessId, tenant.businessId),
        isNotNull(customer.joinedFrom),
        lt(customer.createdAt, before),
      ),
    )
}
