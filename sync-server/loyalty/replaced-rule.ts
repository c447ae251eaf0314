/**
 * Rules of earning that an owner has replaced: for a week, a purchase that was made under one
 * offline still earns by it.
 */
import { and, eq, gt, lte, type SQL } from 'drizzle-orm'
import type { Rounding, Tender } from '#schema/contract/earning.ts'
import { replacedEarningRule } from '#schema/database/business.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface EarningRule {
  id: string
  pointsPerDollar: number
  minimumPurchaseCents: number
  rounding: Rounding
  excludedTenders: Tender[]
}

const dayMs = 86_400_000

const replacedSince = (now: Date) => new Date(now.getTime() - serverLimits.replacedRuleDays * dayMs)

/**
 * Returns the rule the cashier saw, for up to a week after its replacement by the server's clock;
 * later, or if the device names no rule, the current one.
 */
export async function ruleSeen(
  ruleId: string | undefined,
  { tenant, business: row, now }: OperationContext,
): Promise<EarningRule> {
  const current = {
    id: row.earningRuleId,
    pointsPerDollar: row.pointsPerDollar,
    minimumPurchaseCents: row.minimumPurchaseCents,
    rounding: row.rounding,
    excludedTenders: row.excludedTenders,
  }
  if (ruleId === undefined || ruleId === current.id) return current
  const [seen] = await tenant.db
    .select()
    .from(replacedEarningRule)
    .where(
      and(
        eq(replacedEarningRule.businessId, tenant.businessId),
        eq(replacedEarningRule.id, ruleId),
        gt(replacedEarningRule.replacedAt, replacedSince(now)),
      ),
    )
  return seen ?? current
}

const isOld = (now: Date): SQL => lte(replacedEarningRule.replacedAt, replacedSince(now))

export function withOldRules(db: Transaction, now: Date) {
  const { businessId } = replacedEarningRule
  return db.selectDistinct({ businessId }).from(replacedEarningRule).where(isOld(now))
}

export async function forgetRules({ db, businessId }: Tenant, now: Date): Promise<void> {
  const own = eq(replacedEarningRule.businessId, businessId)
  await db.delete(replacedEarningRule).where(and(own, isOld(now)))
}
