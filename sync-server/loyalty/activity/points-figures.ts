/** Points outstanding, their value, redemption rate and breakage, all sums of the ledger. */
import { sql } from 'drizzle-orm'
import { timeZoneOf } from '#schema/contract/day.ts'
import { fromCents } from '#schema/contract/money.ts'
import type { PointsFigures } from '#schema/contract/points-figures.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { requireBusiness } from '#sync-server/loyalty/business.ts'
import { readPointsSums } from '#sync-server/loyalty/kept-points.ts'
import { earliestOfferedExpiry } from '#sync-server/loyalty/reward.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export async function readPointsFigures(_: unknown, rule: TenantRule): Promise<PointsFigures> {
  const business = await requireBusiness(rule)
  if (!business.features.analytics) refuse('feature_off')
  const { db, businessId, now } = rule
  const today = earliestOfferedExpiry(now, timeZoneOf(business))
  const quiet = new Date(now.getTime() - serverLimits.dormantDays * dayMs)
  const sums = await readPointsSums(rule, quiet.toISOString().slice(0, 10))
  const { outstanding, redeemed, issued, dormant } = sums
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
