/** The network that a customer joined from, kept for rate limits and for at most 90 days. */
import { and, eq, gte, isNotNull, lt, lte, sql } from 'drizzle-orm'
import { customer } from '#schema/database/customer.ts'
import { upkeep } from '#schema/database/upkeep.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const dayMs = 86_400_000

/** A day early, because the next upkeep is a day later. */
const keptSince = (now: Date) =>
  new Date(now.getTime() - (serverLimits.networkKeptDays - 1) * dayMs)

/** Null for staff, and for a sign-up that arrives after its network would be forgotten. */
export function joinedFromOf({ by, recordedAt, now }: OperationContext): string | null {
  return by.asker === 'visitor' && recordedAt >= keptSince(now) ? by.origin.network : null
}

/** Since its last upkeep, a day before it was due again. The platform reads no network. */
export function withOldNetworks(db: Transaction, now: Date) {
  const { businessId, createdAt } = customer
  const forgottenUntil = sql`${upkeep.dueAt} - make_interval(days => ${serverLimits.networkKeptDays})`
  return db
    .selectDistinct({ businessId })
    .from(upkeep)
    .innerJoin(customer, eq(businessId, upkeep.businessId))
    .where(
      and(lte(upkeep.dueAt, now), gte(createdAt, forgottenUntil), lt(createdAt, keptSince(now))),
    )
}

/** Devices never receive this column, so no version changes. */
export async function forgetOldNetworks(tenant: Tenant, now: Date): Promise<void> {
  await tenant.db
    .update(customer)
    .set({ joinedFrom: null })
    .where(
      and(
        eq(customer.businessId, tenant.businessId),
        isNotNull(customer.joinedFrom),
        lt(customer.createdAt, keptSince(now)),
      ),
    )
}
