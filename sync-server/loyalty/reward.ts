/** Rewards: what points buy, and buying one. */
import { and, desc, eq, gte, ilike, isNull, lt, or, sql } from 'drizzle-orm'
import { dayOf, startOfDay, timeZoneOf } from '#schema/contract/day.ts'
import { hasRewardExpired, type Reward } from '#schema/contract/reward.ts'
import { reward, rewardUse } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
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
import { serverLimits } from '#sync-server/server-limits.ts'
import { type BusinessRow, requireBusiness, toTrust } from './business.ts'
import { issueCoupon } from './coupon.ts'
import { requireMember } from './member.ts'
import { oweOnTrust, requireRoom, spendPoints } from './points-ledger.ts'
import { requireTrustLeft } from './trust-limits.ts'

export type RewardRow = typeof reward.$inferSelect

export const redeemReward: Executor<'reward.redeem'> = async (payload, context) => {
  const { tenant } = context
  const [member, row] = await Promise.all([
    requireMember(tenant, payload.memberId),
    findReward(tenant, payload.rewardId),
  ])
  if (!row?.isActive) refuse('reward_unavailable')
  const timeZone = timeZoneOf(context.business)
  if (hasRewardExpired(row, context.now.getTime(), timeZone)) refuse('reward_expired')
  if (row.pointsRequired > payload.pointsSeen) {
    const message = `This reward now costs ${row.pointsRequired} points. Check the new price and try again.`
    refuse('reward_changed', { message, named: { cost: String(row.pointsRequired) } })
  }

  const onTrust = Boolean(payload.handedOver) && isWithinTrust(row, context.business)
  if (onTrust) await requireTrustLeft(member, row.pointsRequired, context)
  const owed = await takeOne(row, member.id, context, { onTrust })
  if (!member.isSample) context.writes.count({ redemptions: 1 })
  const couponCode = issueCoupon(context, {
    id: payload.couponId,
    memberId: member.id,
    source: 'reward',
    rewardId: row.id,
    description: row.name,
    discountType: row.discountType,
    discountValue: row.discountValue,
    freeItem: row.freeItem,
    pointsPaid: row.pointsRequired,
    usedAt: payload.handedOver ? context.recordedAt : null,
  })
  return {
    couponCode,
    memberId: member.id,
    points: row.pointsRequired,
    ...(owed > 0 && { owed }),
  }
}

/**
 * Takes points, stock and the member's own limit, each by one conditional update, all or none: a
 * refusal rolls back the earlier ones.
 * @returns what the member now owes for a reward that was handed over on trust
 */
async function takeOne(
  row: RewardRow,
  memberId: string,
  context: OperationContext,
  { onTrust }: { onTrust: boolean },
): Promise<number> {
  return context.tenant.db.transaction(async (db) => {
    const tenant = { ...context.tenant, db }
    if (!(await takeFromStock(row, tenant, context.version))) refuse('reward_sold_out')
    if (!(await countForMember(row, memberId, tenant))) refuse('reward_limit_reached')
    const inside = { ...context, tenant }
    const cost = {
      memberId,
      reason: 'redemption',
      points: -row.pointsRequired,
      description: `Redeemed: ${row.name}`,
      operationId: context.operationId,
    } as const
    if (await spendPoints(inside, cost)) return 0
    const { points } = await requireMember(tenant, memberId)
    if (!onTrust) refuseShort(row, points)
    requireRoom(points, cost.points)
    return oweOnTrust(inside, cost)
  })
}

/** States the cost and the balance, so staff don't have to look them up. */
function refuseShort(row: RewardRow, points: number): never {
  const message = `Not enough points: this reward costs ${row.pointsRequired}, and the balance is ${points}.`
  const named = { cost: String(row.pointsRequired), balance: String(points) }
  return refuse('points_short', { message, named })
}

/** Uses the owner's current setting: after a change, the points must cover the reward again. */
function isWithinTrust(row: RewardRow, business: BusinessRow): boolean {
  const trust = toTrust(business)
  return trust !== null && row.pointsRequired <= trust.pointsPerRedemption
}

async function takeFromStock(
  { id }: RewardRow,
  { db, businessId }: Tenant,
  version: number,
): Promise<boolean> {
  const taken = await db
    .update(reward)
    .set({ redeemedCount: sql`${reward.redeemedCount} + 1`, version })
    .where(
      and(
        eq(reward.businessId, businessId),
        eq(reward.id, id),
        or(isNull(reward.stock), lt(reward.redeemedCount, reward.stock)),
      ),
    )
    .returning({ id: reward.id })
  return taken.length > 0
}

async function countForMember(
  { id, limitPerMember }: RewardRow,
  memberId: string,
  { db, businessId }: Tenant,
): Promise<boolean> {
  const counted = await db
    .insert(rewardUse)
    .values({ businessId, rewardId: id, memberId, count: 1 })
    .onConflictDoUpdate({
      target: [rewardUse.businessId, rewardUse.rewardId, rewardUse.memberId],
      set: { count: sql`${rewardUse.count} + 1` },
      ...(limitPerMember !== null && { setWhere: lt(rewardUse.count, limitPerMember) }),
    })
    .returning({ memberId: rewardUse.memberId })
  return counted.length > 0
}

/** Returns an undone redemption's place in stock and in the member's limit. */
export function giveBackOne(rewardId: string, memberId: string, context: OperationContext): void {
  const { tenant, version, writes } = context
  const { db, businessId } = tenant
  writes.send(
    db
      .update(reward)
      .set({ redeemedCount: sql`${reward.redeemedCount} - 1`, version })
      .where(and(eq(reward.businessId, businessId), eq(reward.id, rewardId))),
  )
  writes.send(
    db
      .update(rewardUse)
      .set({ count: sql`${rewardUse.count} - 1` })
      .where(
        and(
          eq(rewardUse.businessId, businessId),
          eq(rewardUse.rewardId, rewardId),
          eq(rewardUse.memberId, memberId),
        ),
      ),
  )
}

export async function findReward(tenant: Tenant, rewardId: string): Promise<RewardRow | undefined> {
  const [row] = await tenant.db
    .select()
    .from(reward)
    .where(and(eq(reward.businessId, tenant.businessId), eq(reward.id, rewardId)))
  return row
}

/** Start of today in the business's time zone: a reward is offered until its last day ends. */
export function earliestOfferedExpiry(now: Date, timeZone: string): Date {
  return new Date(startOfDay(dayOf(now.getTime(), timeZone), timeZone))
}

/** Rewards a customer can be offered now, cheapest first. */
export async function listOfferedRewards(
  tenant: Tenant,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Reward[]> {
  const rows = await tenant.db
    .select()
    .from(reward)
    .where(
      and(
        eq(reward.businessId, tenant.businessId),
        eq(reward.isActive, true),
        or(isNull(reward.expiryDate), gte(reward.expiryDate, earliestOfferedExpiry(now, timeZone))),
        or(isNull(reward.stock), lt(reward.redeemedCount, reward.stock)),
      ),
    )
    .orderBy(reward.pointsRequired, reward.id)
    .limit(serverLimits.rewardsOffered)
  return rows.map(toReward)
}

/** Omits retired rewards. */
export async function listRewards(query: PageQuery, rule: TenantRule): Promise<Paged<Reward>> {
  await requireBusiness(rule)
  const page = readPage(query)
  const rows = await rule.db
    .select()
    .from(reward)
    .where(
      and(
        eq(reward.businessId, rule.businessId),
        isNull(reward.retiredAt),
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
    freeItem: row.freeItem,
    isActive: row.isActive,
    expiryDate: row.expiryDate?.toISOString() ?? null,
    stock: row.stock,
    limitPerMember: row.limitPerMember,
    redeemedCount: row.redeemedCount,
    retiredAt: row.retiredAt?.toISOString() ?? null,
    revision: row.revision,
  }
}
