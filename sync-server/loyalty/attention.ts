/**
 * The owner's to-do list: held welcomes, coupons or rewards that devices gave out but the server
 * couldn't count, refused work that no device shows, and people who signed up unusually many
 * customers.
 */
import { and, count, desc, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Attention, HeldWelcome, ManySignUps } from '#schema/contract/attention.ts'
import { limits } from '#schema/contract/limits.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { business } from '#schema/database/business.ts'
import { isLiterally } from '#schema/database/columns.ts'
import { customer } from '#schema/database/customer.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { isListed } from './member.ts'
import { listGivenAway, listUsedLate, listUsedTwice } from './offline-conflicts.ts'
import { listRefusedWork } from './refused-work.ts'

export async function readAttention(_: unknown, rule: TenantRule): Promise<Attention> {
  const heldWelcomes = await listHeldWelcomes(rule)
  const usedTwice = await listUsedTwice(rule)
  const usedLate = await listUsedLate(rule)
  const givenAway = await listGivenAway(rule)
  const { hours: manySignUps, asOf } = await listManySignUps(rule)
  const refusedWork = await listRefusedWork(rule)
  const most = limits.attentionRows
  return {
    heldWelcomes: heldWelcomes.slice(0, most),
    usedTwice: usedTwice.slice(0, most),
    usedLate: usedLate.slice(0, most),
    givenAway: givenAway.slice(0, most),
    manySignUps: manySignUps.slice(0, most),
    refusedWork: refusedWork.slice(0, most),
    more: [heldWelcomes, usedTwice, usedLate, givenAway, manySignUps, refusedWork].some(
      ({ length }) => length > most,
    ),
    asOf,
  }
}

/** Marks what the owner's list showed, and nothing that arrived since. */
export async function markAttentionRead(
  { operationIds, asOf }: { operationIds: string[]; asOf: string },
  rule: TenantRule,
): Promise<void> {
  const { db, businessId, now } = rule
  const readAt = new Date(Math.min(Date.parse(asOf), now.getTime())).toISOString()
  await db
    .update(business)
    .set({ attentionReadAt: sql`greatest(${business.attentionReadAt}, ${readAt}::timestamptz)` })
    .where(eq(business.id, businessId))
  await db
    .update(appliedOperation)
    .set({ attentionRead: true })
    .where(
      and(
        eq(appliedOperation.businessId, businessId),
        inArray(appliedOperation.operationId, operationIds),
        isLiterally(appliedOperation.status, 'refused'),
      ),
    )
  await rule.audit('business.readAttention', null)
}

async function listHeldWelcomes({ db, businessId }: Tenant): Promise<HeldWelcome[]> {
  const hasEarlier = (isSame: SQL) => sql`exists (select from customer other
    where other.business_id = ${businessId} and ${isSame}
      and (other.email = '' or customer.email = '')
      and other.id <> customer.id and other.welcome in ('given', 'held')
      and coalesce(other.arrived_at, other.created_at)
        <= coalesce(customer.arrived_at, customer.created_at))`
  const rows = await db
    .select({
      memberId: customer.id,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
      phone: customer.phone,
      createdAt: customer.createdAt,
      isSameMailbox: sql<boolean>`exists (select from customer other
        where other.business_id = ${businessId} and other.mailbox_key = customer.mailbox_key
          and other.id <> customer.id and other.welcome in ('given', 'held')
          and coalesce(other.arrived_at, other.created_at)
            <= coalesce(customer.arrived_at, customer.created_at))`,
      isSameNumber: sql<boolean>`(${hasEarlier(sql`other.phone_e164 = customer.phone_e164`)}
        or ${hasEarlier(sql`other.phone_digits = customer.phone_digits
          and other.phone_e164 is null`)})`,
    })
    .from(customer)
    .where(
      and(eq(customer.businessId, businessId), isLiterally(customer.welcome, 'held'), isListed),
    )
    .orderBy(desc(customer.createdAt), desc(customer.id))
    .limit(limits.attentionRows + 1)
  return rows.map(({ isSameMailbox, isSameNumber, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    why: isSameMailbox ? 'same_mailbox' : isSameNumber ? 'same_number' : 'many_joined',
  }))
}

/**
 * Hours in which one person signed up unusually many customers, by when the sign-ups arrived, since
 * a device's clock could spread them over many hours. Each one gives points and a coupon and sends a
 * mail, so owners see when someone makes customers up; a sign-up of an existing member does neither
 * and is not counted. An hour that an owner has read of shows again after further sign-ups.
 *
 * @returns the least recent of more than a list shows, one beyond it included, and the newest sign-up
 * that the list counts: later ones may be committing at this moment
 */
async function listManySignUps(rule: TenantRule): Promise<{ hours: ManySignUps[]; asOf: string }> {
  const { accountId, businessId, name, receivedAt, settledAt, status, subjectId } = appliedOperation
  const [read] = await rule.db
    .select({ at: business.attentionReadAt })
    .from(business)
    .where(eq(business.id, rule.businessId))
  const since = new Date(rule.now.getTime() - limits.staffSignUpsShownDays * dayMs)
  // Work that waited counts in the hour in which it arrived, not in which it was taken up.
  const hour = sql`date_trunc('hour', ${receivedAt})`.mapWith(receivedAt)
  const newest = sql`max(${settledAt})`.mapWith(settledAt)
  const rows = await rule.db
    .select({ accountId, hour, newest, count: count() })
    .from(appliedOperation)
    .where(
      and(
        eq(businessId, rule.businessId),
        isLiterally(name, 'customer.signUp'),
        isLiterally(status, 'applied'),
        isNotNull(accountId),
        gt(settledAt, since),
        sql`exists (select from ${customer}
          where ${customer.businessId} = ${rule.businessId} and ${customer.id} = ${subjectId})`,
      ),
    )
    .groupBy(accountId, sql`2`)
    .having(
      and(
        gt(count(), limits.staffSignUpsPerHour),
        read?.at ? sql`${newest} > ${read.at.toISOString()}::timestamptz` : undefined,
      ),
    )
    .orderBy(sql`3`)
    .limit(limits.attentionRows + 1)
  const listed = rows.slice(0, limits.attentionRows)
  const asOf = Math.max(since.getTime(), ...listed.map((row) => row.newest.getTime()))
  listed.sort((one, other) => other.hour.getTime() - one.hour.getTime())
  const beyond = rows.slice(listed.length)
  const hours = [...listed, ...beyond].flatMap((row) =>
    row.accountId === null
      ? []
      : { accountId: row.accountId, hour: row.hour.toISOString(), count: row.count },
  )
  return { hours, asOf: new Date(asOf).toISOString() }
}
