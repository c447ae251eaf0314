/**
 * What a device gave without a connection and the server could not count: coupons that were taken
 * twice or expired on the way, rewards that were handed over in vain. Each is an operation that was
 * refused, and stays so: nothing has to be written for it.
 */
import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { GivenAway, UsedLate, UsedTwice } from '#schema/contract/attention.ts'
import { couponName } from '#schema/contract/coupon.ts'
import { uuid } from '#schema/contract/id.ts'
import { limits } from '#schema/contract/limits.ts'
import { isLiterally } from '#schema/database/columns.ts'
import { customer, memberAlias } from '#schema/database/customer.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import { coupon, reward } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { couponDigest } from './coupon-digest.ts'

const dayMs = 86_400_000
/** Null of somebody who was erased. */
const fullName = sql<
  string | null
>`nullif(trim(${customer.firstName} || ' ' || ${customer.lastName}), '')`

export async function listUsedTwice(rule: TenantRule): Promise<UsedTwice[]> {
  const refused = await listRefusedUses('coupon_used', rule)
  return refused.flatMap(({ operation, facts, used }) => {
    if (!used.usedAt) return []
    return {
      ...facts,
      usedAt: used.usedAt.toISOString(),
      takenAgainAt: operation.madeAt.toISOString(),
      takenBy: operation.accountId,
    }
  })
}

/** What the device knew to be expired it gave nothing for: it only asked the server about a code. */
export async function listUsedLate(rule: TenantRule): Promise<UsedLate[]> {
  const refused = await listRefusedUses('coupon_expired', rule)
  return refused.flatMap(({ operation, facts, used }) => {
    if (operation.madeAt >= used.expiresAt) return []
    return {
      ...facts,
      expiredAt: used.expiresAt.toISOString(),
      takenAt: operation.madeAt.toISOString(),
      takenBy: operation.accountId,
    }
  })
}

/** Handed over on trust, and refused for the reward's sake or because the owner trusts no more. */
export async function listGivenAway(rule: TenantRule): Promise<GivenAway[]> {
  const { db, businessId } = rule
  const { payload } = appliedOperation
  const refused = await listRefused(
    'reward.redeem',
    sql`${payload} ->> 'handedOver' = 'true'`,
    rule,
  )
  // What was refused as malformed names nothing that could be looked up.
  const asked = refused.flatMap((operation) => {
    const named = redemptionNamed.safeParse(operation.payload)
    if (!named.success) return []
    const { rewardId, memberId, couponId } = named.data
    return {
      operation,
      couponId: couponId.toLowerCase(),
      rewardId: rewardId.toLowerCase(),
      memberId: memberId.toLowerCase(),
    }
  })
  if (asked.length === 0) return []
  // Asked once more it went through: another try names the same coupon.
  const issued = await db
    .select({ id: coupon.id })
    .from(coupon)
    .where(
      and(
        eq(coupon.businessId, businessId),
        inArray(
          coupon.id,
          asked.map(({ couponId }) => couponId),
        ),
      ),
    )
  const paid = new Set(issued.map(({ id }) => id))
  const rewards = await db
    .select({ id: reward.id, name: reward.name })
    .from(reward)
    .where(
      and(
        eq(reward.businessId, businessId),
        inArray(
          reward.id,
          asked.map(({ rewardId }) => rewardId),
        ),
      ),
    )
  const names = new Map(rewards.map(({ id, name }) => [id, name]))
  const members = await readMembers(
    asked.map(({ memberId }) => memberId),
    rule,
  )
  return asked.flatMap(({ operation, couponId, rewardId, memberId }) => {
    if (paid.has(couponId)) return []
    const [rewardName, member] = [names.get(rewardId), members.get(memberId)]
    if (rewardName === undefined || !member) return []
    return {
      operationId: operation.operationId,
      memberId: member.id,
      memberName: member.name,
      rewardName,
      code: operation.code ?? '',
      message: operation.message ?? '',
      takenAt: operation.madeAt.toISOString(),
      takenBy: operation.accountId,
    }
  })
}

const redemptionNamed = z.object({ couponId: uuid, rewardId: uuid, memberId: uuid })

/** By the id that they were asked by: someone who was a member already goes by another one. */
async function readMembers(ids: string[], { db, businessId }: Tenant) {
  const asked = sql`${`{${[...new Set(ids)].join(',')}}`}::uuid[]`
  const rows = await db
    .select({ asked: sql<string>`asked`, id: customer.id, name: fullName })
    .from(sql`unnest(${asked}) asked`)
    .leftJoin(
      memberAlias,
      and(eq(memberAlias.businessId, businessId), eq(memberAlias.aliasId, sql`asked`)),
    )
    .innerJoin(
      customer,
      and(
        eq(customer.businessId, businessId),
        eq(customer.id, sql`coalesce(${memberAlias.memberId}, asked)`),
      ),
    )
  return new Map(rows.map((row) => [row.asked, row]))
}

async function listRefusedUses(code: 'coupon_used' | 'coupon_expired', rule: TenantRule) {
  const { db, businessId } = rule
  const refused = await listRefused('coupon.use', isLiterally(appliedOperation.code, code), rule)
  const digests = refused.map(({ payload }) => digestIn(payload, businessId))
  const coupons = await readCoupons({ db, businessId }, digests)
  return refused.flatMap((operation, index) => {
    const used = coupons.get(digests[index] ?? '')
    if (!used) return []
    const { id: couponId, memberId, memberName, description, code } = used
    const facts = { couponId, memberId, memberName, description, codeEnding: code.slice(-4) }
    return { operation, used, facts: { operationId: operation.operationId, ...facts } }
  })
}

/** The newest of the last weeks. Words, not parameters: each kind has an index of its own. */
function listRefused(
  name: 'coupon.use' | 'reward.redeem',
  which: SQL,
  { db, businessId, now }: TenantRule,
) {
  return db
    .select()
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, businessId),
        isLiterally(appliedOperation.name, name),
        isLiterally(appliedOperation.status, 'refused'),
        which,
        gt(appliedOperation.settledAt, new Date(now.getTime() - limits.uncountedUseDays * dayMs)),
      ),
    )
    .orderBy(desc(appliedOperation.settledAt), desc(appliedOperation.operationId))
    .limit(limits.attentionRows + 1)
}

function digestIn(payload: unknown, businessId: string): string {
  const named = couponName.safeParse(payload)
  if (!named.success) return ''
  return named.data.code ? couponDigest(businessId, named.data.code) : (named.data.digest ?? '')
}

async function readCoupons({ db, businessId }: Tenant, digests: string[]) {
  if (digests.length === 0) return new Map()
  const rows = await db
    .select({
      digest: coupon.codeDigest,
      id: coupon.id,
      code: coupon.code,
      memberId: coupon.memberId,
      description: coupon.description,
      usedAt: coupon.usedAt,
      expiresAt: coupon.expiresAt,
      memberName: fullName,
    })
    .from(coupon)
    .innerJoin(
      customer,
      and(eq(customer.businessId, coupon.businessId), eq(customer.id, coupon.memberId)),
    )
    .where(and(eq(coupon.businessId, businessId), inArray(coupon.codeDigest, digests)))
  return new Map(rows.map((row) => [row.digest, row]))
}
