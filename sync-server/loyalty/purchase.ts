/** Purchases: money spent, which earns points by the business's rule, and their reversal. */
import { and, eq, isNull } from 'drizzle-orm'
import { fromCents, pointsForPurchase, toCents } from '#schema/contract/money.ts'
import type { OperationPayload } from '#schema/contract/operation.ts'
import { purchase } from '#schema/database/points.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { Missing } from '#sync-server/rule/missing.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { requireMember } from './member.ts'
import { addPoints, requireRoom, spendPoints } from './points-ledger.ts'

export const recordPurchase: Executor<'purchase.record'> = async (payload, context) => {
  const member = await requireMember(context.tenant, payload.memberId)
  const amountCents = toCents(payload.amount)
  const points = pointsForPurchase(amountCents, context.business.pointsPerDollar)
  requireRoom(member.points, points)

  const recorded = await context.tenant.db
    .insert(purchase)
    .values({
      businessId: context.tenant.businessId,
      id: payload.purchaseId,
      memberId: member.id,
      amountCents,
      points,
      note: payload.note || null,
      recordedBy: context.by.accountId,
      recordedAt: context.now,
      version: context.version,
    })
    .onConflictDoNothing()
    .returning({ id: purchase.id })
  if (recorded.length === 0) refuse('id_taken')

  addPoints(context, {
    memberId: member.id,
    reason: 'purchase',
    points,
    spentCents: amountCents,
    description: `Purchase of $${fromCents(amountCents)}`,
    operationId: context.operationId,
  })
  return { points, memberId: member.id, amount: fromCents(amountCents) }
}

export const reversePurchase: Executor<'purchase.reverse'> = async (payload, context) => {
  const { tenant } = context
  const member = await requireMember(tenant, payload.memberId)
  const row = await findPurchase(payload, context)
  if (!row) throw new Missing(payload.purchaseId, 'purchase_unknown')
  if (row.memberId !== member.id) refuse('purchase_unknown')
  if (row.reversedAt) refuse('purchase_reversed')

  const covered = await spendPoints(context, {
    memberId: member.id,
    reason: 'reversal',
    points: -row.points,
    spentCents: -row.amountCents,
    description: `Reversed: purchase of $${fromCents(row.amountCents)}`,
    operationId: context.operationId,
  })
  if (!covered) refuse('points_spent')
  context.writes.send(
    tenant.db
      .update(purchase)
      .set({ reversedAt: context.now, version: context.version })
      .where(
        and(
          eq(purchase.businessId, tenant.businessId),
          eq(purchase.id, row.id),
          isNull(purchase.reversedAt),
        ),
      ),
  )
  return { points: -row.points, memberId: member.id, amount: fromCents(-row.amountCents) }
}

async function findPurchase(
  payload: OperationPayload<'purchase.reverse'>,
  { tenant }: Parameters<Executor<'purchase.reverse'>>[1],
) {
  const [row] = await tenant.db
    .select()
    .from(purchase)
    .where(and(eq(purchase.businessId, tenant.businessId), eq(purchase.id, payload.purchaseId)))
  return row
}
