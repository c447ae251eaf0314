/**
 * Mails a member the link to their card when they ask for it or a sign-up uses their e-mail. It goes
 * to the address on file, not the one typed now, which may only compare equal. Sends at most one an
 * hour, and creates no key without a mail.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { hourMs } from '#schema/contract/time-spans.ts'
import { customer } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { requireBusiness, toEmailBrand } from '#sync-server/loyalty/business.ts'
import { keepMailedKey, toolsOf } from '#sync-server/loyalty/secrets.ts'
import { type OperationContext, Writes } from '#sync-server/rule/context.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { idFrom, newKey } from '#sync-server/rule/id.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'

type Mailing = Pick<
  OperationContext,
  'tenant' | 'writes' | 'business' | 'now' | 'publicUrl' | 'sealMail' | 'sealKey'
> & { by: { origin: { language?: string | undefined } } }

/** `customer.mailCard`: tells the caller nothing about the address. */
export async function mailCardTo({ email }: { email: string }, rule: TenantRule): Promise<void> {
  const { db, businessId, now, config, by } = rule
  const [member] = await db
    .select({ id: customer.id })
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        eq(customer.emailKey, emailKey(email)),
        isNull(customer.erasedAt),
      ),
    )
  if (!member) return
  const tenant = { db, businessId }
  const writes = new Writes(tenant)
  await mailMemberPage(member.id, {
    tenant,
    writes,
    business: await requireBusiness(rule),
    now,
    ...toolsOf(config, now),
    by: { origin: by },
  })
  await writes.flush()
}

export async function mailMemberPage(memberId: string, context: Mailing): Promise<void> {
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
