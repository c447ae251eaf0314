/**
 * An owner's request to erase a member who asks in person. The hourly job carries it out 24 hours
 * later; until then owners can cancel it, and so can the member, by the link in the mail about it.
 */
import { and, asc, eq, lte } from 'drizzle-orm'
import { sampleMailDomain } from '#schema/contract/sample-customer.ts'
import { hourMs } from '#schema/contract/time-spans.ts'
import { customer } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { requireBusiness, toEmailBrand } from '#sync-server/loyalty/business.ts'
import { mayStillUndo } from '#sync-server/loyalty/emails/email-move.ts'
import { privacyLinkUrl, signDataTicket } from '#sync-server/loyalty/emails/mailed-ticket.ts'
import { countOwnerLink } from '#sync-server/loyalty/emails/owner-links.ts'
import type { MemberRow } from '#sync-server/loyalty/member.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { requireRow } from './member-privacy.ts'

/**
 * A repeated request keeps the first one's time and reason.
 * @throws Refusal email_changed_lately while the former mailbox can undo a change: a stranger may
 * have made it, and an erasure can't be undone
 */
export async function requestErasure(
  { memberId, reason }: { memberId: string; reason: string },
  rule: TenantRule<SignedIn>,
): Promise<void> {
  const { now, by } = rule
  const version = await rule.nextVersion()
  const row = await requireRow(memberId, rule)
  await rule.audit('business.eraseMember', row.id)
  if (row.erasureDueAt) return
  if (await mayStillUndo(rule, row.id, now)) refuse('email_changed_lately')
  const dueAt = new Date(now.getTime() + serverLimits.memberErasureHours * hourMs)
  const planned = {
    erasureDueAt: dueAt,
    erasureReason: reason,
    erasureAskedBy: by.accountId,
    version,
  }
  await setErasure(row.id, planned, rule)
  await mailMember(row, dueAt, rule)
}

async function mailMember(row: MemberRow, dueAt: Date, rule: TenantRule): Promise<void> {
  const { id, email, mailRefusedAt } = row
  if (email === '' || mailRefusedAt || email.endsWith(`@${sampleMailDomain}`)) return
  await countOwnerLink({ memberId: id, email }, rule.now, rule)
  const business = await requireBusiness(rule)
  await rule.mail({
    recipient: email,
    kind: 'erasureDue',
    fields: {
      businessName: business.name,
      url: privacyLinkUrl(
        await signDataTicket('keep', { ...row, erasureDueAt: dueAt }, rule),
        rule,
      ),
      ...toEmailBrand(business, rule.config.publicUrl),
    },
    subjectId: id,
    senderId: rule.businessId,
    dedupeKey: idFrom('erasure due', rule.businessId, id, dueAt.toISOString()),
  })
}

export async function cancelErasure(
  { memberId }: { memberId: string },
  rule: TenantRule,
): Promise<void> {
  const version = await rule.nextVersion()
  const row = await requireRow(memberId, rule)
  await rule.audit('business.keepMember', row.id)
  if (row.erasureDueAt) await keepMember(row, version, rule)
}

export function keepMember({ id }: MemberRow, version: number, tenant: Tenant): Promise<void> {
  return setErasure(id, { ...nothingPlanned, version }, tenant)
}

const nothingPlanned = { erasureDueAt: null, erasureReason: null, erasureAskedBy: null }

type Planned = Pick<
  typeof customer.$inferInsert,
  'erasureDueAt' | 'erasureReason' | 'erasureAskedBy' | 'version'
>

async function setErasure(
  memberId: string,
  changes: Planned,
  { db, businessId }: Tenant,
): Promise<void> {
  await db
    .update(customer)
    .set(changes)
    .where(and(eq(customer.businessId, businessId), eq(customer.id, memberId)))
}

/** Includes erased members, if a crash left their mails in the queue. */
export async function listDueErasures({ db, businessId }: Tenant, now: Date): Promise<string[]> {
  const rows = await db
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.businessId, businessId), lte(customer.erasureDueAt, now)))
    .orderBy(asc(customer.erasureDueAt))
  return rows.map(({ id }) => id)
}
