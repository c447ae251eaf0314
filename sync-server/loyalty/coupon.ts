/** Coupons: issued by a welcome or a reward, used once, before they expire. */
import { and, desc, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Coupon, CouponName, HeldCoupon } from '#schema/contract/coupon.ts'
import { couponEnd, couponTerm, hasExpired, lastDayOf } from '#schema/contract/coupon-term.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import type { OperationPayload } from '#schema/contract/operation.ts'
import { coupon, couponCode } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { arrivedLate } from '#sync-server/rule/clock.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { Missing, refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { couponCodeOf, couponDigest, directoryDigest } from './coupon-code.ts'
import type { OpenedCustomer } from './key.ts'
import { groupOf, isSameMember, requireMember } from './member.ts'

export type CouponRow = typeof coupon.$inferSelect
type Issued = Pick<
  CouponRow,
  'id' | 'memberId' | 'source' | 'rewardId' | 'description' | 'discountType' | 'discountValue'
> & {
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

/**
 * Every device of the business holds the digest, so a digest alone doesn't prove that the customer
 * is present.
 */
export const useProvedCoupon: Executor<'coupon.use'> = async (payload, context) => {
  const { code, directoryDigest: told, memberId } = payload
  if (!code && !told && !memberId) refuse('coupon_member_needed')
  return useCoupon(payload, context)
}

/** Also accepts a digest alone, which devices queued before version 3. */
export const useCoupon: Executor<'coupon.use'> = async (payload, context) => {
  const { tenant, writes } = context
  // The coupon may have been issued earlier in this batch.
  await writes.flush()
  const row = await findCoupon(tenant, payload)
  if (!row) {
    if (await isElsewhere(tenant, payload)) refuse('coupon_other_business')
    // A restored server may not have the operation that issues it yet.
    if (context.reliesOn) throw new Missing(context.reliesOn, 'coupon_unknown')
    refuse('coupon_unknown')
  }
  if (!(await isMeant(row, payload, context))) refuse('coupon_member_needed')
  if (row.voidedAt) refuse('coupon_void')
  if (row.usedAt) refuseUsed(row.usedAt, context.business.timeZone)
  const timeZone = timeZoneOf(context.business)
  if (hasExpired(row, context.now.getTime(), timeZone)) refuseExpired(row, timeZone)
  const used = await tenant.db
    .update(coupon)
    .set({ usedAt: usedAt(row, context), useId: payload.useId ?? null, version: context.version })
    .where(
      and(
        eq(coupon.businessId, tenant.businessId),
        eq(coupon.id, row.id),
        isNull(coupon.usedAt),
        isNull(coupon.voidedAt),
        payload.useId ? isNewUse(payload.useId, tenant) : undefined,
      ),
    )
    .returning({ id: coupon.id })
  if (used.length === 0) refuse(payload.useId ? 'id_taken' : 'coupon_used')
  const { id: couponId, memberId, description } = row
  return { couponId, memberId, description, reliesOn: couponId }
}

/** An undo names a use, so two uses never have one name. */
function isNewUse(useId: string, { businessId }: Tenant): SQL {
  return sql`not exists (select from applied_operation
    where business_id = ${businessId}::uuid and subject_id = ${useId}::uuid
      and name = 'coupon.use' and status = 'applied')`
}

/** Not before it was issued: two devices' clocks may differ. */
function usedAt({ issuedAt }: CouponRow, { recordedAt }: OperationContext): Date {
  return new Date(Math.max(issuedAt.getTime(), recordedAt.getTime()))
}

/** Whatever accompanies a digest must match the coupon. */
async function isMeant(
  row: CouponRow,
  named: OperationPayload<'coupon.use'>,
  { tenant, reliesOn }: OperationContext,
): Promise<boolean> {
  const { code, directoryDigest: told, memberId } = named
  if (code) return true
  if (told && told !== directoryDigest(row.code)) return false
  if (!memberId || memberId === row.memberId) return true
  // After a restore, the member may have been founded under another device's id, and the sign-up
  // that brings the named id is refused if it came from a visitor.
  if (reliesOn === row.id) return true
  // Earlier releases name no coupon; and two members may have been joined.
  const { id } = await requireMember(tenant, memberId)
  return isSameMember(tenant, id, row.memberId)
}

/** Whether another business issued it: the directory only reveals the row of a named digest. */
async function isElsewhere(
  { db, businessId }: Tenant,
  { code, directoryDigest: told }: OperationPayload<'coupon.use'>,
): Promise<boolean> {
  const digest = code ? directoryDigest(code) : told
  if (!digest) return false
  await db.execute(sql`select enter_lookup(${digest})`)
  const rows = await db
    .select()
    .from(couponCode)
    .where(and(eq(couponCode.digest, digest), not(eq(couponCode.businessId, businessId))))
  await db.execute(sql`select enter_lookup('')`)
  return rows.length > 0
}

/** In the business's time zone; in UTC while that is unknown. */
function refuseUsed(usedAt: Date, businessTimeZone: string | null): never {
  const timeZone = businessTimeZone === null ? 'UTC' : timeZoneOf({ timeZone: businessTimeZone })
  const day = usedAt.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone })
  const time = usedAt.toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
  return refuse('coupon_used', {
    message: `This coupon was already used on ${day} at ${time}.`,
    named: { usedAt: usedAt.toISOString() },
  })
}

function refuseExpired(row: CouponRow, timeZone: string): never {
  const expiredOn = lastDayOf(row, timeZone)
  const day = new Date(expiredOn).toLocaleDateString('en-US', {
    dateStyle: 'medium',
    timeZone: 'UTC',
  })
  return refuse('coupon_expired', {
    message: `This coupon expired on ${day}.`,
    named: { expiredAt: new Date(couponEnd(row, timeZone)).toISOString(), expiredOn },
  })
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
