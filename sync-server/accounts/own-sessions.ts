/** Lists your own sessions and ends them. */
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Session } from '#schema/contract/account.ts'
import { session } from '#schema/database/session.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { endSession, endSessions } from './end-session.ts'

export async function listSessions(
  _: unknown,
  { db, by, now }: Rule<SignedIn>,
): Promise<Session[]> {
  const rows = await db
    .select()
    .from(session)
    .where(
      and(eq(session.accountId, by.accountId), isNull(session.endedAt), gt(session.expiresAt, now)),
    )
    .orderBy(desc(session.lastSeenAt), desc(session.id))
    .limit(100)
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    current: row.id === by.sessionId,
  }))
}

export async function endOwnSession(
  { sessionId }: { sessionId: string },
  rule: Rule<SignedIn>,
): Promise<void> {
  const { accountId } = rule.by
  const because = sessionId === rule.by.sessionId ? {} : ({ because: 'revoked' } as const)
  const ended = await endSession({ accountId, sessionId, ...because }, rule)
  if (!ended) refuse('not_found')
  await rule.audit('auth.endSession', sessionId)
}

export async function endOtherSessions(_: unknown, rule: Rule<SignedIn>): Promise<void> {
  const { accountId, sessionId } = rule.by
  await endSessions({ accountId, keptId: sessionId, because: 'revoked' }, rule)
  await rule.audit('auth.endOtherSessions', accountId)
}
