/**
 * Undoes a coupon's use, so that it is good again until it expires. The undo names the use: one that
 * arrives late never undoes another person's.
 */
import { and, eq, inArray } from 'drizzle-orm'
import { coupon } from '#schema/database/reward.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { Missing } from '#sync-server/rule/refuse.ts'
import { groupOf, requireMember } from './member.ts'

export const undoCouponUse: Executor<'couponUse.undo'> = async (payload, context) => {
  const { tenant, writes } = context
  // The coupon may have been used earlier in this batch.
  await writes.flush()
  const member = await requireMember(tenant, payload.memberId)
  const group = await groupOf(tenant, member.id)
  const [row] = await tenant.db
    .update(coupon)
    .set({ usedAt: null, useId: null, version: context.version })
    .where(
      and(
        eq(coupon.businessId, tenant.businessId),
        eq(coupon.id, payload.couponId),
        inArray(coupon.memberId, group),
        eq(coupon.useId, payload.useId),
      ),
    )
    .returning({ id: coupon.id })
  // The use may not have arrived yet, or may have been refused.
  if (!row) throw new Missing(payload.useId, 'coupon_use_undone')
  return { couponId: row.id, memberId: member.id, useId: payload.useId }
}
