/**
 * Reads the session of a call. The cookie is a signed token with a random part; the database stores
 * its digest and decides on every call. A session stops working on sign-out, expiry, a password
 * reset or the withdrawal of its account.
 */
import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import { dayMs, daySeconds, minuteMs } from '#schema/contract/time-spans.ts'
import { account } from '#schema/database/account.ts'
import { session } from '#schema/database/session.ts'
import type { Doors, Statements } from '#sync-server/database/doors.ts'
import type { EndedSession, SignedIn } from '#sync-server/rule/actor.ts'
import type { Clock } from '#sync-server/rule/parts.ts'
import { digestToken, isShortToken, readToken, type Secrets } from '#sync-server/secret.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export interface Sessions {
  /** True if the cookie carries `__Host-` and `Secure`. */
  readonly secureCookies: boolean
  /**
   * @returns the signed-in account; the session if it ended for good, so that its device learns of
   * it; null for any other token that is foreign or no longer live
   */
  read(token: string): Promise<SignedIn | EndedSession | null>
}

interface SessionOptions {
  doors: Pick<Doors, 'platformStatements'>
  clock: Clock
  secrets: Secrets
  secureCookies: boolean
  /** Restricts super admins without a second factor to their own account. */
  superAdminSecondFactor: boolean
}

/** Minimum age of "last seen" before it is updated. */
const seenEveryMs = minuteMs

/**
 * The token outlives the session, so that a device learns later that the session ended for good; the
 * database decides when it ends.
 */
const lateSeconds = serverLimits.outboxSilentDays * daySeconds

export function createSessions(options: SessionOptions): Sessions {
  const { doors, clock, secrets, secureCookies, superAdminSecondFactor } = options
  return {
    secureCookies,

    async read(token) {
      const now = clock.now()
      const isOurs =
        isShortToken('session', token, secrets) ||
        // Earlier releases signed the end of the session too.
        (await readToken('session', token, { now, secrets, lateSeconds }))
      if (!isOurs) return null
      const signedIn = await readSession(doors.platformStatements, digestToken(token), now)
      if (signedIn === null || 'because' in signedIn) return signedIn
      const { hasSecondFactor, ...actor } = signedIn
      const mustSetUp = superAdminSecondFactor && actor.role === 'super_admin' && !hasSecondFactor
      return { ...actor, onlyOwnAccount: mustSetUp }
    },
  }
}

async function readSession(
  db: Statements,
  tokenHash: string,
  now: Date,
): Promise<(SignedIn & { hasSecondFactor: boolean }) | EndedSession | null> {
  const [row] = await db
    .select({
      id: session.id,
      lastSeenAt: session.lastSeenAt,
      elevatedUntil: session.elevatedUntil,
      endedAt: session.endedAt,
      endedBecause: session.endedBecause,
      accountId: account.id,
      role: account.role,
      businessId: account.businessId,
      tillName: account.tillName,
      withdrawnAt: account.withdrawnAt,
      secondFactorSince: account.secondFactorSince,
    })
    .from(session)
    .innerJoin(account, eq(account.id, session.accountId))
    .where(
      and(
        eq(session.tokenHash, tokenHash),
        or(isNull(session.endedAt), isNotNull(session.endedBecause)),
        or(
          gt(session.expiresAt, now),
          // The device may return late, after up to the time for which an outbox may be silent.
          and(
            or(isNotNull(account.withdrawnAt), eq(session.endedBecause, 'revoked')),
            gt(session.expiresAt, handInSince(now)),
          ),
        ),
      ),
    )
  if (!row) return null
  const { accountId, businessId, id: sessionId } = row
  const isRevoked = row.endedBecause === 'revoked'
  if (isRevoked || row.withdrawnAt) {
    const because = isRevoked ? 'device_revoked' : 'account_closed'
    return { accountId, businessId, sessionId, because }
  }
  if (row.endedAt) return null
  const unseenMs = now.getTime() - row.lastSeenAt.getTime()
  if (row.role === 'super_admin' && unseenMs > serverLimits.superAdminIdleMinutes * minuteMs)
    return null
  if (unseenMs > seenEveryMs) {
    await db.update(session).set({ lastSeenAt: now }).where(eq(session.id, row.id))
  }
  return {
    kind: 'account',
    accountId,
    sessionId,
    role: row.role,
    businessId,
    isTill: row.tillName !== null,
    onlyOwnAccount: false,
    elevatedUntil: row.elevatedUntil,
    hasSecondFactor: row.secondFactorSince !== null,
  }
}

function handInSince(now: Date): Date {
  return new Date(now.getTime() - serverLimits.outboxSilentDays * dayMs)
}
