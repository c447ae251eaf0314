/** Changes of several businesses in the log: how many each covered, and whether it can be undone. */
import { inArray } from 'drizzle-orm'
import type { AuditRecord } from '#schema/contract/platform.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { tenantChange } from '#schema/database/tenant-change.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

/** @returns null if the change can't be undone any more */
export function undoUntil(
  { changedAt, undoneAt }: Pick<typeof tenantChange.$inferSelect, 'changedAt' | 'undoneAt'>,
  now: Date,
): Date | null {
  const until = new Date(changedAt.getTime() + serverLimits.tenantChangeUndoMinutes * minuteMs)
  return undoneAt || until <= now ? null : until
}

type Summary = NonNullable<AuditRecord['businesses']>

/** @returns summaries by the change's id, which its line names as the subject */
export async function readTenantChanges(
  db: Transaction,
  rows: readonly { act: string; subjectId: string | null }[],
  now: Date,
): Promise<Map<string, Summary>> {
  const ids = rows.flatMap(({ act, subjectId }) =>
    act === 'admin.updateBusinesses' && subjectId ? [subjectId] : [],
  )
  if (ids.length === 0) return new Map()
  const changes = await db.select().from(tenantChange).where(inArray(tenantChange.id, ids))
  return new Map(
    changes.map((change) => [
      change.id,
      {
        count: change.standings.length,
        undoUntil: undoUntil(change, now)?.toISOString() ?? null,
      },
    ]),
  )
}
