/** The mails about a member's new address: to it, to the former one, and with the card's link. */
import { maskEmail } from '#schema/contract/customer.ts'
import { customerKey } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { EmailFields } from '#sync-server/email/email.ts'
import { requireBusiness, toEmailBrand } from '#sync-server/loyalty/business.ts'
import { keyDigest, mailedLink, toolsOf } from '#sync-server/loyalty/secrets.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { EmailLinkKind } from '#sync-server/rule/email-ticket.ts'
import { idFrom, newKey } from '#sync-server/rule/id.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'

/** The context for moving an address, in an operation and behind a mailed link. */
export interface Moving
  extends Pick<
    OperationContext,
    'tenant' | 'business' | 'version' | 'now' | 'publicUrl' | 'sealMail' | 'sealKey' | 'signTicket'
  > {
  language: string
}

export function movingIn(context: OperationContext): Moving {
  return { ...context, language: context.by.origin.language ?? 'en' }
}

/** Takes the business's version, which makes other writers wait. */
export async function movingBehindLink(rule: TenantRule): Promise<Moving> {
  const { db, businessId, now, config } = rule
  return {
    tenant: { db, businessId },
    version: await rule.nextVersion(),
    business: await requireBusiness(rule),
    now,
    ...toolsOf(config, now),
    language: rule.by.language ?? 'en',
  }
}

interface Change {
  memberId: string
  changeId: string
}

type MemberMail = 'memberEmail' | 'memberEmailChanged' | 'memberPage'

interface Mail<Kind extends MemberMail> {
  kind: Kind
  recipient: string
  memberId: string
  fields: Omit<EmailFields[Kind], 'businessName'>
  /** The business, if its daily ceiling or a refused mailbox is about this mail. */
  senderId?: string
  dedupeKey?: string
}

async function queue<Kind extends MemberMail>(
  { kind, recipient, memberId, fields, senderId, dedupeKey }: Mail<Kind>,
  { tenant, business, publicUrl, sealMail, language, now }: Moving,
): Promise<void> {
  await tenant.db.insert(emailQueue).values({
    recipient,
    kind,
    fields: sealMail({
      businessName: business.name,
      language,
      ...toEmailBrand(business, publicUrl),
      ...(fields as Record<string, string>),
    }),
    subjectId: memberId,
    senderId,
    dedupeKey,
    createdAt: now,
    dueAt: now,
  })
}

async function linkOf(
  { memberId, changeId }: Change,
  kind: EmailLinkKind,
  until: Date,
  { tenant, publicUrl, signTicket }: Moving,
): Promise<string> {
  const { businessId } = tenant
  const ticket = await signTicket({ businessId, memberId, changeId, kind }, until)
  // Behind the hash, so that no server's log has it.
  return `${publicUrl}/member-email#${ticket}`
}

/** @param byBusiness counts it among the mails that the business may cause in a day */
export async function mailNewAddress(
  {
    email,
    until,
    byBusiness,
    ...change
  }: Change & { email: string; until: Date; byBusiness: boolean },
  moving: Moving,
): Promise<void> {
  await queue(
    {
      kind: 'memberEmail',
      recipient: email,
      memberId: change.memberId,
      fields: { url: await linkOf(change, 'confirm', until, moving) },
      ...(byBusiness && { senderId: moving.tenant.businessId }),
    },
    moving,
  )
}

/** @param undoUntil null if the link that restores an address was used */
export async function mailFormerAddress(
  {
    former,
    email,
    undoUntil,
    ...change
  }: Change & { former: string; email: string; undoUntil: Date | null },
  moving: Moving,
): Promise<void> {
  const undoUrl = undoUntil && (await linkOf(change, 'restore', undoUntil, moving))
  await queue(
    {
      kind: 'memberEmailChanged',
      recipient: former,
      memberId: change.memberId,
      fields: { email: maskEmail(email), ...(undoUrl && { undoUrl }) },
      senderId: moving.tenant.businessId,
    },
    moving,
  )
}

/** Key and mail commit in the same transaction. */
export async function mailCard(
  { memberId, changeId, email }: Change & { email: string },
  moving: Moving,
): Promise<void> {
  const { tenant, publicUrl, sealKey, now } = moving
  const { businessId } = tenant
  const key = newKey()
  await tenant.db.insert(customerKey).values({
    digest: keyDigest(key),
    sealed: sealKey(key),
    businessId,
    memberId,
    device: mailedLink,
    createdAt: now,
  })
  await queue(
    {
      kind: 'memberPage',
      recipient: email,
      memberId,
      fields: { url: `${publicUrl}/customer/${key}`, because: 'emailChanged' },
      senderId: businessId,
      dedupeKey: idFrom('memberPage', businessId, memberId, changeId),
    },
    moving,
  )
}
