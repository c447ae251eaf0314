/**
 * What an owner has to look at. A coupon that was taken twice is an operation that was refused for
 * it, and stays so: nothing has to be written for it.
 */
import { and, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Attention, HeldWelcome, UsedTwice } from '#schema/contract/attention.ts'
import { couponName } from '#schema/contract/coupon.ts'
import { limits } from '#schema/contract/limits.ts'
import { isLiterally } from '#schema/database/columns.ts'
import { customer } from '#schema/database/customer.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import { coupon } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { couponDigest } from './coupon-digest.ts'

const dayMs = 86_400_000

export async function readAttention(_: unknown, rule: TenantRule): Promise<Attention> {
  const heldWelcomes = await listHeldWelcomes(rule)
  const twice = await listUsedTwice(rule, rule.now)
  const most = limits.attentionRows
  return {
    heldWelcomes: heldWelcomes.slice(0, most),
    usedTwice: twice.slice(0, most),
    more: heldWelcomes.length > most || twice.length > most,
  }
}

async function listHeldWelcomes({ db, businessId }: Tenant): Promise<HeldWelcome[]> {
  const rows = await db
    .select({
      memberId: customer.id,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
      createdAt: customer.createdAt,
      isSameMailbox: sql<boolean>`exists (select from customer other
        where other.business_id = ${businessId} and other.mailbox_key = customer.mailbox_key
          and other.id <> customer.id and other.welcome in ('given', 'held')
          and other.created_at <= customer.created_at)`,
    })
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        isLiterally(customer.welcome, 'held'),
        isNull(customer.erasedAt),
      ),
    )
    .orderBy(desc(customer.createdAt), desc(customer.id))
    .limit(limits.attentionRows + 1)
  return rows.map(({ isSameMailbox, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    why: isSameMailbox ? 'same_mailbox' : 'many_joined',
  }))
}

async function listUsedTwice({ db, businessId }: Tenant, now: Date): Promise<UsedTwice[]> {
  const refused = await db
    .select()
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, businessId),
        eq(appliedOperation.name, 'coupon.use'),
        isLiterally(appliedOperation.status, 'refused'),
        eq(appliedOperation.code, 'coupon_used'),
        gt(appliedOperation.settledAt, new Date(now.getTime() - limits.usedTwiceDays * dayMs)),
      ),
    )
    .orderBy(desc(appliedOperation.settledAt), desc(appliedOperation.operationId))
    .limit(limits.attentionRows + 1)
  const digests = refused.map(({ payload }) => digestIn(payload, businessId))
  const coupons = await readCoupons({ db, businessId }, digests)
  return refused.flatMap((operation, index) => {
    const used = coupons.get(digests[index] ?? '')
    if (!used?.usedAt) return []
    return {
      operationId: operation.operationId,
      couponId: used.id,
      memberId: used.memberId,
      memberName: used.memberName,
      description: used.description,
      codeEnding: used.code.slice(-4),
      usedAt: used.usedAt.toISOString(),
      takenAgainAt: operation.madeAt.toISOString(),
      takenBy: operation.accountId,
    }
  })
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
      memberName: sql<
        string | null
      >`nullif(trim(${customer.firstName} || ' ' || ${customer.lastName}), '')`,
    })
    .from(coupon)
    .innerJoin(
      customer,
      and(eq(customer.businessId, coupon.businessId), eq(customer.id, coupon.memberId)),
    )
    .where(and(eq(coupon.businessId, businessId), inArray(coupon.codeDigest, digests)))
  return new Map(rows.map((row) => [row.digest, row]))
}
