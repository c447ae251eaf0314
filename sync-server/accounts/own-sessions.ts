/** The list of one's own sessions, and ending them. */
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Session } from '#schema/contract/account.ts'
import { session } from '#schema/database/session.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { endSession, endSessions } from './end-session.ts'

type Parts = Pick<Server, 'doors' | 'clock'>

export async function listSessions(actor: SignedIn, { doors, clock }: Parts): Promise<Session[]> {
  const rows = await doors.account((db) =>
    db
      .select()
      .from(session)
      .where(
        and(
          eq(session.accountId, actor.accountId),
          isNull(session.endedAt),
          gt(session.expiresAt, clock.now()),
        ),
      )
      .orderBy(desc(session.lastSeenAt), desc(session.id))
      .limit(100),
  )
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    current: row.id === actor.sessionId,
  }))
}

export async function endOwnSession(
  sessionId: string,
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Parts,
): Promise<void> {
  const { accountId, businessId } = actor
  await doors.account(async (db) => {
    const ended = await endSession(db, { accountId, sessionId }, clock.now())
    if (!ended) refuse('not_found')
    const entry = { businessId, act: 'auth.endSession', subjectId: sessionId }
    await writeAudit(db, actor, origin, entry, clock.now())
  })
}

export async function endOtherSessions(
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Parts,
): Promise<void> {
  const { accountId, sessionId, businessId } = actor
  await doors.account(async (db) => {
    await endSessions(db, accountId, clock.now(), sessionId)
    const entry = { businessId, act: 'auth.endOtherSessions', subjectId: accountId }
    await writeAudit(db, actor, origin, entry, clock.now())
  })
}
