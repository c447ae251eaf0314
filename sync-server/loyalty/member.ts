/** Finds the member an operation names, following them when they were a member already. */
import { and, eq, sql } from 'drizzle-orm'
import { customer, memberAlias, sampleMember } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { Missing } from '#sync-server/rule/missing.ts'
import { refuse } from '#sync-server/rule/refuse.ts'

export type MemberRow = typeof customer.$inferSelect

/**
 * @throws Missing when nobody of this id has arrived, Refusal member_erased when they left
 */
export async function requireMember(tenant: Tenant, memberId: string): Promise<MemberRow> {
  // An alias first, and then one key: two rows could never both fit. The outer `select` makes the id
  // a value before the row is looked up: under row-level security, PostgreSQL uses no index for a
  // comparison with an expression that it cannot prove leakproof, and reads every customer.
  const aliased = tenant.db
    .select({ id: memberAlias.memberId })
    .from(memberAlias)
    .where(and(eq(memberAlias.businessId, tenant.businessId), eq(memberAlias.aliasId, memberId)))
  const [row] = await tenant.db
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.businessId, tenant.businessId),
        eq(customer.id, sql`(select coalesce((${aliased}), ${memberId}::uuid))`),
      ),
    )
  if (!row) {
    if (await wasSample(tenant, memberId)) refuse('member_erased')
    throw new Missing(memberId, 'member_unknown')
  }
  if (row.erasedAt) refuse('member_erased')
  return row
}

/** Nobody of this id will ever arrive: the sample customers were removed. */
async function wasSample({ db, businessId }: Tenant, memberId: string): Promise<boolean> {
  const marked = await db
    .select({ memberId: sampleMember.memberId })
    .from(sampleMember)
    .where(and(eq(sampleMember.businessId, businessId), eq(sampleMember.memberId, memberId)))
  return marked.length > 0
}
