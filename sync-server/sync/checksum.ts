/**
 * The server's side of schema/contract/checksum.ts: one statement over a business's tables. It
 * takes some 60 ms for 50,000 customers, so a device asks every few hours, and the result for a
 * version is cached for other devices that ask at the same version.
 */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { checksumModulus, pointsFactor, versionFactor } from '#schema/contract/checksum.ts'
import { limits } from '#schema/contract/limits.ts'
import type { Checksum } from '#schema/contract/sync.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { EngineParts } from '#sync-server/engine/parts.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type DeviceSource, deviceSources, snapshotTables } from './device-rows.ts'

interface Computed {
  version: number
  checksum: Checksum
}
const computedByServer = new WeakMap<EngineParts, Map<string, Computed>>()

export async function readChecksum(
  tenant: Tenant,
  version: number,
  now: Date,
  server: EngineParts,
): Promise<Checksum> {
  const computed = computedByServer.get(server) ?? new Map<string, Computed>()
  computedByServer.set(server, computed)
  const since = firstSurelyHeld(now)
  const known = computed.get(tenant.businessId)
  if (known?.version === version && known.checksum.since === since.toISOString()) {
    return known.checksum
  }
  const parts = snapshotTables.map((name) =>
    sumOf(deviceSources[name] as never, name, tenant, since),
  )
  const rows = await tenant.db.execute<{ name: string; count: string; sum: string }>(
    sql.join(parts, sql` union all `),
  )
  const tables: Checksum['tables'] = {}
  for (const { name, count, sum } of rows) {
    // With more customers than a device holds, it holds the newest ones as of its own start, so
    // they can't be compared.
    if (name === 'customer' && Number(count) > limits.deviceCustomers) continue
    Object.assign(tables, { [name]: { count: Number(count), sum: Number(sum) } })
  }
  const checksum = { since: since.toISOString(), tables }
  if (computed.size >= serverLimits.checksumsKept) computed.clear()
  computed.set(tenant.businessId, { version, checksum })
  return checksum
}

/**
 * Every device holds rows from this time on: a snapshot of any earlier day included them, or a
 * change brought them later.
 */
function firstSurelyHeld(now: Date): Date {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  return new Date(today - (serverLimits.deviceHistoryDays - 1) * dayMs)
}

function sumOf(source: DeviceSource<never>, name: string, tenant: Tenant, since: Date): SQL {
  const { table, businessId, version, id, points, among, held } = source
  const random = sql`('x' || right(${id}::text, 8))::bit(32)::bigint`
  const each = sql`(${random}
    # ((${version} * ${versionFactor}::bigint) & 4294967295)
    # ((${points ?? sql`0`}::bigint * ${pointsFactor}::bigint) & 4294967295))`
  return sql`select ${name}::text as name, count(*) as count,
      coalesce(sum(${each}), 0) % ${checksumModulus}::bigint as sum
    from ${table} where ${and(eq(businessId, tenant.businessId), among, held?.(since))}`
}
