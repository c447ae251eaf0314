/** Finds the member an operation names, following her when she was a member already. */
import { and, eq, exists, or } from 'drizzle-orm'
import { customer, memberAlias } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { Missing } from '#sync-server/rule/missing.ts'
import { refuse } from '#sync-server/rule/refuse.ts'

export type MemberRow = typeof customer.$inferSelect

/**
 * @throws Missing when nobody of this id has arrived, Refusal member_erased when she left
 */
export async function requireMember(tenant: Tenant, memberId: string): Promise<MemberRow> {
  const aliasOfHer = tenant.db
    .select()
    .from(memberAlias)
    .where(
      and(
        eq(memberAlias.businessId, tenant.businessId),
        eq(memberAlias.aliasId, memberId),
        eq(memberAlias.memberId, customer.id),
      ),
    )
  const [row] = await tenant.db
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.businessId, tenant.businessId),
        or(eq(customer.id, memberId), exists(aliasOfHer)),
      ),
    )
  if (!row) throw new Missing(memberId, 'member_unknown')
  if (row.erasedAt) refuse('member_erased')
  return row
}
