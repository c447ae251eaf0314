/**
 * Erases a member: their name, addresses and words go from every table, stored operation, queued
 * mail and key. What they earned, spent and agreed to stays under an id that leads to nobody, so
 * that every ledger adds up as before.
 */
import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { addDays, dayOf } from '#schema/contract/day.ts'
import { refusals } from '#schema/contract/refusal.ts'
import { campaignRecipient } from '#schema/database/campaign.ts'
import { isLiterally } from '#schema/database/columns.ts'
import { customer, customerKey, memberAlias } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { notificationDevice, notificationQueue } from '#schema/database/notification.ts'
import { appliedOperation, erasedHash, tombstone } from '#schema/database/operation.ts'
import { pointsEntry, purchase } from '#schema/database/points.ts'
import { coupon } from '#schema/database/reward.ts'
import type { Steps, TenantRule } from '#sync-server/rule/rule.ts'
import { requireDataTicket } from './mailed-ticket.ts'
import { type Holder, requireRow } from './member-privacy.ts'

interface Erasure extends Holder {
  businessId: string
  ticket: string
}

export async function eraseMember(
  { businessId, memberId, ticket }: Erasure,
  steps: Steps,
): Promise<void> {
  const asked = { memberId, businessId, kind: 'erasure' } as const
  await requireDataTicket(ticket, asked, steps.now, steps.config)
  // The queue is out of reach inside a business. Before, so that a crash in between is repeated with
  // the same link; after, for what was queued meanwhile.
  await withdrawMails(memberId, steps)
  await steps.inTenant(businessId, (rule) => eraseRows(memberId, rule))
  await withdrawMails(memberId, steps)
}

function withdrawMails(memberId: string, steps: Steps) {
  return steps.commit(({ db }) => db.delete(emailQueue).where(eq(emailQueue.subjectId, memberId)))
}

async function eraseRows(memberId: string, rule: TenantRule): Promise<void> {
  const { db, businessId, now } = rule
  // First: whoever writes in this business waits from here on.
  const version = await rule.nextVersion()
  const row = await requireRow(memberId, rule)
  await eraseOperations(row, version, rule)
  await db
    .update(customer)
    .set({
      firstName: '',
      lastName: '',
      email: '',
      emailKey: `erased ${memberId}`,
      mailboxKey: `erased ${memberId}`,
      phone: null,
      birthday: null,
      joinedFrom: null,
      note: null,
      marketingEmail: false,
      marketingSms: false,
      pushNotifications: false,
      erasedAt: now,
      version,
    })
    .where(and(eq(customer.businessId, businessId), eq(customer.id, memberId)))
  await db.insert(tombstone).values({ businessId, tableName: 'customer', id: memberId, version })
  await db
    .update(customerKey)
    .set({ retiredAt: now, device: null, sealed: null })
    .where(and(eq(customerKey.businessId, businessId), eq(customerKey.memberId, memberId)))
  // With what is on its way to them, and which campaigns had reached them.
  for (const table of [notificationQueue, notificationDevice, campaignRecipient]) {
    await db
      .delete(table)
      .where(and(eq(table.businessId, businessId), eq(table.memberId, memberId)))
  }
  // What staff wrote about them in words of their own.
  await db
    .update(purchase)
    .set({ note: null, version })
    .where(and(eq(purchase.businessId, businessId), eq(purchase.memberId, memberId)))
  await db
    .update(pointsEntry)
    .set({ description: 'Adjustment', version })
    .where(
      and(
        eq(pointsEntry.businessId, businessId),
        eq(pointsEntry.memberId, memberId),
        eq(pointsEntry.reason, 'adjustment'),
      ),
    )
  await db
    .update(coupon)
    // A day that is over in every time zone: what is left of this one counts for nobody.
    .set({ expiresAt: now, expiresOn: addDays(dayOf(now.getTime(), 'UTC'), -2), version })
    .where(
      and(
        eq(coupon.businessId, businessId),
        eq(coupon.memberId, memberId),
        isNull(coupon.usedAt),
        isNull(coupon.voidedAt),
      ),
    )
  await rule.audit('customer.erase', memberId)
}

/** Payloads of what was refused or waits, and what verdicts brought. */
async function eraseOperations(
  { id: memberId, email, emailKey }: typeof customer.$inferSelect,
  version: number,
  rule: TenantRule,
): Promise<void> {
  const { db, businessId, now } = rule
  const aliases = await db
    .select({ id: memberAlias.aliasId })
    .from(memberAlias)
    .where(and(eq(memberAlias.businessId, businessId), eq(memberAlias.memberId, memberId)))
  const ids = [memberId, ...aliases.map(({ id }) => id)]
  const typed = sql`lower(normalize(trim(${appliedOperation.payload} ->> 'email'), NFKC))`
  const theirs = or(
    inArray(appliedOperation.subjectId, ids),
    inArray(sql`${appliedOperation.payload} ->> 'memberId'`, ids),
    inArray(sql`${appliedOperation.result} ->> 'memberId'`, ids),
    inArray(typed, [emailKey, email.trim().normalize('NFKC').toLowerCase()]),
  )
  const update = (what: SQL | undefined, changes: Partial<typeof appliedOperation.$inferInsert>) =>
    db
      .update(appliedOperation)
      .set(changes)
      .where(and(eq(appliedOperation.businessId, businessId), theirs, what))
  // What waits can be done no more; devices hear so by pull.
  await update(isLiterally(appliedOperation.status, 'parked'), {
    status: 'refused',
    code: 'member_erased',
    message: refusals.member_erased.message,
    waitsFor: null,
    network: null,
    settledAt: now,
    version,
  })
  await update(undefined, {
    payload: null,
    payloadHash: erasedHash,
    result: sql`${appliedOperation.result} - 'couponCode' - 'welcomeCoupon' - 'sealedKey'` as never,
  })
}
