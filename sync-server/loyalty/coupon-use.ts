/**
 * Undoes a coupon's use, so that it is good again until it expires. The undo names the use: one that
 * arrives late never undoes another person's. The coupon may belong to another member than the named
 * one, who was joined, separated or founded by another device since.
 */
import { and, eq } from 'drizzle-orm'
import { coupon } from '#schema/database/reward.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { Missing } from '#sync-server/rule/refuse.ts'
import { requireMember } from './member.ts'

export const undoCouponUse: Executor<'couponUse.undo'> = async (payload, context) => {
  const { tenant, writes } = context
  // The coupon may have been used earlier in this batch.
  await writes.flush()
  await requireMember(tenant, payload.memberId)
  const [row] = await tenant.db
    .update(coupon)
    .set({ usedAt: null, useId: null, version: context.version })
    .where(
      and(
        eq(coupon.businessId, tenant.businessId),
        eq(coupon.id, payload.couponId),
        eq(coupon.useId, payload.useId),
      ),
    )
    .returning({ couponId: coupon.id, memberId: coupon.memberId })
  // The use may not have arrived yet, or may have been refused.
  if (!row) throw new Missing(payload.useId, 'coupon_use_undone')
  const holder = await requireMember(tenant, row.memberId)
  return { couponId: row.couponId, memberId: holder.id, useId: payload.useId }
}
