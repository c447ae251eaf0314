/**
 * Offline conflicts: coupons used twice or expired in the meantime, and rewards handed over whose
 * redemption the server refused. The server never changes these verdicts, so this file only reads.
 */
import { and, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { GivenAway, UsedLate, UsedTwice } from '#schema/contract/attention.ts'
import { limits } from '#schema/contract/limits.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { isLiterally } from '#schema/database/columns.ts'
import { customer, memberAlias } from '#schema/database/customer.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import { coupon, reward } from '#schema/database/reward.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const { payload, result } = appliedOperation
const fullName = sql<string>`trim(${customer.firstName} || ' ' || ${customer.lastName})`
const lastDay = sql<string | null>`${result} ->> 'expiredOn'`
const expiry = sql`(${result} ->> 'expiredAt')::timestamptz`.mapWith(coupon.expiresAt)

// Filter in SQL: filtering after `limit` would leave out rows that qualify. Look up rows that a
// payload names in a `lateral` query (docs/scale.md, "Plans").

export async function listUsedTwice(rule: TenantRule): Promise<UsedTwice[]> {
  const rows = await listRefusedUses('coupon_used', isNotNull(coupon.usedAt), rule)
  return rows.flatMap(({ facts, usedAt, madeAt, takenBy }) => {
    if (!usedAt) return []
    return { ...facts, usedAt: usedAt.toISOString(), takenAgainAt: madeAt.toISOString(), takenBy }
  })
}

/** Coupons that were accepted before they expired, by the device's clock. */
export async function listUsedLate(rule: TenantRule): Promise<UsedLate[]> {
  const inTime = lt(appliedOperation.madeAt, expiry)
  const rows = await listRefusedUses('coupon_expired', inTime, rule)
  return rows.map(({ facts, expiredAt, expiredOn, madeAt, takenBy }) => ({
    ...facts,
    expiredAt: expiredAt.toISOString(),
    expiredOn,
    takenAt: madeAt.toISOString(),
    takenBy,
  }))
}

/**
 * Rewards handed over on trust whose redemption was refused because the reward was unavailable or
 * the owner had turned off offline redemption. Excludes those whose coupon a later try did issue.
 */
export async function listGivenAway(rule: TenantRule): Promise<GivenAway[]> {
  const { db, businessId } = rule
  const [couponId, rewardId, memberId] = [idIn('couponId'), idIn('rewardId'), idIn('memberId')]
  const rewardOf = db
    .select({ name: reward.name })
    .from(reward)
    .where(and(eq(reward.businessId, businessId), eq(reward.id, rewardId)))
    .limit(1)
    .as('reward_of')
  // If a sign-up met an existing member, the device's id is an alias of that member's id.
  const aliased = db
    .select({ id: memberAlias.memberId })
    .from(memberAlias)
    .where(and(eq(memberAlias.businessId, businessId), eq(memberAlias.aliasId, memberId)))
  const memberOf = db
    .select({ id: customer.id, name: fullName.as('member_name') })
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        eq(customer.id, sql`(select coalesce((${aliased}), ${memberId}))`),
        isNull(customer.erasedAt),
      ),
    )
    .limit(1)
    .as('member_of')
  const rows = await db
    .select({
      operationId: appliedOperation.operationId,
      memberId: memberOf.id,
      memberName: memberOf.name,
      rewardName: rewardOf.name,
      code: appliedOperation.code,
      message: appliedOperation.message,
      madeAt: appliedOperation.madeAt,
      takenBy: appliedOperation.accountId,
    })
    .from(appliedOperation)
    .innerJoinLateral(rewardOf, sql`true`)
    .innerJoinLateral(memberOf, sql`true`)
    .where(
      and(
        recentlyRefused('reward.redeem', rule),
        sql`${payload} ->> 'handedOver' = 'true'`,
        sql`(select true from ${coupon}
          where ${coupon.businessId} = ${businessId} and ${coupon.id} = ${couponId}) is null`,
      ),
    )
    .orderBy(desc(appliedOperation.settledAt), desc(appliedOperation.operationId))
    .limit(limits.attentionRows + 1)
  return rows.map(({ madeAt, code, message, ...facts }) => ({
    ...facts,
    code: code ?? '',
    message: message ?? '',
    takenAt: madeAt.toISOString(),
  }))
}

/** Null if the payload holds no UUID: malformed payloads are stored as they came. */
function idIn(field: 'couponId' | 'rewardId' | 'memberId'): SQL {
  const text = sql`${payload} ->> ${sql.raw(`'${field}'`)}`
  return sql`case when ${text} ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    then (${text})::uuid end`
}

/**
 * Lists only coupons that the device stored. A device without the coupon sends its code or
 * directory digest and tells the cashier to wait for the server.
 */
function listRefusedUses(code: 'coupon_used' | 'coupon_expired', which: SQL, rule: TenantRule) {
  const held = rule.db
    .select({
      id: coupon.id,
      memberId: coupon.memberId,
      description: coupon.description,
      source: coupon.source,
      codeEnding: sql<string>`right(${coupon.code}, 4)`.as('code_ending'),
      usedAt: coupon.usedAt,
    })
    .from(coupon)
    .where(
      and(
        eq(coupon.businessId, rule.businessId),
        eq(coupon.codeDigest, sql`${payload} ->> 'digest'`),
        which,
      ),
    )
    .limit(1)
    .as('held')
  return rule.db
    .select({
      facts: {
        operationId: appliedOperation.operationId,
        couponId: held.id,
        memberId: held.memberId,
        /** Null if the person was erased. */
        memberName: sql<string | null>`nullif(${fullName}, '')`,
        description: held.description,
        source: held.source,
        codeEnding: held.codeEnding,
      },
      usedAt: held.usedAt,
      expiredAt: expiry,
      expiredOn: lastDay,
      madeAt: appliedOperation.madeAt,
      takenBy: appliedOperation.accountId,
    })
    .from(appliedOperation)
    .innerJoinLateral(held, sql`true`)
    .innerJoin(
      customer,
      and(eq(customer.businessId, rule.businessId), eq(customer.id, held.memberId)),
    )
    .where(
      and(
        recentlyRefused('coupon.use', rule),
        isLiterally(appliedOperation.code, code),
        sql`not (${payload} ?| array['code', 'directoryDigest'])`,
      ),
    )
    .orderBy(desc(appliedOperation.settledAt), desc(appliedOperation.operationId))
    .limit(limits.attentionRows + 1)
}

/**
 * Refused in the last `offlineConflictDays` days and not marked as read. Literals rather than
 * parameters, because each kind has its own index.
 */
function recentlyRefused(
  name: 'coupon.use' | 'reward.redeem',
  { businessId, now }: TenantRule,
): SQL | undefined {
  return and(
    eq(appliedOperation.businessId, businessId),
    isLiterally(appliedOperation.name, name),
    isLiterally(appliedOperation.status, 'refused'),
    gt(
      appliedOperation.settledAt,
      new Date(now.getTime() - serverLimits.offlineConflictDays * dayMs),
    ),
    eq(appliedOperation.attentionRead, false),
  )
}
