/** A member's purchases and points entries as the API returns them. */
import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { fromCents } from '#schema/contract/money.ts'
import type { PointsEntry, Purchase } from '#schema/contract/points.ts'
import { pointsEntry, type purchase } from '#schema/database/points.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { groupOf } from './member.ts'

export function toPointsEntry(row: typeof pointsEntry.$inferSelect): PointsEntry {
  return {
    id: row.id,
    memberId: row.memberId,
    reason: row.reason,
    points: row.points,
    description: row.description,
    createdAt: row.createdAt.toISOString(),
    ...(row.undoes && { undoes: row.undoes }),
  }
}

export function toPurchase(row: typeof purchase.$inferSelect): Purchase {
  return {
    id: row.id,
    memberId: row.memberId,
    amount: fromCents(row.amountCents),
    points: row.points,
    reversedAmount: fromCents(row.reversedCents),
    note: row.note,
    tender: row.tender,
    recordedAt: row.recordedAt.toISOString(),
    reversedAt: row.reversedAt?.toISOString() ?? null,
  }
}

/**
 * @returns the newest `limit` lines of their ledger; of joined members without the pairs of entries
 * that moved a balance between them, which would read as points lost and given
 */
export async function listPointsOf(
  tenant: Tenant,
  memberId: string,
  limit: number,
): Promise<PointsEntry[]> {
  const group = await groupOf(tenant, memberId)
  const rows = await tenant.db
    .select()
    .from(pointsEntry)
    .where(
      and(
        eq(pointsEntry.businessId, tenant.businessId),
        inArray(pointsEntry.memberId, group),
        group.length > 1 ? ne(pointsEntry.reason, 'joined') : undefined,
      ),
    )
    .orderBy(desc(pointsEntry.createdAt), desc(pointsEntry.id))
    .limit(limit)
  return rows.map(toPointsEntry)
}
