/**
 * Erases a member: removes their name, addresses and texts from every table, stored operation,
 * queued mail and key. Amounts earned and spent, and consents, stay under an id that leads to no
 * person, so every ledger still adds up.
 */
import { and, eq, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { addDays, dayOf } from '#schema/contract/day.ts'
import { refusals } from '#schema/contract/refusal.ts'
import { campaignRecipient } from '#schema/database/campaign.ts'
import { cardLink } from '#schema/database/card-link.ts'
import { isLiterally } from '#schema/database/columns.ts'
import { customer, customerKey, memberAlias } from '#schema/database/customer.ts'
import { emailLink } from '#schema/database/email-link.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { formerContact } from '#schema/database/former-contact.ts'
import { importedCard, importRow, importRun, importSource } from '#schema/database/member-import.ts'
import { memberPair } from '#schema/database/member-pair.ts'
import { notificationDevice, notificationQueue } from '#schema/database/notification.ts'
import { appliedOperation, erasedHash, tombstone } from '#schema/database/operation.ts'
import { pointsEntry, purchase } from '#schema/database/points.ts'
import { coupon } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { comparedNumber, foldContact } from '#sync-server/loyalty/contact.ts'
import { nothingPending } from '#sync-server/loyalty/emails/email-move.ts'
import { readDataTicket } from '#sync-server/loyalty/emails/mailed-ticket.ts'
import { isMailTo } from '#sync-server/loyalty/emails/queued-mail.ts'
import { mailSourceKey, phoneKey } from '#sync-server/loyalty/imports/import-facts.ts'
import { groupOf } from '#sync-server/loyalty/member.ts'
import { addToCounts } from '#sync-server/rule/context.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import type { Steps, TenantRule } from '#sync-server/rule/rule.ts'
import { requirePrivacyLink } from './privacy-link.ts'

type Row = typeof customer.$inferSelect

export async function eraseMember({ ticket }: { ticket: string }, steps: Steps): Promise<void> {
  const asked = await readDataTicket(ticket, steps, 'erasure')
  await steps.inTenant(asked.businessId, async (rule) => {
    // Lock first: other writers in this business wait from here on.
    const version = await rule.nextVersion()
    await eraseRows(await requirePrivacyLink(asked, rule), version, rule)
    await rule.audit('customer.erase', asked.memberId)
  })
  await withdrawMails(asked, steps)
}

/**
 * Erases a member whose erasure is due and was not canceled. Also finishes an erasure that a crash
 * interrupted before the member's mails were deleted.
 */
export async function eraseDueMember(
  { businessId, memberId }: { businessId: string; memberId: string },
  steps: Steps,
): Promise<void> {
  const isErased = await steps.inTenant(businessId, async (rule) => {
    const version = await rule.nextVersion()
    const row = await findDue(memberId, rule)
    if (!row || row.erasedAt) return row !== null
    await eraseRows(row, version, rule)
    const accountId = row.erasureAskedBy
    const as = accountId && ({ kind: 'account', role: 'business_admin', accountId } as const)
    await rule.audit('customer.eraseOnBehalf', memberId, { ...(as && { as }) })
    return true
  })
  if (isErased) await withdrawMails({ businessId, memberId }, steps)
}

async function findDue(memberId: string, { db, businessId, now }: TenantRule): Promise<Row | null> {
  const [row] = await db
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        eq(customer.id, memberId),
        lte(customer.erasureDueAt, now),
      ),
    )
  return row ?? null
}

/** A tenant transaction can't reach the mail queue, so this runs once the rows are erased. */
async function withdrawMails(
  { businessId, memberId }: { businessId: string; memberId: string },
  steps: Steps,
): Promise<void> {
  const group = await steps.inTenant(businessId, (rule) => groupOf(rule, memberId))
  const theirs = or(...group.map((id) => isMailTo({ businessId, memberId: id })))
  await steps.commit(({ db }) => db.delete(emailQueue).where(theirs))
  await steps.inTenant(businessId, ({ db }) =>
    db
      .update(customer)
      .set({ erasureDueAt: null })
      .where(and(eq(customer.businessId, businessId), inArray(customer.id, group))),
  )
}

/** Includes the members joined into this one. */
async function eraseRows(row: Row, version: number, rule: TenantRule): Promise<void> {
  const { db, businessId, now } = rule
  const joined = await db
    .select()
    .from(customer)
    .where(and(eq(customer.businessId, businessId), eq(customer.joinedInto, row.id)))
  await eraseMembers([row, ...joined], { tenant: rule, now, version, mailsDueAt: now })
}

interface Erasing {
  tenant: Tenant
  now: Date
  version: number
  /** When their queued mails are to be deleted, by another login; null if they can have none. */
  mailsDueAt: Date | null
}

export async function eraseMembers(members: readonly Row[], erasing: Erasing): Promise<void> {
  const { db, businessId } = erasing.tenant
  const { now, version, mailsDueAt } = erasing
  const ids = members.map(({ id }) => id)
  if (ids.length === 0) return
  const former = await readFormerEmails(ids, erasing.tenant)
  await eraseOperations(members, former, erasing)
  await eraseImports(members, former, erasing.tenant)
  await db
    .update(customer)
    .set({
      firstName: '',
      lastName: '',
      email: '',
      emailKey: sql`'erased ' || ${customer.id}`,
      mailboxKey: sql`'erased ' || ${customer.id}`,
      phone: null,
      phoneE164: null,
      phoneCountry: null,
      ...foldContact({ firstName: '', lastName: '', email: '', phone: null }),
      birthday: null,
      joinedFrom: null,
      ...nothingPending,
      note: null,
      erasureDueAt: mailsDueAt,
      erasureReason: null,
      erasureAskedBy: null,
      marketingEmail: false,
      marketingSms: false,
      pushNotifications: false,
      erasedAt: now,
      version,
    })
    .where(and(eq(customer.businessId, businessId), inArray(customer.id, ids)))
  const listed = members.filter((each) => each.joinedInto === null && !each.isSample)
  await addToCounts(erasing.tenant, [{ members: -listed.length }]).execute()
  await db.insert(tombstone).values(
    members.map(({ id, joinedInto }) => {
      const tableName = joinedInto === null ? 'customer' : 'memberJoin'
      return { businessId, tableName, id, goneAt: now, version }
    }),
  )
  await db
    .delete(memberPair)
    .where(
      and(
        eq(memberPair.businessId, businessId),
        or(inArray(memberPair.oneId, ids), inArray(memberPair.otherId, ids)),
      ),
    )
  await db
    .update(customerKey)
    .set({ retiredAt: now, device: null, sealed: null })
    .where(and(eq(customerKey.businessId, businessId), inArray(customerKey.memberId, ids)))
  // Includes messages queued for them, their campaign recipient rows and former addresses.
  for (const table of [
    notificationQueue,
    notificationDevice,
    campaignRecipient,
    formerContact,
    emailLink,
    cardLink,
    importedCard,
  ]) {
    await db
      .delete(table)
      .where(and(eq(table.businessId, businessId), inArray(table.memberId, ids)))
  }
  // Free text that staff wrote about them.
  await db
    .update(purchase)
    .set({ note: null, version })
    .where(and(eq(purchase.businessId, businessId), inArray(purchase.memberId, ids)))
  await db
    .update(pointsEntry)
    .set({ description: 'Adjustment', version })
    .where(
      and(
        eq(pointsEntry.businessId, businessId),
        inArray(pointsEntry.memberId, ids),
        eq(pointsEntry.reason, 'adjustment'),
      ),
    )
  await db
    .update(coupon)
    // Two days ago is past in every time zone, so the coupons have expired everywhere.
    .set({ expiresAt: now, expiresOn: addDays(dayOf(now.getTime(), 'UTC'), -2), version })
    .where(
      and(
        eq(coupon.businessId, businessId),
        inArray(coupon.memberId, ids),
        isNull(coupon.usedAt),
        isNull(coupon.voidedAt),
      ),
    )
}

async function readFormerEmails(ids: string[], { db, businessId }: Tenant): Promise<string[]> {
  const rows = await db
    .select({ email: formerContact.former })
    .from(formerContact)
    .where(
      and(
        eq(formerContact.businessId, businessId),
        inArray(formerContact.memberId, ids),
        eq(formerContact.kind, 'email'),
      ),
    )
  return rows.map(({ email }) => email)
}

/** Empties the rows of files that name them; a row that waits is not written any more. */
async function eraseImports(
  members: readonly Row[],
  former: readonly string[],
  tenant: Tenant,
): Promise<void> {
  const { db, businessId } = tenant
  const business = await requireBusiness(tenant)
  const ids = members.map(({ id }) => id)
  const mailKeys = members.flatMap(({ email }) => (email === '' ? [] : mailSourceKey(email)))
  await db.delete(importSource).where(
    and(
      eq(importSource.businessId, businessId),
      // A record with their address may be another member's.
      or(inArray(importSource.memberId, ids), inArray(importSource.sourceKey, mailKeys)),
    ),
  )
  const own = eq(importRow.businessId, businessId)
  const numbersAlone = members.flatMap(({ email, phone }) =>
    email === '' && phone ? phoneKey(comparedNumber(phone, business)) : [],
  )
  const theirs = or(
    inArray(importRow.memberId, ids),
    inArray(
      importRow.emailKey,
      members.flatMap(({ email }) => (email === '' ? [] : emailKey(email))),
    ),
    // A file without ids and emails named them by their number.
    and(isNull(importRow.memberId), inArray(importRow.emailKey, numbersAlone)),
    // Unless the address was another member's when the row arrived.
    and(isNull(importRow.memberId), inArray(importRow.emailKey, former.map(emailKey))),
  )
  await db
    .update(importRow)
    .set({ outcome: 'left', reason: 'member_erased' })
    .where(and(own, theirs, eq(importRow.outcome, 'waiting')))
  await db
    .update(importRow)
    .set({
      content: null,
      emailKey: null,
      // Stays while it names another member's record, whose points the row counts.
      sourceKey: sql`(select s.source_key from ${importSource} s
        join ${importRun} i on i.business_id = s.business_id and i.source = s.source
        where s.business_id = ${businessId}::uuid and s.source_key = import_row.source_key
          and i.id = import_row.run_id)`,
    })
    .where(and(own, theirs))
}

/** Clears payloads of refused and parked operations, and codes and keys in stored results. */
async function eraseOperations(
  members: readonly Row[],
  former: readonly string[],
  { tenant: { db, businessId }, now, version }: Erasing,
): Promise<void> {
  const memberIds = members.map(({ id }) => id)
  const aliases = await db
    .select({ id: memberAlias.aliasId })
    .from(memberAlias)
    .where(and(eq(memberAlias.businessId, businessId), inArray(memberAlias.memberId, memberIds)))
  const ids = [...memberIds, ...aliases.map(({ id }) => id)]
  // An empty address would match every payload.
  const spellings = (address: string) =>
    address === '' ? [] : [emailKey(address), address.trim().normalize('NFKC').toLowerCase()]
  const present = members.flatMap(({ email }) => spellings(email))
  const ever = [...present, ...former.flatMap(spellings)]
  const { payload } = appliedOperation
  const spelled = (text: SQL) => sql`lower(normalize(trim(${text}), NFKC))`
  const theirs = or(
    inArray(appliedOperation.subjectId, ids),
    inArray(sql`${appliedOperation.payload} ->> 'memberId'`, ids),
    inArray(sql`${appliedOperation.result} ->> 'memberId'`, ids),
    inArray(spelled(sql`${payload} ->> 'email'`), present),
    // Another person's work that names an address of theirs; it may still be applied.
    and(
      ne(appliedOperation.status, 'parked'),
      or(
        inArray(spelled(sql`${payload} ->> 'email'`), ever),
        inArray(spelled(sql`${payload} -> 'changes' ->> 'email'`), ever),
      ),
    ),
  )
  const update = (what: SQL | undefined, changes: Partial<typeof appliedOperation.$inferInsert>) =>
    db
      .update(appliedOperation)
      .set(changes)
      .where(and(eq(appliedOperation.businessId, businessId), theirs, what))
  // Parked operations can't be applied any more; devices learn it from a pull.
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
