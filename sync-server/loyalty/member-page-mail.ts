/**
 * Mails a member the address of their card: the answer to a sign-up with an e-mail that is a
 * member's already. At most one an hour, whatever a stranger types.
 */
import { and, eq } from 'drizzle-orm'
import { customer, customerKey } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { idFrom, newKey } from '#sync-server/rule/id.ts'

const hourMs = 3_600_000

/** To the address that the member gave, never to what was typed: two may compare as one. */
export async function mailMemberPage(memberId: string, context: OperationContext): Promise<void> {
  const { tenant, writes, now } = context
  const [member] = await tenant.db
    .select({ email: customer.email })
    .from(customer)
    .where(and(eq(customer.businessId, tenant.businessId), eq(customer.id, memberId)))
  if (!member) return
  const key = newKey()
  writes.append(customerKey, {
    key,
    businessId: tenant.businessId,
    memberId,
    device: 'Mailed link',
    createdAt: now,
  })
  const hour = String(Math.floor(now.getTime() / hourMs))
  writes.send(
    tenant.db
      .insert(emailQueue)
      .values({
        recipient: member.email,
        kind: 'memberPage',
        fields: {
          businessName: context.business.name,
          url: `${context.publicUrl}/customer/${key}`,
          language: context.by.origin.language ?? 'en',
        },
        subjectId: memberId,
        dedupeKey: idFrom('memberPage', tenant.businessId, memberId, hour),
        createdAt: now,
        dueAt: now,
      })
      .onConflictDoNothing(),
  )
}
