/**
 * An audience as SQL over customers, with each member's entry: the occasion that qualifies them. No
 * member is reached twice for the same entry.
 */
import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Audience, CampaignPreview, PreviewedAudience } from '#schema/contract/campaign.ts'
import { toCents } from '#schema/contract/money.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { customer } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { dayStarts } from '#sync-server/loyalty/activity/calendar.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { isListed, shownBirthday } from '#sync-server/loyalty/member.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { isUnreached } from './campaign-reached.ts'

interface Described {
  who: SQL
  /**
   * Text that identifies the occasion (which birthday, which absence); null if none applies now.
   */
  entry: SQL
}

export function describeAudience(audience: Audience, businessId: string, now: Date): Described {
  const daysAgo = (days: number) =>
    sql`${new Date(now.getTime() - days * dayMs).toISOString()}::timestamptz`
  // Purchases of the member, and of those joined into them, of whom most members have none.
  const lastOf = (which: SQL) => sql`coalesce(greatest((select max(p.recorded_at) from purchase p
    where p.business_id = ${businessId}::uuid and p.member_id = ${customer.id}
      and ${which}), (select max(p.recorded_at) from customer j
    join purchase p on p.business_id = ${businessId}::uuid and p.member_id = j.id
    where j.business_id = ${businessId}::uuid and j.joined_into = ${customer.id}
      and ${which})), ${customer.createdAt})`
  /** True if a purchase of the member, or of one joined into them, fits. */
  const bought = (which: SQL) => [
    sql`exists (select from purchase p where p.business_id = ${businessId}::uuid
      and p.member_id = ${customer.id} and ${which})`,
    sql`exists (select from customer j
      join purchase p on p.business_id = ${businessId}::uuid and p.member_id = j.id
      where j.business_id = ${businessId}::uuid and j.joined_into = ${customer.id} and ${which})`,
  ]
  // The same as `lastOf(which) < since`, written so that the purchases since then are read once
  // for all members, not all purchases of each.
  const awaySince = (since: SQL, which: SQL) => {
    const later = bought(sql`${which} and p.recorded_at >= ${since}`)
    const everBought = sql.join(bought(which), sql` or `)
    return sql`(${sql.join(
      later.map((one) => sql`not ${one}`),
      sql` and `,
    )}
      and (${customer.createdAt} < ${since} or ${everBought}))`
  }
  const isKept = sql`p.reversed_at is null`
  // Includes reversed purchases: reversing one doesn't start another absence.
  const seen = lastOf(sql`true`)
  switch (audience.kind) {
    case 'birthday': {
      const years = JSON.stringify(birthdaysAround(audience, now))
      const entry = sql`(${years}::text::jsonb ->> ${shownBirthday(businessId)})`
      return { who: sql`${entry} is not null`, entry }
    }
    case 'win_back':
      return {
        who: awaySince(daysAgo(audience.days), sql`true`),
        entry: sql`to_char(${seen} at time zone 'UTC', 'YYYY-MM-DD')`,
      }
    case 'points':
      return { who: sql`${customer.points} >= ${audience.points}`, entry: once }
    case 'segment': {
      const { pointsMin, pointsMax, spentMin } = audience
      const { visitedWithinDays, notVisitedForDays, joinedWithinDays } = audience
      const parts = [
        pointsMin !== null && sql`${customer.points} >= ${pointsMin}`,
        pointsMax !== null && sql`${customer.points} <= ${pointsMax}`,
        spentMin !== null && sql`${customer.totalSpentCents} >= ${toCents(spentMin)}`,
        visitedWithinDays !== null &&
          sql`(${sql.join(bought(sql`${isKept} and p.recorded_at >= ${daysAgo(visitedWithinDays)}`), sql` or `)})`,
        notVisitedForDays !== null && awaySince(daysAgo(notVisitedForDays), isKept),
        joinedWithinDays !== null && sql`${customer.createdAt} >= ${daysAgo(joinedWithinDays)}`,
      ].filter((part) => part !== false)
      return { who: and(...parts) ?? sql`true`, entry: once }
    }
  }
}

const once = sql`'once'`

/**
 * Maps each month and day, from shortly before today to some days ahead in the business's time
 * zone, to its year. People born on February 29 have their birthday on the 28th in other years.
 */
export function birthdaysAround(
  { daysBefore, timeZone }: { daysBefore: number; timeZone: string },
  now: Date,
): Record<string, string> {
  const today = dayStarts(timeZone, 1, now)[0]?.day ?? now.toISOString().slice(0, 10)
  const years: Record<string, string> = {}
  for (let ahead = -serverLimits.birthdayDaysAfter; ahead <= daysBefore; ahead += 1) {
    const day = new Date(Date.parse(today) + ahead * dayMs).toISOString()
    const [year, monthDay] = [day.slice(0, 4), day.slice(5, 10)]
    years[monthDay] = year
    if (monthDay === '02-28' && !isLeap(Number(year))) years['02-29'] = year
  }
  return years
}

function isLeap(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
}

/**
 * A held welcome may belong to one person with many addresses, or to a stranger. Among members who
 * share a mailbox only the earliest is reached, whatever was decided about the others' welcomes.
 */
export function isReachable(businessId: string) {
  return and(
    isListed,
    ne(customer.welcome, 'held'),
    sql`not exists (select 1 from customer other
      where other.business_id = ${businessId}::uuid
        and other.mailbox_key = ${customer.mailboxKey}
        and (coalesce(other.arrived_at, other.created_at), other.id)
          < (coalesce(${customer.arrivedAt}, ${customer.createdAt}), ${customer.id})
        and other.erased_at is null and other.joined_into is null and other.welcome <> 'held')`,
  )
}

const hasEmail = ne(customer.email, '')
const hasMailbox = and(hasEmail, isNull(customer.mailRefusedAt))
/** Proved by joining through a printed code, or by opening a link mailed to the address. */
const isOwnAddress = or(isNotNull(customer.joinedByQrCodeId), isNotNull(customer.addressProvedAt))

/** Members who agreed to marketing mails, have a working mailbox, and proved the address. */
export function isMailable() {
  return and(eq(customer.marketingEmail, true), hasMailbox, isOwnAddress)
}

interface AudienceCount {
  mailed: number
  withoutEmail: number
  withoutConsent: number
  withoutMailbox: number
  unproved: number
}

/** @param condition narrows it to some of the audience */
export function countAudience(
  { db, businessId }: Tenant,
  audience: Audience,
  now: Date,
  condition?: SQL,
): Promise<AudienceCount[]> {
  const { who } = describeAudience(audience, businessId, now)
  return db
    .select({
      mailed: sql<number>`count(*) filter (where ${isMailable()})::int`,
      withoutEmail: sql<number>`count(*) filter (where not (${hasEmail}))::int`,
      withoutConsent: sql<number>`count(*) filter (where ${hasEmail}
        and not ${customer.marketingEmail})::int`,
      withoutMailbox: sql<number>`count(*) filter (where ${customer.marketingEmail}
        and ${hasEmail} and not (${hasMailbox}))::int`,
      unproved: sql<number>`count(*) filter (where ${customer.marketingEmail}
        and ${hasMailbox} and not (${isOwnAddress}))::int`,
    })
    .from(customer)
    .where(and(eq(customer.businessId, businessId), isReachable(businessId), who, condition))
}

/** With a campaign's id, only whom that campaign has not reached yet. */
export async function previewCampaign(
  { audience, campaignId }: PreviewedAudience,
  rule: TenantRule,
): Promise<CampaignPreview> {
  const { db, businessId, now } = rule
  const { features } = await requireBusiness(rule)
  if (!features.loyalty) refuse('feature_off')
  // A plan for the average business takes two to three times as long in a large one.
  await db.execute(sql`set local plan_cache_mode = force_custom_plan`)
  const { who, entry } = describeAudience(audience, businessId, now)
  const unreached = campaignId
    ? isUnreached(db, { businessId, id: campaignId, audience }, entry, now)
    : undefined
  const [counted] = await countAudience(rule, audience, now, unreached)
  const count = counted?.mailed ?? 0
  const named = await db
    .select({ firstName: customer.firstName, lastName: customer.lastName })
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        isReachable(businessId),
        isMailable(),
        who,
        unreached,
      ),
    )
    .orderBy(customer.id)
    // With fewer than are shown, it would look for another one among all members.
    .limit(Math.min(count, serverLimits.campaignNamesShown))
  return {
    count,
    withoutEmail: counted?.withoutEmail ?? 0,
    withoutConsent: counted?.withoutConsent ?? 0,
    withoutMailbox: counted?.withoutMailbox ?? 0,
    unproved: counted?.unproved ?? 0,
    names: named.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
  }
}
