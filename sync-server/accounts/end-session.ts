/** Ending sessions: one, or all of an account. From then on no call succeeds with them. */
import { and, eq, gt, isNull, ne } from 'drizzle-orm'
import { session } from '#schema/database/session.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { tellSessionEnd } from './ended-sessions.ts'

/** @returns whether a session of this account ended now */
export async function endSession(
  db: Transaction,
  { accountId, sessionId }: Pick<SignedIn, 'accountId' | 'sessionId'>,
  now: Date,
): Promise<boolean> {
  const ended = await db
    .update(session)
    .set({ endedAt: now })
    .where(
      and(
        eq(session.id, sessionId),
        eq(session.accountId, accountId),
        isNull(session.endedAt),
        gt(session.expiresAt, now),
      ),
    )
    .returning({ id: session.id })
  tellSessionEnd(db, accountId)
  return ended.length > 0
}

/** @param keptId the session that goes on, if one does */
export async function endSessions(
  db: Transaction,
  accountId: string,
  now: Date,
  keptId: string | null = null,
): Promise<void> {
  await db
    .update(session)
    .set({ endedAt: now })
    .where(
      and(
        eq(session.accountId, accountId),
        isNull(session.endedAt),
        keptId ? ne(session.id, keptId) : undefined,
      ),
    )
  tellSessionEnd(db, accountId)
}
