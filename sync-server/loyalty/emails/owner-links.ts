/**
 * Bounds the mailed links that a business's owners cause, per member and per mailbox, so that no
 * owner fills a stranger's mailbox. They count among the business's mails of a day, too.
 */
import { and, eq, gt, lte, type SQL } from 'drizzle-orm'
import { dayMs } from '#schema/contract/time-spans.ts'
import { emailLink } from '#schema/database/email-link.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import { mailboxKey } from '#sync-server/rule/email-key.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const dayBefore = (now: Date) => new Date(now.getTime() - dayMs)

/**
 * Called under the business's lock.
 * @throws Refusal email_links_spent
 */
export async function countOwnerLink(
  { memberId, email }: { memberId: string; email: string },
  now: Date,
  { db, businessId }: Tenant,
): Promise<void> {
  const mailbox = mailboxKey(email)
  const isSpent = async (whose: SQL) => {
    const lately = and(
      eq(emailLink.businessId, businessId),
      whose,
      gt(emailLink.mailedAt, dayBefore(now)),
    )
    return (await db.$count(emailLink, lately)) >= serverLimits.ownerEmailLinksPerDay
  }
  if (await isSpent(eq(emailLink.memberId, memberId))) refuse('email_links_spent')
  if (await isSpent(eq(emailLink.mailboxKey, mailbox))) refuse('email_links_spent')
  await db
    .insert(emailLink)
    .values({ businessId, id: newId(), memberId, mailboxKey: mailbox, mailedAt: now })
}

const isOld = (now: Date) => lte(emailLink.mailedAt, dayBefore(now))

export function withOwnerLinks(db: Transaction, now: Date) {
  return db.selectDistinct({ businessId: emailLink.businessId }).from(emailLink).where(isOld(now))
}

export async function forgetOwnerLinks({ db, businessId }: Tenant, now: Date): Promise<void> {
  await db.delete(emailLink).where(and(eq(emailLink.businessId, businessId), isOld(now)))
}
