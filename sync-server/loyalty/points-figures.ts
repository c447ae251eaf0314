/** Points outstanding, their value, redemption rate and breakage, all computed from the ledger. */
import { sql } from 'drizzle-orm'
import { timeZoneOf } from '#schema/contract/day.ts'
import { fromCents } from '#schema/contract/money.ts'
import type { PointsFigures } from '#schema/contract/points-figures.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { requireBusiness } from './business.ts'
import { earliestOfferedExpiry } from './reward.ts'

const dayMs = 86_400_000

export async function readPointsFigures(_: unknown, rule: TenantRule): Promise<PointsFigures> {
  const business = await requireBusiness(rule)
  if (!business.features.analytics) refuse('feature_off')
  const { db, businessId, now } = rule
  const today = earliestOfferedExpiry(now, timeZoneOf(business))
  const quiet = new Date(now.getTime() - serverLimits.dormantDays * dayMs).toISOString()
  // Points returned by an undone redemption count as neither issued nor redeemed. A negative
  // balance doesn't reduce what other members can spend, and erased members can't spend.
  const [sums] = await db.execute<{ [Name in keyof Sums]: string }>(sql`
    select coalesce(sum(points) filter (where could_spend), 0) as outstanding,
      coalesce(sum(spent), 0) as redeemed,
      coalesce(sum(points + spent), 0) as issued,
      coalesce(sum(points) filter (where could_spend and latest < ${quiet}::timestamptz), 0) as dormant
    from (select sum(points) as points, max(created_at) as latest,
        sum(points) > 0 and not exists (select from customer c
          where c.business_id = ${businessId}::uuid and c.id = points_entry.member_id
            and c.erased_at is not null) as could_spend,
        sum(case when reason = 'redemption' or (reason = 'reversal' and points > 0)
          then -points else 0 end) as spent
      from points_entry where business_id = ${businessId}::uuid
        and not exists (select from sample_member s
          where s.business_id = ${businessId}::uuid and s.member_id = points_entry.member_id)
      group by member_id) member`)
  const { outstanding, redeemed, issued, dormant } = toSums(sums)
  const [best] = await db.execute<{ cents: string | null }>(sql`
    select max(discount_value * 100 / points_required) as cents from reward
    where business_id = ${businessId}::uuid and is_active and discount_type = 'fixed'
      and points_required > 0
      and (expiry_date is null or expiry_date >= ${today.toISOString()}::timestamptz)
      and (stock is null or redeemed_count < stock)`)
  return {
    outstanding,
    value: best?.cents == null ? null : fromCents(Math.round(Number(best.cents) * outstanding)),
    issued,
    redeemed,
    redemptionRate: issued > 0 ? redeemed / issued : null,
    dormant,
    dormantDays: serverLimits.dormantDays,
    breakageRate: outstanding > 0 ? dormant / outstanding : null,
  }
}

interface Sums {
  outstanding: number
  redeemed: number
  issued: number
  dormant: number
}

/** Sums arrive as text, because they may exceed four bytes. */
function toSums(row: { [Name in keyof Sums]: string } | undefined): Sums {
  const { outstanding = 0, redeemed = 0, issued = 0, dormant = 0 } = row ?? {}
  return {
    outstanding: Number(outstanding),
    redeemed: Number(redeemed),
    issued: Number(issued),
    dormant: Number(dormant),
  }
}
