/**
 * Removes the sample customers with everything attached to them: loaded rows and whatever an owner
 * tried on them since. Devices learn of each removed row; operations keep only their verdict.
 */
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type SampleData, sampleMailDomain } from '#schema/contract/sample-customer.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'
import { business } from '#schema/database/business.ts'
import { campaignRecipient } from '#schema/database/campaign.ts'
import { customer, customerKey } from '#schema/database/customer.ts'
import { emailLink } from '#schema/database/email-link.ts'
import { formerContact } from '#schema/database/former-contact.ts'
import { importRow, importSource, opening } from '#schema/database/member-import.ts'
import { memberPair } from '#schema/database/member-pair.ts'
import { notificationDevice, notificationQueue } from '#schema/database/notification.ts'
import { appliedOperation, tombstone } from '#schema/database/operation.ts'
import { pointsEntry, purchase } from '#schema/database/points.ts'
import { coupon, reward } from '#schema/database/reward.ts'
import { requireBusiness, requireWritable } from '#sync-server/loyalty/business.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'

interface Removal {
  rule: TenantRule<SignedIn>
  version: number
  memberIds: string[]
}

export async function removeSample(_: unknown, rule: TenantRule<SignedIn>): Promise<SampleData> {
  const { db, businessId, now } = rule
  // Lock first: other writers in this business wait from here on.
  const version = await rule.nextVersion()
  const row = await requireBusiness(rule)
  requireWritable(row, now)
  await rule.audit('business.removeSample', businessId)
  if (row.sampleCustomers === 0) return { customers: 0 }
  const memberIds = await findSample(rule)
  const removal = { rule, version, memberIds }
  await tellDevices(removal)
  await giveStockBack(removal)
  await forgetOperations(removal)
  await db
    .update(customerKey)
    .set({ retiredAt: now, device: null, sealed: null })
    .where(and(eq(customerKey.businessId, businessId), inArray(customerKey.memberId, memberIds)))
  await deleteRows(removal)
  await db.update(business).set({ sampleCustomers: 0, version }).where(eq(business.id, businessId))
  return { customers: 0 }
}

/** @throws Refusal sample_in_use if a sample customer has been given a real address */
async function findSample({ db, businessId }: TenantRule): Promise<string[]> {
  const rows = await db
    .select({ id: customer.id, email: customer.email, erasedAt: customer.erasedAt })
    .from(customer)
    .where(and(eq(customer.businessId, businessId), eq(customer.isSample, true)))
  const isReal = ({ email, erasedAt }: (typeof rows)[number]) =>
    erasedAt === null && !email.endsWith(`@${sampleMailDomain}`)
  if (rows.some(isReal)) refuse('sample_in_use')
  return rows.map(({ id }) => id)
}

async function tellDevices({ rule, version, memberIds }: Removal): Promise<void> {
  const { db, businessId, now } = rule
  const held: [DeviceTable, PgTable & { id: PgColumn; businessId: PgColumn }, PgColumn][] = [
    ['pointsEntry', pointsEntry, pointsEntry.memberId],
    ['purchase', purchase, purchase.memberId],
    ['coupon', coupon, coupon.memberId],
    ['customer', customer, customer.id],
    ['memberJoin', customer, customer.id],
  ]
  for (const [tableName, table, memberId] of held) {
    await db.execute(sql`
      insert into ${tombstone} (business_id, table_name, id, gone_at, version)
      select ${table.businessId}, ${tableName}, ${table.id}, ${now.toISOString()}::timestamptz,
        ${version}::bigint from ${table}
      where ${and(eq(table.businessId, businessId), inArray(memberId, memberIds))}
      on conflict do nothing`)
  }
}

/** A reward's count includes these customers' coupons, which are being deleted. */
async function giveStockBack({ rule, version, memberIds }: Removal): Promise<void> {
  const { db, businessId } = rule
  const theirs = await db
    .select({ rewardId: coupon.rewardId, count: sql<number>`count(*)::int` })
    .from(coupon)
    .where(
      and(
        eq(coupon.businessId, businessId),
        inArray(coupon.memberId, memberIds),
        isNull(coupon.voidedAt),
      ),
    )
    .groupBy(coupon.rewardId)
  for (const { rewardId, count } of theirs) {
    if (rewardId === null) continue
    await db
      .update(reward)
      .set({ redeemedCount: sql`${reward.redeemedCount} - ${count}`, version })
      .where(and(eq(reward.businessId, businessId), eq(reward.id, rewardId)))
  }
}

/**
 * Keeps operations without their content, so that a device that retries one doesn't apply it again.
 */
async function forgetOperations({ rule, version, memberIds }: Removal): Promise<void> {
  const { db, businessId, now } = rule
  await db
    .update(appliedOperation)
    .set({
      status: 'discarded',
      payload: null,
      result: null,
      code: null,
      message: null,
      waitsFor: null,
      network: null,
      settledAt: sql`case when ${appliedOperation.status} = 'parked'
        then ${now.toISOString()}::timestamptz else ${appliedOperation.settledAt} end`,
      version: sql`case when ${appliedOperation.status} = 'parked'
        then ${version}::bigint else ${appliedOperation.version} end`,
    })
    .where(
      and(
        eq(appliedOperation.businessId, businessId),
        or(
          inArray(appliedOperation.subjectId, memberIds),
          inArray(sql`${appliedOperation.payload} ->> 'memberId'`, memberIds),
          inArray(sql`${appliedOperation.result} ->> 'memberId'`, memberIds),
        ),
      ),
    )
}

/**
 * Deletes first what doesn't go with the customer: the ledger, purchases, coupons, consents and
 * aliases cascade, and the database lets us delete only sample customers (0482).
 */
async function deleteRows({ rule, memberIds }: Removal): Promise<void> {
  const { db, businessId } = rule
  const theirs = [
    campaignRecipient,
    notificationQueue,
    notificationDevice,
    formerContact,
    importRow,
    importSource,
    opening,
    emailLink,
  ]
  for (const table of theirs) {
    await db
      .delete(table)
      .where(and(eq(table.businessId, businessId), inArray(table.memberId, memberIds)))
  }
  await db
    .delete(memberPair)
    .where(
      and(
        eq(memberPair.businessId, businessId),
        or(inArray(memberPair.oneId, memberIds), inArray(memberPair.otherId, memberIds)),
      ),
    )
  await db
    .delete(customer)
    .where(and(eq(customer.businessId, businessId), inArray(customer.id, memberIds)))
}
