/** Everything that is kept about a member, as JSON: for them alone. */
import { and, asc, eq } from 'drizzle-orm'
import { fromCents } from '#schema/contract/money.ts'
import { pointsEntry, purchase } from '#schema/database/points.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { requireBusiness } from './business.ts'
import { listCouponsOf } from './coupon.ts'
import { toPointsEntry, toPurchase } from './history.ts'
import { requireDataTicket } from './mailed-ticket.ts'
import { type Holder, readOwnData, requireRow } from './member-privacy.ts'

export async function exportMember(
  { ticket, ...holder }: Holder & { ticket: string },
  rule: TenantRule,
): Promise<Record<string, unknown>> {
  const { db, businessId, now, config } = rule
  const { memberId } = holder
  await requireDataTicket(ticket, { memberId, businessId, kind: 'export' }, now, config)
  const row = await requireRow(memberId, rule)
  const { name } = await requireBusiness(rule)
  const purchases = await db
    .select()
    .from(purchase)
    .where(and(eq(purchase.businessId, businessId), eq(purchase.memberId, memberId)))
    .orderBy(asc(purchase.recordedAt))
  const entries = await db
    .select()
    .from(pointsEntry)
    .where(and(eq(pointsEntry.businessId, businessId), eq(pointsEntry.memberId, memberId)))
    .orderBy(asc(pointsEntry.createdAt))
  await rule.audit('customer.export', memberId)
  return {
    exportedAt: now.toISOString(),
    business: name,
    member: {
      memberId,
      firstName: row.firstName,
      lastName: row.lastName,
      email: row.email,
      phone: row.phone,
      birthday: row.birthday,
      points: row.points,
      totalSpent: fromCents(row.totalSpentCents),
      welcome: row.welcome,
      joinedFromNetwork: row.joinedFrom,
      note: row.note,
      createdAt: row.createdAt.toISOString(),
    },
    ...(await readOwnData(holder, rule)),
    purchases: purchases.map(toPurchase),
    pointsEntries: entries.map(toPointsEntry),
    coupons: await listCouponsOf(rule, memberId),
  }
}
