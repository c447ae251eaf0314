/**
 * Undoes a redemption: voids its unused coupon and returns its points. One conditional update
 * decides, so a coupon is never both used and void.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { hasExpired } from '#schema/contract/coupon-term.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import { coupon } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { arrivedLate } from '#sync-server/rule/context.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { Missing, refuse } from '#sync-server/rule/refuse.ts'
import type { CouponRow } from './coupon.ts'
import { isSameMember, requireMember } from './member.ts'
import { addPoints, requireRoom } from './points-ledger.ts'
import { giveBackOne } from './reward.ts'

export const undoRedemption: Executor<'redemption.undo'> = async (payload, context) => {
  const { tenant, writes } = context
  // The coupon may have been issued earlier in this batch.
  await writes.flush()
  const member = await requireMember(tenant, payload.memberId)
  const row = await findCoupon(tenant, payload.couponId)
  if (!row) throw new Missing(payload.couponId, 'redemption_unknown')
  if (row.pointsPaid === null || !(await isSameMember(tenant, member.id, row.memberId))) {
    refuse('redemption_unknown')
  }
  if (row.voidedAt) refuse('coupon_void')
  if (hasExpired(row, context.now.getTime(), timeZoneOf(context.business))) refuse('coupon_expired')
  requireRoom(member.points, row.pointsPaid)
  const voided = await tenant.db
    .update(coupon)
    .set({
      voidedAt: context.recordedAt,
      voidArrivedAt: arrivedLate(context),
      version: context.version,
    })
    .where(
      and(
        eq(coupon.businessId, tenant.businessId),
        eq(coupon.id, row.id),
        isNull(coupon.usedAt),
        isNull(coupon.voidedAt),
      ),
    )
    .returning({ id: coupon.id })
  if (voided.length === 0) refuse('coupon_used')
  if (!member.isSample) writes.count({ redemptions: -1 })
  if (row.rewardId) giveBackOne(row.rewardId, member.id, context)
  addPoints(context, {
    memberId: member.id,
    reason: 'reversal',
    points: row.pointsPaid,
    description: `Undone: ${row.description}`,
    operationId: context.operationId,
  })
  return { points: row.pointsPaid, memberId: member.id, couponId: row.id }
}

async function findCoupon(tenant: Tenant, couponId: string): Promise<CouponRow | undefined> {
  const [row] = await tenant.db
    .select()
    .from(coupon)
    .where(and(eq(coupon.businessId, tenant.businessId), eq(coupon.id, couponId)))
  return row
}
