/** Rewards: what points buy, and buying one. */
import { and, desc, eq, gt, ilike, isNull, or } from 'drizzle-orm'
import type { Reward } from '#schema/contract/reward.ts'
import { reward } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import {
  continues,
  mapPage,
  type Paged,
  type PageQuery,
  readPage,
  toPaged,
} from '#sync-server/rule/pagination.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { requireBusiness } from './business.ts'
import { issueCoupon } from './coupon.ts'
import { requireMember } from './member.ts'
import { spendPoints } from './points-ledger.ts'

export type RewardRow = typeof reward.$inferSelect

export const redeemReward: Executor<'reward.redeem'> = async (payload, context) => {
  const { tenant } = context
  const [member, row] = await Promise.all([
    requireMember(tenant, payload.memberId),
    findReward(tenant, payload.rewardId),
  ])
  if (!row?.isActive) refuse('reward_unavailable')
  if (row.expiryDate && row.expiryDate <= context.now) refuse('reward_expired')
  if (row.pointsRequired > payload.pointsSeen) refuse('reward_changed')

  const paid = await spendPoints(context, {
    memberId: member.id,
    reason: 'redemption',
    points: -row.pointsRequired,
    description: `Redeemed: ${row.name}`,
    operationId: context.operationId,
  })
  if (!paid) refuse('points_short')
  const couponCode = issueCoupon(context, {
    id: payload.couponId,
    memberId: member.id,
    source: 'reward',
    rewardId: row.id,
    description: row.name,
    discountType: row.discountType,
    discountValue: row.discountValue,
    pointsPaid: row.pointsRequired,
  })
  return { couponCode, memberId: member.id, points: row.pointsRequired }
}

export async function findReward(tenant: Tenant, rewardId: string): Promise<RewardRow | undefined> {
  const [row] = await tenant.db
    .select()
    .from(reward)
    .where(and(eq(reward.businessId, tenant.businessId), eq(reward.id, rewardId)))
  return row
}

/** What a customer can be offered now, cheapest first. */
export async function listOfferedRewards(tenant: Tenant, now: Date): Promise<Reward[]> {
  const rows = await tenant.db
    .select()
    .from(reward)
    .where(
      and(
        eq(reward.businessId, tenant.businessId),
        eq(reward.isActive, true),
        or(isNull(reward.expiryDate), gt(reward.expiryDate, now)),
      ),
    )
    .orderBy(reward.pointsRequired, reward.id)
    .limit(100)
  return rows.map(toReward)
}

export async function listRewards(query: PageQuery, rule: TenantRule): Promise<Paged<Reward>> {
  await requireBusiness(rule)
  const page = readPage(query)
  const rows = await rule.db
    .select()
    .from(reward)
    .where(
      and(
        eq(reward.businessId, rule.businessId),
        continues(page, reward.createdAt, reward.id),
        page.pattern ? ilike(reward.name, page.pattern) : undefined,
      ),
    )
    .orderBy(desc(reward.createdAt), desc(reward.id))
    .limit(page.limit + 1)
  return mapPage(toPaged(rows, page), toReward)
}

export function toReward(row: RewardRow): Reward {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    pointsRequired: row.pointsRequired,
    discountType: row.discountType,
    discountValue: row.discountValue,
    isActive: row.isActive,
    expiryDate: row.expiryDate?.toISOString() ?? null,
  }
}
