/**
 * Exports everything stored about a member as JSON, for that member only: by a mailed link, or by an
 * owner if the member asks in person.
 */
import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm'
import { lastDayOf } from '#schema/contract/coupon-term.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import { fromCents } from '#schema/contract/money.ts'
import { campaign, campaignRecipient } from '#schema/database/campaign.ts'
import { consentRecord, customer } from '#schema/database/customer.ts'
import { formerContact } from '#schema/database/former-contact.ts'
import { importRow, importRun } from '#schema/database/member-import.ts'
import { notificationDevice } from '#schema/database/notification.ts'
import { pointsEntry, purchase } from '#schema/database/points.ts'
import { coupon } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { toCoupon } from '#sync-server/loyalty/coupon.ts'
import type { DataTicket } from '#sync-server/loyalty/emails/mailed-ticket.ts'
import { toPointsEntry, toPurchase } from '#sync-server/loyalty/history.ts'
import { groupOf } from '#sync-server/loyalty/member.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { readOwnData, requireRow } from './member-privacy.ts'
import { requirePrivacyLink } from './privacy-link.ts'

type MemberDocument = Record<string, unknown>

export async function exportMember(asked: DataTicket, rule: TenantRule): Promise<MemberDocument> {
  const { id: memberId } = await requirePrivacyLink(asked, rule)
  await rule.audit('customer.export', memberId)
  return writeDocument(memberId, rule)
}

/** The reason is in the document, not in the log: the log outlives the member's data. */
export async function exportOnBehalf(
  { memberId, reason }: { memberId: string; reason: string },
  rule: TenantRule,
): Promise<MemberDocument> {
  await rule.audit('business.exportMember', memberId)
  return { reason, ...(await writeDocument(memberId, rule)) }
}

async function writeDocument(memberId: string, rule: TenantRule): Promise<MemberDocument> {
  const { db, businessId, now } = rule
  const row = await requireRow(memberId, rule)
  const business = await requireBusiness(rule)
  const timeZone = timeZoneOf(business)
  const group = await groupOf(rule, row.id)
  const joined = await listJoined(row.id, rule)
  const purchases = await db
    .select()
    .from(purchase)
    .where(and(eq(purchase.businessId, businessId), inArray(purchase.memberId, group)))
    .orderBy(asc(purchase.recordedAt))
  const entries = await db
    .select()
    .from(pointsEntry)
    .where(and(eq(pointsEntry.businessId, businessId), inArray(pointsEntry.memberId, group)))
    .orderBy(asc(pointsEntry.createdAt))
  // Includes coupons of undone redemptions, which the member's page omits.
  const coupons = await db
    .select()
    .from(coupon)
    .where(and(eq(coupon.businessId, businessId), inArray(coupon.memberId, group)))
    .orderBy(asc(coupon.issuedAt))
  return {
    exportedAt: now.toISOString(),
    business: business.name,
    member: {
      memberId: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      emailToConfirm: row.pendingEmail,
      phone: row.phone,
      birthday: row.birthday,
      points: row.points,
      totalSpent: fromCents(row.totalSpentCents),
      welcome: row.welcome,
      joinedFromNetwork: row.joinedFrom,
      note: row.note,
      erasureDueAt: row.erasureDueAt?.toISOString() ?? null,
      erasureReason: row.erasureReason,
      createdAt: row.createdAt.toISOString(),
    },
    ...(await readOwnData({ memberId: row.id, key: null }, rule)),
    joinedMembers: joined,
    purchases: purchases.map(toPurchase),
    pointsEntries: entries.map(toPointsEntry),
    coupons: coupons.map((each) => ({
      ...toCoupon(each, true),
      expiresOn: lastDayOf(each, timeZone),
    })),
    imports: await listImportsOf(group, rule),
    formerContacts: await listFormerOf(group, rule),
    campaigns: await listCampaignsOf(group, rule),
    notificationDevices: await listDevicesOf(group, rule),
  }
}

/** The members who were joined into this one, as they signed up. */
async function listJoined(memberId: string, { db, businessId }: Tenant) {
  const rows = await db
    .select()
    .from(customer)
    .where(and(eq(customer.businessId, businessId), eq(customer.joinedInto, memberId)))
    .orderBy(asc(customer.joinedAt))
  const consents = await db
    .select()
    .from(consentRecord)
    .where(
      and(
        eq(consentRecord.businessId, businessId),
        inArray(
          consentRecord.memberId,
          rows.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(desc(consentRecord.recordedAt))
  return rows.map((row) => ({
    memberId: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    birthday: row.birthday,
    note: row.note,
    joinedFromNetwork: row.joinedFrom,
    createdAt: row.createdAt.toISOString(),
    joinedAt: row.joinedAt?.toISOString(),
    history: consents
      .filter((each) => each.memberId === row.id)
      .map(({ channel, granted, textVersion, screen, recordedAt }) => ({
        channel,
        granted,
        textVersion,
        screen,
        recordedAt: recordedAt.toISOString(),
      })),
  }))
}

/** The addresses and numbers before corrections, as long as they are kept. */
async function listFormerOf(group: string[], { db, businessId }: Tenant) {
  const rows = await db
    .select()
    .from(formerContact)
    .where(
      and(
        eq(formerContact.businessId, businessId),
        inArray(formerContact.memberId, group),
        // A member who signed up without an email has an empty former one.
        ne(formerContact.former, ''),
      ),
    )
    .orderBy(asc(formerContact.changedAt))
  return rows.map(({ kind, former, changedAt }) => ({
    kind,
    former,
    changedAt: changedAt.toISOString(),
  }))
}

/** The rows of files that brought them along. */
async function listImportsOf(group: string[], { db, businessId }: Tenant) {
  const rows = await db
    .select({ found: importRow, run: importRun })
    .from(importRow)
    .innerJoin(
      importRun,
      and(eq(importRun.businessId, importRow.businessId), eq(importRun.id, importRow.runId)),
    )
    .where(and(eq(importRow.businessId, businessId), inArray(importRow.memberId, group)))
    .orderBy(asc(importRun.createdAt), asc(importRow.row))
  return rows.map(({ found, run }) => ({
    fileName: run.fileName,
    source: run.source,
    line: found.line,
    row: found.content,
    points: found.points,
    totalSpent: fromCents(found.spentCents),
    importedAt: (run.finishedAt ?? run.createdAt).toISOString(),
  }))
}

/** The campaigns that reached the member, with each mail's status. */
async function listCampaignsOf(group: string[], { db, businessId }: Tenant) {
  const rows = await db
    .select({ reached: campaignRecipient, name: campaign.name, subject: campaign.subject })
    .from(campaignRecipient)
    .innerJoin(
      campaign,
      and(
        eq(campaign.businessId, campaignRecipient.businessId),
        eq(campaign.id, campaignRecipient.campaignId),
      ),
    )
    .where(
      and(eq(campaignRecipient.businessId, businessId), inArray(campaignRecipient.memberId, group)),
    )
    .orderBy(asc(campaignRecipient.issuedAt))
  return rows.map(({ reached, name, subject }) => ({
    name,
    subject,
    entry: reached.entry,
    couponId: reached.couponId,
    issuedAt: reached.issuedAt.toISOString(),
    mailedAt: reached.mailedAt?.toISOString() ?? null,
    openedAt: reached.openedAt?.toISOString() ?? null,
  }))
}

/**
 * Names only the push service: the whole endpoint and its keys would let their holder send to the
 * phone.
 */
async function listDevicesOf(group: string[], { db, businessId }: Tenant) {
  const rows = await db
    .select()
    .from(notificationDevice)
    .where(
      and(
        eq(notificationDevice.businessId, businessId),
        inArray(notificationDevice.memberId, group),
      ),
    )
    .orderBy(asc(notificationDevice.createdAt))
  return rows.map(({ endpoint, kinds, quietFrom, quietUntil, timeZone, language, createdAt }) => ({
    pushService: new URL(endpoint).host,
    kinds,
    quietFrom,
    quietUntil,
    timeZone,
    language,
    createdAt: createdAt.toISOString(),
  }))
}
