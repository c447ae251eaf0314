/**
 * Finds the member that an operation names, following the alias of someone who was already a
 * member.
 */
import { and, eq, sql } from 'drizzle-orm'
import { customer, memberAlias, sampleMember } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { Missing, refuse } from '#sync-server/rule/refuse.ts'

export type MemberRow = typeof customer.$inferSelect

/**
 * @throws Missing if no member of this id has arrived yet, Refusal member_erased if they were
 * erased
 */
export async function requireMember(tenant: Tenant, memberId: string): Promise<MemberRow> {
  // Resolve the alias first and then look up one key, so only one row can match. The outer `select`
  // turns the id into a value before the lookup: under row-level security, PostgreSQL can't use an
  // index for an expression that it can't prove leakproof, and would read every customer.
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

/** True if the id belonged to a removed sample customer, so it will never arrive. */
async function wasSample({ db, businessId }: Tenant, memberId: string): Promise<boolean> {
  const marked = await db
    .select({ memberId: sampleMember.memberId })
    .from(sampleMember)
    .where(and(eq(sampleMember.businessId, businessId), eq(sampleMember.memberId, memberId)))
  return marked.length > 0
}
