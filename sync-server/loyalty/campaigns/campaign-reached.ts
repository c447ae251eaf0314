/** A condition over customers: the campaign has not reached them yet. */
import { and, eq, gt, notExists, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Audience } from '#schema/contract/campaign.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { campaignRecipient } from '#schema/database/campaign.ts'
import { customer } from '#schema/database/customer.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const joined = alias(customer, 'joined')

interface Reaching {
  businessId: string
  id: string
  audience: Audience
}

export function isUnreached(
  db: Transaction,
  { businessId, id, audience }: Reaching,
  entry: SQL,
  now: Date,
): SQL | undefined {
  const ofCampaign = and(
    eq(campaignRecipient.businessId, businessId),
    eq(campaignRecipient.campaignId, id),
  )
  const had = hadAlready(audience, entry, now)
  return and(
    notExists(
      db
        .select({ one: sql`1` })
        .from(campaignRecipient)
        .where(and(ofCampaign, eq(campaignRecipient.memberId, customer.id), had)),
    ),
    // Joined members have a condition of their own, because a combined one can't use the index.
    notExists(
      db
        .select({ one: sql`1` })
        .from(campaignRecipient)
        .innerJoin(
          joined,
          and(
            eq(joined.businessId, campaignRecipient.businessId),
            eq(joined.id, campaignRecipient.memberId),
          ),
        )
        .where(and(ofCampaign, eq(joined.joinedInto, customer.id), had)),
    ),
  )
}

/**
 * A birthday's entry is its year; the rest period covers members who move their birthday across New
 * Year. An absence's entry is the last visit, and a device may say late when that was: a member
 * cannot have been away since the last mail for longer than that mail is old.
 */
function hadAlready(audience: Audience, entry: SQL, now: Date): SQL | undefined {
  const same = eq(campaignRecipient.entry, entry)
  const restDays =
    audience.kind === 'birthday'
      ? serverLimits.birthdayRestDays
      : audience.kind === 'win_back'
        ? audience.days
        : null
  if (restDays === null) return same
  const lately = new Date(now.getTime() - restDays * dayMs)
  return or(same, gt(campaignRecipient.issuedAt, lately))
}
