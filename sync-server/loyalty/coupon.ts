/** Coupons: issued by a welcome or a reward, used once, before they expire. */
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Coupon } from '#schema/contract/coupon.ts'
import { limits } from '#schema/contract/limits.ts'
import { coupon } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { newCouponCode } from './random-code.ts'

export type CouponRow = typeof coupon.$inferSelect
type Issued = Pick<
  CouponRow,
  'id' | 'memberId' | 'source' | 'rewardId' | 'description' | 'discountType' | 'discountValue'
> & { pointsPaid?: number }

/** @returns the code that proves it */
export function issueCoupon(context: OperationContext, issued: Issued): string {
  const code = newCouponCode()
  context.writes.append(coupon, {
    ...issued,
    businessId: context.tenant.businessId,
    code,
    issuedAt: context.now,
    expiresAt: new Date(context.now.getTime() + limits.couponDays * 86_400_000),
    version: context.version,
  })
  return code
}

export const useCoupon: Executor<'coupon.use'> = async (payload, context) => {
  const { tenant, writes } = context
  await writes.flush()
  const letters = payload.code.replaceAll('-', '')
  const code = [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8)].join('-')
  const [row] = await tenant.db
    .select()
    .from(coupon)
    .where(and(eq(coupon.businessId, tenant.businessId), eq(coupon.code, code)))
  if (!row) refuse('coupon_unknown')
  if (row.voidedAt) refuse('coupon_void')
  if (row.usedAt) refuse('coupon_used')
  if (row.expiresAt <= context.now) refuse('coupon_expired')
  writes.send(
    tenant.db
      .update(coupon)
      .set({ usedAt: context.now, version: context.version })
      .where(and(eq(coupon.businessId, tenant.businessId), eq(coupon.id, row.id))),
  )
  return { couponId: row.id, memberId: row.memberId, description: row.description }
}

export function toCoupon(row: CouponRow): Coupon {
  return {
    id: row.id,
    code: row.code,
    memberId: row.memberId,
    source: row.source,
    rewardId: row.rewardId,
    description: row.description,
    discountType: row.discountType,
    discountValue: row.discountValue,
    issuedAt: row.issuedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    usedAt: row.usedAt?.toISOString() ?? null,
    voidedAt: row.voidedAt?.toISOString() ?? null,
    pointsPaid: row.pointsPaid,
  }
}

/** What proves something or did: undone redemptions are left out. */
export async function listCouponsOf(tenant: Tenant, memberId: string): Promise<Coupon[]> {
  const rows = await tenant.db
    .select()
    .from(coupon)
    .where(
      and(
        eq(coupon.businessId, tenant.businessId),
        eq(coupon.memberId, memberId),
        isNull(coupon.voidedAt),
      ),
    )
    .orderBy(desc(coupon.issuedAt))
    .limit(limits.listRows)
  return rows.map(toCoupon)
}
