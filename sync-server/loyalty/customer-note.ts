/** The team's note about a customer. If two people write at once, refuses the second change. */
import { and, eq } from 'drizzle-orm'
import { customer } from '#schema/database/customer.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { requireMember } from './member.ts'

export const noteCustomer: Executor<'customer.note'> = async (payload, context) => {
  const { tenant, version, writes } = context
  const member = await requireMember(tenant, payload.memberId)
  const before = member.note ?? ''
  if (before !== payload.noteSeen && before !== payload.note) refuse('note_changed_meanwhile')
  writes.send(
    tenant.db
      .update(customer)
      .set({ note: payload.note || null, version })
      .where(and(eq(customer.businessId, tenant.businessId), eq(customer.id, member.id))),
  )
  return { memberId: member.id }
}
