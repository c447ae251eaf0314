/** Stores the troubles that servers see: when each began, and when a server last saw it. */
import { and, desc, eq, gt, isNotNull, isNull, lt, max, ne, or } from 'drizzle-orm'
import type { TroubleKind } from '#schema/contract/system.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { trouble } from '#schema/database/trouble.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface Seen {
  kind: TroubleKind
  subject: string
  reason: string
}

export async function noteTroubles(
  db: Transaction,
  seen: readonly Seen[],
  now: Date,
): Promise<void> {
  for (const { kind, subject, reason } of seen) {
    await db
      .insert(trouble)
      .values({ id: newId(), kind, subject, reason, since: now, lastAt: now })
      .onConflictDoUpdate({
        target: [trouble.kind, trouble.subject],
        targetWhere: isNull(trouble.endedAt),
        set: { lastAt: now, reason },
      })
  }
  const quietSince = new Date(now.getTime() - serverLimits.troubleQuietSeconds * 1000)
  await db
    .update(trouble)
    .set({ endedAt: now })
    .where(
      and(
        isNull(trouble.endedAt),
        // A repair is a moment: its day is the trouble.
        or(
          and(ne(trouble.kind, 'repair'), lt(trouble.lastAt, quietSince)),
          lt(trouble.lastAt, new Date(now.getTime() - dayMs)),
        ),
      ),
    )
}

/** Lists open troubles, and those that ended within a week. */
export function listTroubles(db: Pick<Transaction, 'select'>, now: Date) {
  const since = new Date(now.getTime() - serverLimits.troubleShownDays * dayMs)
  return db
    .select()
    .from(trouble)
    .where(or(isNull(trouble.endedAt), gt(trouble.endedAt, since)))
    .orderBy(desc(trouble.since))
    .limit(serverLimits.troublesShown)
}

/** @returns when a super admin last asked to try failing jobs again */
export async function readRetry(db: Pick<Transaction, 'select'>): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(trouble.retryAt) })
    .from(trouble)
    .where(and(eq(trouble.kind, 'jobFailing'), isNotNull(trouble.retryAt)))
  return row?.at ?? null
}
