/**
 * One-time links that open the card of a member without an email. Staff show one as a QR code, or
 * print it; the phone that opens it gets a key of its own, as a sign-up there would.
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { type CardLink, readCardTicket, type ShownCardLink } from '#schema/contract/card-link.ts'
import { dayMs, minuteMs } from '#schema/contract/time-spans.ts'
import { cardLink } from '#schema/database/card-link.ts'
import { customerKey } from '#schema/database/customer.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import { requireBusiness, requireWritable } from '#sync-server/loyalty/business.ts'
import type { MemberRow } from '#sync-server/loyalty/member.ts'
import { requireRow } from '#sync-server/loyalty/privacy/member-privacy.ts'
import { keyDigest } from '#sync-server/loyalty/secrets.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { nameSystem } from '#sync-server/rule/origin.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Steps, TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const digestOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** @throws Refusal card_by_email for a member who has an email: the link to their card goes there */
export async function makeCardLink(
  { memberId, printed }: { memberId: string; printed: boolean },
  rule: TenantRule<SignedIn>,
): Promise<CardLink> {
  const { db, businessId, now, config } = rule
  requireWritable(await requireBusiness(rule), now)
  const member = await requireRow(memberId, rule)
  if (member.email !== '') refuse('card_by_email')
  const secret = randomBytes(16).toString('base64url')
  const { cardLinkMinutes, printedCardLinkDays } = serverLimits
  const lastsMs = printed ? printedCardLinkDays * dayMs : cardLinkMinutes * minuteMs
  const expiresAt = new Date(now.getTime() + lastsMs)
  await db.insert(cardLink).values({ businessId, digest: digestOf(secret), memberId, expiresAt })
  await rule.audit('business.makeCardLink', memberId)
  // Behind the hash, so that no server's log has it.
  const url = `${config.publicUrl}/member-card#${businessId}.${secret}`
  return { url, expiresAt: expiresAt.toISOString() }
}

/** @throws Refusal link_expired */
export function readCardLink({ ticket }: { ticket: string }, steps: Steps): Promise<ShownCardLink> {
  const { businessId, secret } = readCardTicket(ticket) ?? refuse('link_expired')
  return steps.inTenant(businessId, async (rule) => {
    const [link] = await rule.db
      .select()
      .from(cardLink)
      .where(and(isLink(secret, rule), isNull(cardLink.openedAt), gt(cardLink.expiresAt, rule.now)))
    if (!link) refuse('link_expired')
    const { firstName } = await requireOpenable(link.memberId, rule)
    return { businessName: (await requireBusiness(rule)).name, firstName }
  })
}

/** @throws Refusal link_expired, unless it was opened with the same key before */
export function openCard(
  { ticket, id }: { ticket: string; id: string },
  steps: Steps,
): Promise<{ customerId: string }> {
  const { businessId, secret } = readCardTicket(ticket) ?? refuse('link_expired')
  const digest = keyDigest(id)
  return steps.inTenant(businessId, async (rule) => {
    const { db, now, by } = rule
    const which = isLink(secret, rule)
    const [link] = await db
      .update(cardLink)
      .set({ openedAt: now, keyDigest: digest })
      .where(and(which, isNull(cardLink.openedAt), gt(cardLink.expiresAt, now)))
      .returning({ memberId: cardLink.memberId })
    if (!link) {
      const before = await db.$count(cardLink, and(which, eq(cardLink.keyDigest, digest)))
      return before > 0 ? { customerId: id } : refuse('link_expired')
    }
    const { id: memberId } = await requireOpenable(link.memberId, rule)
    const device = nameSystem(by.userAgent) ?? 'Web'
    const joinedFrom = link.memberId === memberId ? null : link.memberId
    const routed = await db
      .insert(customerKey)
      .values({ digest, businessId, memberId, joinedFrom, device, createdAt: now })
      .onConflictDoNothing()
      .returning({ digest: customerKey.digest })
    if (routed.length === 0) refuse('id_taken')
    await rule.audit('customer.openCard', memberId)
    return { customerId: id }
  })
}

/** A member who has an email by now gets the link to their card there. */
async function requireOpenable(memberId: string, tenant: Tenant): Promise<MemberRow> {
  const member = await requireRow(memberId, tenant)
  return member.email === '' ? member : refuse('link_expired')
}

function isLink(secret: string, { businessId }: Tenant) {
  return and(eq(cardLink.businessId, businessId), eq(cardLink.digest, digestOf(secret)))
}

const hasEnded = (now: Date) => lte(cardLink.expiresAt, now)

export function withEndedCardLinks(db: Transaction, now: Date) {
  return db.selectDistinct({ businessId: cardLink.businessId }).from(cardLink).where(hasEnded(now))
}

export async function forgetCardLinks({ db, businessId }: Tenant, now: Date): Promise<void> {
  await db.delete(cardLink).where(and(eq(cardLink.businessId, businessId), hasEnded(now)))
}
