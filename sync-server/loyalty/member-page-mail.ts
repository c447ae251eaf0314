/**
 * Mails a member the link to their card when a sign-up uses their e-mail. It goes to the address on
 * file, not the one typed now, which may only compare equal. Sends at most one an hour, and creates
 * no key without a mail.
 */
import { and, eq } from 'drizzle-orm'
import { customer } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { idFrom, newKey } from '#sync-server/rule/id.ts'
import { toEmailBrand } from './business.ts'
import { keepMailedKey } from './kept-key.ts'

const hourMs = 3_600_000

export async function mailMemberPage(memberId: string, context: OperationContext): Promise<void> {
  const { tenant, writes, now } = context
  const { businessId } = tenant
  await writes.flush()
  const [member] = await tenant.db
    .select({ email: customer.email })
    .from(customer)
    .where(and(eq(customer.businessId, businessId), eq(customer.id, memberId)))
  if (!member?.email) return
  const key = newKey()
  const hour = String(Math.floor(now.getTime() / hourMs))
  const queued = await tenant.db
    .insert(emailQueue)
    .values({
      recipient: member.email,
      kind: 'memberPage',
      fields: context.sealMail({
        businessName: context.business.name,
        url: `${context.publicUrl}/customer/${key}`,
        language: context.by.origin.language ?? 'en',
        ...toEmailBrand(context.business, context.publicUrl),
      }),
      subjectId: memberId,
      senderId: businessId,
      dedupeKey: idFrom('memberPage', businessId, memberId, hour),
      createdAt: now,
      dueAt: now,
    })
    .onConflictDoNothing()
  if (queued.count === 0) return
  keepMailedKey({ key, memberId }, context)
}
