/**
 * Forgets tombstones by their age. A device whose cursor is older might have missed one, so the same
 * transaction raises the oldest cursor that a pull accepts (docs/sync-protocol.md, "Pull").
 */
import { and, eq, lte, max, sql } from 'drizzle-orm'
import { businessVersion } from '#schema/database/business.ts'
import { tombstone } from '#schema/database/operation.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const dayMs = 86_400_000

const isOld = (now: Date) =>
  lte(tombstone.goneAt, new Date(now.getTime() - serverLimits.tombstoneDays * dayMs))

export function withOldTombstones(db: Transaction, now: Date) {
  return db.selectDistinct({ businessId: tombstone.businessId }).from(tombstone).where(isOld(now))
}

export async function forgetTombstones({ db, businessId }: Tenant, now: Date): Promise<void> {
  const old = and(eq(tombstone.businessId, businessId), isOld(now))
  const [latest] = await db
    .select({ version: max(tombstone.version) })
    .from(tombstone)
    .where(old)
  const upTo = latest?.version
  if (upTo === null || upTo === undefined) return
  await db
    .update(businessVersion)
    .set({ minCursor: sql`greatest(${businessVersion.minCursor}, ${upTo}::bigint)` })
    .where(eq(businessVersion.businessId, businessId))
  await db.delete(tombstone).where(and(old, lte(tombstone.version, upTo)))
}
