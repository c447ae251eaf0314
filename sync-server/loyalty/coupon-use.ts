/** Uses a coupon that its code or its customer proves, and undoes a use. */
import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import { couponEnd, hasExpired, lastDayOf } from '#schema/contract/coupon-term.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import type { OperationPayload } from '#schema/contract/operation.ts'
import { coupon, couponCode } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { Missing, refuse } from '#sync-server/rule/refuse.ts'
import { type CouponRow, directoryDigest, findCoupon } from './coupon.ts'
import { isSameMember, requireMember } from './member.ts'

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

/** Returns no time before the issue: two devices' clocks may differ. */
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

/** States the time in the business's time zone; in UTC while that is unknown. */
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

/**
 * The coupon is good again until it expires. The undo names the use: one that arrives late never
 * undoes another person's. The coupon may belong to another member than the named one, who was
 * joined, separated or founded by another device since.
 */
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
