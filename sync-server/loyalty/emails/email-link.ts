/**
 * Links about a member's email: the one in the new mailbox applies the change, the one in the former
 * mailbox undoes it. Opening a link changes nothing; a repeated press answers as the first one did.
 */
import { and, eq, isNull, ne, notInArray, sql } from 'drizzle-orm'
import { maskEmail } from '#schema/contract/customer.ts'
import type { EmailLink, PressedEmailLink } from '#schema/contract/member-email.ts'
import { customer, customerKey } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { formerContact } from '#schema/database/former-contact.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { foldContact } from '#sync-server/loyalty/contact.ts'
import type { MemberRow } from '#sync-server/loyalty/member.ts'
import { setConsents } from '#sync-server/loyalty/privacy/consent.ts'
import { requireRow } from '#sync-server/loyalty/privacy/member-privacy.ts'
import { mailedLink } from '#sync-server/loyalty/secrets.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { type EmailTicket, requireEmailTicket } from '#sync-server/rule/email-ticket.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Steps, TenantRule } from '#sync-server/rule/rule.ts'
import { findOther } from './address-of-other.ts'
import { type Moving, mailFormerAddress, movingBehindLink } from './email-mails.ts'
import { endUndoLinks, moveAddress, nothingPending } from './email-move.ts'
import { giveBackTaken } from './joined-address.ts'
import { isMailTo } from './queued-mail.ts'

type FormerRow = typeof formerContact.$inferSelect

interface Opened {
  member: MemberRow
  /** The address that a press moves the member to. */
  email: string
  /** The change that was applied; null for one that waits for its press. */
  change: FormerRow | null
  isDone: boolean
}

export async function readEmailLink(
  { ticket }: { ticket: string },
  steps: Steps,
): Promise<EmailLink> {
  const asked = await requireEmailTicket(ticket, steps)
  return steps.inTenant(asked.businessId, async (rule) => {
    const { name } = await requireBusiness(rule)
    const { member, email, isDone } = await open(asked, rule)
    const asksConsent = asked.kind === 'confirm' && member.marketingEmail
    return { kind: asked.kind, businessName: name, email: maskEmail(email), asksConsent, isDone }
  })
}

export async function pressEmailLink(
  { ticket, marketingEmail }: PressedEmailLink,
  steps: Steps,
): Promise<void> {
  const asked = await requireEmailTicket(ticket, steps)
  const present = await steps.inTenant(asked.businessId, (rule) =>
    asked.kind === 'confirm' ? confirm(asked, marketingEmail, rule) : restore(asked, rule),
  )
  // A tenant transaction can't reach the mail queue; a repeated press does this again.
  await steps.commit(({ db }) =>
    db
      .delete(emailQueue)
      .where(
        and(
          isMailTo(asked),
          ne(sql`lower(${emailQueue.recipient})`, sql`lower(${present})`),
          notInArray(emailQueue.kind, ['memberEmail', 'memberEmailChanged', 'erasureDue']),
          isNull(emailQueue.sentAt),
        ),
      ),
  )
}

/** @throws Refusal link_expired for a link that a later change or an undo ended */
async function open(asked: EmailTicket, tenant: Tenant): Promise<Opened> {
  const member = await requireRow(asked.memberId, tenant)
  const change = await findChange(asked, tenant)
  if (asked.kind === 'confirm') {
    const isPending = member.pendingChangeId === asked.changeId && member.pendingEmail !== null
    if (isPending) return { member, email: member.pendingEmail ?? '', change: null, isDone: false }
    if (!change || change.undoneAt) refuse('link_expired')
    return { member, email: member.email, change, isDone: true }
  }
  if (!change) refuse('link_expired')
  const isDone = change.undoneAt !== null
  if (isDone && change.emailKey !== member.emailKey) refuse('link_expired')
  return { member, email: change.former, change, isDone }
}

async function findChange(
  { changeId, memberId }: EmailTicket,
  { db, businessId }: Tenant,
): Promise<FormerRow | null> {
  const [row] = await db
    .select()
    .from(formerContact)
    .where(
      and(
        eq(formerContact.businessId, businessId),
        eq(formerContact.changeId, changeId),
        eq(formerContact.kind, 'email'),
        eq(formerContact.memberId, memberId),
      ),
    )
  return row ?? null
}

/** @returns the member's address from now on */
async function confirm(
  asked: EmailTicket,
  marketingEmail: boolean | undefined,
  rule: TenantRule,
): Promise<string> {
  const moving = await movingBehindLink(rule)
  const { member, email, change } = await open(asked, rule)
  if (change) return email
  const { memberId, changeId } = asked
  if (emailKey(email) === member.emailKey) {
    await proveAgain({ member, email }, moving)
    return email
  }
  if (await findOther(rule, { memberId, email })) refuse('address_of_other')
  const move = {
    member,
    email,
    changeId,
    changedBy: null,
    isProved: true,
    ends: eq(customerKey.device, mailedLink),
    mayUndo: true,
  }
  const undoUntil = await moveAddress(move, moving)
  if (marketingEmail) {
    const choosing = { memberId, screen: 'email-changed', now: rule.now }
    await setConsents({ email: true }, { ...choosing, version: moving.version }, rule)
  }
  const former = member.email
  if (former) await mailFormerAddress({ memberId, changeId, former, email, undoUntil }, moving)
  await rule.audit('mail.pressMemberEmail', memberId)
  return email
}

/** The stored address, perhaps spelled differently. */
async function proveAgain(
  { member, email }: { member: MemberRow; email: string },
  { tenant: { db, businessId }, version, now }: Moving,
): Promise<void> {
  await db
    .update(customer)
    .set({
      email,
      ...foldContact({ ...member, email }),
      addressProvedAt: now,
      mailRefusedAt: null,
      ...nothingPending,
      version,
    })
    .where(and(eq(customer.businessId, businessId), eq(customer.id, member.id)))
}

/**
 * Ends every place where the card is open: someone else may have asked for the change.
 * @returns the restored address
 */
async function restore(asked: EmailTicket, rule: TenantRule): Promise<string> {
  const moving = await movingBehindLink(rule)
  const { member, email, change, isDone } = await open(asked, rule)
  if (isDone || !change) return member.email
  const { memberId } = asked
  if (await findOther(rule, { memberId, email })) refuse('address_of_other')
  const changeId = newId()
  const ended = await endUndoLinks({ memberId, since: change.changedAt }, moving)
  const move = {
    member,
    email,
    changeId,
    changedBy: null,
    isProved: true,
    ends: sql`true`,
    mayUndo: false,
  }
  await moveAddress(move, moving)
  await giveBackTaken(member.id, ended, moving)
  const former = member.email
  await mailFormerAddress({ memberId, changeId, former, email, undoUntil: null }, moving)
  await rule.audit('mail.pressMemberEmail', memberId)
  return email
}
