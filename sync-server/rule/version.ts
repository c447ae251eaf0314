/**
 * The business's version: each writing transaction increments it first and holds the row lock until
 * it commits, so versions become visible in order (docs/sync-protocol.md).
 */
import { eq, sql } from 'drizzle-orm'
import { businessVersion } from '#schema/database/business.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { refuse } from '#sync-server/rule/refuse.ts'

export async function nextVersion(tenant: Tenant): Promise<number> {
  const [row] = await tenant.db
    .update(businessVersion)
    .set({ version: sql`${businessVersion.version} + 1` })
    .where(eq(businessVersion.businessId, tenant.businessId))
    .returning({ version: businessVersion.version })
  return row?.version ?? refuse('not_found')
}
