/**
 * Ends one session or all of an account's. No later call succeeds with them; after the commit this
 * process notifies its open streams of that account.
 */
import { and, eq, gt, isNull, ne, or } from 'drizzle-orm'
import { session } from '#schema/database/session.ts'
import { Listeners } from '#sync-server/listeners.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { Rule } from '#sync-server/rule/rule.ts'

const listeners = new Listeners<[]>()

/** @returns a function that stops listening */
export function onSessionEnd(accountId: string, heard: () => void): () => void {
  return listeners.add(accountId, heard)
}

/** Notifies after the commit, so a listener that reads again sees the new state. */
export function tellSessionEnd(accountId: string, { afterCommit }: Rule): void {
  afterCommit(() => listeners.tell(accountId))
}

/** 'revoked': ended from another device; at its next contact the device wipes its data. */
type Because = { because?: 'revoked' }

/**
 * Ended by a new password or role. If the account is withdrawn later, the session's device learns it
 * and hands its work over.
 */
const isChanged = eq(session.endedBecause, 'changed')

/** @returns whether this call ended a session of the account */
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
 * Without `because`, sessions end as 'changed': the password, role or second factor changed.
 * @param keptId the session to keep, if any
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
        // A revocation also marks sessions that ended for another reason, so that their devices
        // wipe too.
        because === 'revoked'
          ? or(isNull(session.endedBecause), isChanged)
          : isNull(session.endedAt),
        keptId ? ne(session.id, keptId) : undefined,
      ),
    )
  tellSessionEnd(accountId, rule)
}
