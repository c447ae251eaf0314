/**
 * Purchases, which earn points by the business's rule, and their reversal. For a week, a purchase
 * that was made offline under a rule that an owner has replaced since still earns by it.
 */
import { and, eq, gt, lte, type SQL } from 'drizzle-orm'
import {
  type Rounding,
  settleUnits,
  type Tender,
  unitsFor,
  unitsOf,
} from '#schema/contract/earning.ts'
import { fromCents, toCents } from '#schema/contract/money.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { replacedEarningRule } from '#schema/database/business.ts'
import { purchase } from '#schema/database/points.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import { arrivedLate, type OperationContext } from '#sync-server/rule/context.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { Missing, refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { isSameMember, requireMember } from './member.ts'
import { addPoints, addPointsTogether, requireRoom, spendPoints } from './points-ledger.ts'
import { SaleFacts } from './sale-facts.ts'

interface Recorded {
  purchaseId: string
  memberId: string
  amount: string
  note?: string | null | undefined
  ruleId?: string | undefined
  tender?: Tender | undefined
}

export async function recordPurchase(payload: Recorded, context: OperationContext) {
  const { tenant, readAhead, writes } = context
  const facts = readAhead instanceof SaleFacts ? readAhead : null
  const member = await (facts?.memberOf(payload.memberId, tenant) ??
    requireMember(tenant, payload.memberId))
  const rule = await ruleSeen(payload.ruleId, context)
  const amountCents = toCents(payload.amount)
  const earnedUnits = unitsFor(amountCents, rule, payload.tender)
  const { points, carry } = settleUnits(earnedUnits, member.pointsCarry, rule.rounding)
  requireRoom(member.points, points)

  const row = {
    businessId: tenant.businessId,
    id: payload.purchaseId,
    memberId: member.id,
    amountCents,
    points,
    earnedUnits,
    earningRuleId: rule.id,
    note: payload.note || null,
    tender: payload.tender ?? null,
    recordedBy: context.by.accountId,
    recordedAt: context.recordedAt,
    arrivedAt: arrivedLate(context),
    version: context.version,
  }
  if (facts?.covers(row.id)) {
    if (!facts.take(row.id)) refuse('id_taken')
    writes.append(purchase, row)
  } else {
    const recorded = await tenant.db
      .insert(purchase)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: purchase.id })
    if (recorded.length === 0) refuse('id_taken')
  }

  const earned = {
    memberId: member.id,
    reason: 'purchase',
    points,
    carry,
    spentCents: amountCents,
    description: `Purchase of $${fromCents(amountCents)}`,
    operationId: context.operationId,
  } as const
  if (facts) {
    facts.earned(member, points, carry)
    addPointsTogether(context, earned)
  } else addPoints(context, earned)
  return { points, memberId: member.id, amount: fromCents(amountCents) }
}

/** Reverses a part, or without an amount all that is left. */
export const reversePurchase: Executor<'purchase.reverse'> = async (payload, context) => {
  const { tenant, writes } = context
  const member = await requireMember(tenant, payload.memberId)
  const row = await findPurchase(payload.purchaseId, context)
  if (!row) throw new Missing(payload.purchaseId, 'purchase_unknown')
  if (!(await isSameMember(tenant, member.id, row.memberId))) refuse('purchase_unknown')
  const leftCents = row.amountCents - row.reversedCents
  if (leftCents === 0) refuse('purchase_reversed')
  const cents = payload.amount ? toCents(payload.amount) : leftCents
  if (cents > leftCents) {
    refuse('reversal_too_large', {
      message: `Only $${fromCents(leftCents)} of this purchase is left to reverse.`,
      named: { left: fromCents(leftCents) },
    })
  }

  const reversedCents = row.reversedCents + cents
  const units =
    unitsOf(row.earnedUnits, reversedCents, row.amountCents) -
    unitsOf(row.earnedUnits, row.reversedCents, row.amountCents)
  const { points, carry } = settleUnits(-units, member.pointsCarry, context.business.rounding)
  const covered = await spendPoints(context, {
    memberId: member.id,
    reason: 'reversal',
    points,
    carry,
    spentCents: -cents,
    description: `Reversed: $${fromCents(cents)} of a purchase of $${fromCents(row.amountCents)}`,
    operationId: context.operationId,
  })
  if (!covered) refuse('points_spent')
  writes.send(
    tenant.db
      .update(purchase)
      .set({
        reversedCents,
        version: context.version,
        ...(reversedCents === row.amountCents && { reversedAt: context.recordedAt }),
      })
      .where(and(eq(purchase.businessId, tenant.businessId), eq(purchase.id, row.id))),
  )
  return { points, memberId: member.id, amount: fromCents(cents) }
}

async function findPurchase(purchaseId: string, { tenant }: OperationContext) {
  const [row] = await tenant.db
    .select()
    .from(purchase)
    .where(and(eq(purchase.businessId, tenant.businessId), eq(purchase.id, purchaseId)))
  return row
}

interface EarningRule {
  id: string
  pointsPerDollar: number
  minimumPurchaseCents: number
  rounding: Rounding
  excludedTenders: Tender[]
}

const replacedSince = (now: Date) => new Date(now.getTime() - serverLimits.replacedRuleDays * dayMs)

/**
 * Returns the rule the cashier saw, for up to a week after its replacement by the server's clock;
 * later, or if the device names no rule, the current one.
 */
async function ruleSeen(
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
