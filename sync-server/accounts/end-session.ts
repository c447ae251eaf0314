/**
 * Ending sessions: one, or all of an account. From then on no call succeeds with them, and streams
 * that this process serves to the account are told once the end has committed.
 */
import { and, eq, gt, isNull, ne, or } from 'drizzle-orm'
import { session } from '#schema/database/session.ts'
import { Listeners } from '#sync-server/listeners.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { Rule } from '#sync-server/rule/rule.ts'

const listeners = new Listeners<[]>()

/** @returns stops listening */
export function onSessionEnd(accountId: string, heard: () => void): () => void {
  return listeners.add(accountId, heard)
}

/** Whoever asks again after this gets the new state, because it waits for the commit. */
export function tellSessionEnd(accountId: string, { afterCommit }: Rule): void {
  afterCommit(() => listeners.tell(accountId))
}

/** 'revoked' from elsewhere: at its next contact the device wipes what it holds. */
type Because = { because?: 'revoked' }

/** Ended by another password or role: should its person be withdrawn, it may still hand in. */
const isChanged = eq(session.endedBecause, 'changed')

/** @returns whether a session of this account ended now */
export async function endSession(
  { accountId, sessionId, because }: Pick<SignedIn, 'accountId' | 'sessionId'> & Because,
  rule: Rule,
): Promise<boolean> {
  const { db, now } = rule
  const ended = await db
    .update(session)
    .set({ endedAt: now, endedBecause: because ?? null })
    .where(
      and(
        eq(session.id, sessionId),
        eq(session.accountId, accountId),
        or(isNull(session.endedAt), isChanged),
        gt(session.expiresAt, now),
      ),
    )
    .returning({ id: session.id })
  tellSessionEnd(accountId, rule)
  return ended.length > 0
}

/**
 * Without a reason they end because something else changed: password, role, second step.
 * @param keptId the session that goes on, if one does
 */
export async function endSessions(
  { accountId, keptId = null, because }: Because & { accountId: string; keptId?: string | null },
  rule: Rule,
): Promise<void> {
  await rule.db
    .update(session)
    .set({ endedAt: rule.now, endedBecause: because ?? 'changed' })
    .where(
      and(
        eq(session.accountId, accountId),
        // A device whose session had ended for no such reason still has to hear it.
        because === 'revoked'
          ? or(isNull(session.endedBecause), isChanged)
          : isNull(session.endedAt),
        keptId ? ne(session.id, keptId) : undefined,
      ),
    )
  tellSessionEnd(accountId, rule)
}
