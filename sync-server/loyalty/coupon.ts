/**
 * Coupons: issued by a welcome or a reward, used once, before they expire.
 *
 * A code is derived from the coupon's id and the installation's secret, so an operation applied
 * again after a restore issues the code that the customer already has. Devices know the ids, so only
 * the secret keeps codes unguessable (docs/decisions/0442-a-coupons-code-follows-from-its-id.md).
 * Digests identify a coupon where its code isn't stored: on devices and in the code directory.
 */
import { createHash, createHmac } from 'node:crypto'
import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import {
  type Coupon,
  type CouponCheck,
  type CouponName,
  couponAlphabet,
  couponLetters,
  type HeldCoupon,
} from '#schema/contract/coupon.ts'
import { couponState, couponTerm } from '#schema/contract/coupon-term.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import { coupon, couponCode } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { arrivedLate, type OperationContext } from '#sync-server/rule/context.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import type { Parts } from '#sync-server/rule/parts.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { requireBusiness } from './business.ts'
import type { OpenedCustomer } from './key.ts'
import { groupOf } from './member.ts'

type Keyed = Pick<OperationContext, 'couponKey'> & { tenant: { businessId: string } }

/** 12 letters out of 32: 60 bits. */
export function couponCodeOf(couponId: string, context: Keyed): string {
  const letters = [...keyedDigest(['code', couponId], context).subarray(0, 12)]
    // 32 letters divide 256 evenly, so each is equally likely.
    .map((byte) => couponAlphabet[byte % couponAlphabet.length])
    .join('')
  return letters.replace(/(.{4})(?!$)/g, '$1-')
}

/**
 * The id of a coupon that the server issues on its own. A keyed digest, so no device can choose the
 * same id or find out the words.
 */
export function couponIdFrom(words: string[], context: Keyed): string {
  return idFrom('coupon', keyedDigest(['id', ...words], context).toString('hex'))
}

/**
 * The id of a welcome coupon: the same for two devices that sign up one person, in whatever order
 * they arrive. For a person who was erased and joins again, it is derived from the new member id.
 */
export function welcomeIdOf(emailKeyOrMemberId: string, context: Keyed): string {
  return couponIdFrom(['welcome', emailKeyOrMemberId], context)
}

function keyedDigest(words: string[], { tenant, couponKey }: Keyed): Buffer {
  const text = JSON.stringify([tenant.businessId, ...words])
  return createHmac('sha256', couponKey).update(text).digest()
}

/** Unique within one business; held by its devices. */
export function couponDigest(businessId: string, code: string): string {
  return hexOf(`${businessId}:${couponLetters(code)}`)
}

/** Unique across businesses; held in the directory. */
export function directoryDigest(code: string): string {
  return hexOf(couponLetters(code))
}

function hexOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export type CouponRow = typeof coupon.$inferSelect
type Issued = Pick<
  CouponRow,
  'id' | 'memberId' | 'source' | 'rewardId' | 'description' | 'discountType' | 'discountValue'
> & {
  freeItem?: boolean
  pointsPaid?: number
  usedAt?: Date | null
  /** Number of days after today on which it can be used. */
  days?: number
}

/** @returns the code that proves it */
export function issueCoupon(
  context: Pick<
    OperationContext,
    'tenant' | 'business' | 'now' | 'recordedAt' | 'version' | 'writes' | 'couponKey' | 'issued'
  >,
  { days = serverLimits.couponDays, ...issued }: Issued,
): string {
  const code = couponCodeOf(issued.id, context)
  const { businessId } = context.tenant
  context.writes.append(couponCode, { digest: directoryDigest(code), businessId })
  context.writes.append(coupon, {
    ...issued,
    businessId,
    code,
    codeDigest: couponDigest(businessId, code),
    issuedAt: context.recordedAt,
    arrivedAt: arrivedLate(context),
    // Late operations get coupons that last as long as any other.
    ...couponTerm(context.now, days, timeZoneOf(context.business)),
    version: context.version,
  })
  context.issued.add(issued.id)
  return code
}

/** For its member's page; only the key's holder gets the code, which is the right to use it. */
export function toCoupon(row: CouponRow, byKey: boolean): Coupon {
  return { ...couponFacts(row), ...(byKey ? { code: row.code } : { codeEnding: endingOf(row) }) }
}

const endingOf = ({ code }: CouponRow) => code.slice(-4)

/** For a device of the business: enough to recognize the code, but not the code itself. */
export function toHeldCoupon(row: CouponRow): HeldCoupon {
  const { codeDigest, useId } = row
  return { ...couponFacts(row), codeDigest, useId, codeEnding: endingOf(row) }
}

function couponFacts(row: CouponRow) {
  return {
    id: row.id,
    memberId: row.memberId,
    source: row.source,
    rewardId: row.rewardId,
    description: row.description,
    discountType: row.discountType,
    discountValue: row.discountValue,
    freeItem: row.freeItem,
    issuedAt: row.issuedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    expiresOn: row.expiresOn,
    usedAt: row.usedAt?.toISOString() ?? null,
    voidedAt: row.voidedAt?.toISOString() ?? null,
    pointsPaid: row.pointsPaid,
  }
}

export async function findCoupon(
  { db, businessId }: Tenant,
  { code, digest }: CouponName,
): Promise<CouponRow | undefined> {
  const wanted = code ? couponDigest(businessId, code) : (digest ?? '')
  const [row] = await db
    .select()
    .from(coupon)
    .where(and(eq(coupon.businessId, businessId), eq(coupon.codeDigest, wanted)))
  return row
}

/** Omits coupons of undone redemptions. */
export async function listCouponsOf(
  tenant: Tenant,
  { memberId, byKey }: Pick<OpenedCustomer, 'memberId' | 'byKey'>,
): Promise<Coupon[]> {
  const group = await groupOf(tenant, memberId)
  const rows = await tenant.db
    .select()
    .from(coupon)
    .where(
      and(
        eq(coupon.businessId, tenant.businessId),
        inArray(coupon.memberId, group),
        isNull(coupon.voidedAt),
      ),
    )
    .orderBy(desc(coupon.issuedAt))
    .limit(serverLimits.listRows)
  return rows.map((row) => toCoupon(row, byKey))
}

/** Checks a coupon before the counter accepts it: whether it is valid and, if not, why. */
export async function verifyCoupon(
  server: Parts,
  businessId: string,
  named: CouponName,
): Promise<CouponCheck> {
  const found = await server.doors.tenant(businessId, async (tenant) => {
    const row = await findCoupon(tenant, named)
    return row && { row, timeZone: timeZoneOf(await requireBusiness(tenant)) }
  })
  if (found) {
    const held = toHeldCoupon(found.row)
    const state = couponState(held, server.clock.now().getTime(), found.timeZone)
    return { state, coupon: held }
  }
  const owner = named.code ? await server.doors.lookUpCoupon(directoryDigest(named.code)) : null
  return { state: owner ? 'other_business' : 'unknown', coupon: null }
}
