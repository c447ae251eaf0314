/**
 * Sessions. The cookie is a signed token with a random part; the database stores its digest and
 * decides on every call. A session stops working on sign-out, expiry, a password reset or the
 * withdrawal of its account.
 */
import { createHash } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import type { Role } from '#schema/contract/permission.ts'
import { dayMs, daySeconds, hourMs, minuteMs } from '#schema/contract/time-spans.ts'
import { account } from '#schema/database/account.ts'
import { session } from '#schema/database/session.ts'
import type { Doors, Statements } from '#sync-server/database/doors.ts'
import type { EndedSession, SignedIn } from '#sync-server/rule/actor.ts'
import type { Clock } from '#sync-server/rule/clock.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { nameDevice } from '#sync-server/rule/origin.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { isShortToken, makeShortToken, readToken, type Secrets } from '#sync-server/secret.ts'
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

export interface BegunSession {
  token: string
  /** Expiry of the cookie. */
  expiresAt: Date
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
      const signedIn = await readSession(doors.platformStatements, digestOf(token), now)
      if (signedIn === null || 'because' in signedIn) return signedIn
      const { hasSecondFactor, ...actor } = signedIn
      const mustSetUp = superAdminSecondFactor && actor.role === 'super_admin' && !hasSecondFactor
      return { ...actor, onlyOwnAccount: mustSetUp }
    },
  }
}

export async function beginSession(
  person: { id: string; role: Role; tillName?: string | null },
  { db, by, now, config }: Pick<Rule, 'db' | 'by' | 'now' | 'config'>,
): Promise<BegunSession> {
  const expiresAt = new Date(now.getTime() + lifetimeMs(person))
  const token = makeShortToken('session', config)
  await db.insert(session).values({
    id: newKey(),
    accountId: person.id,
    tokenHash: digestOf(token),
    device: nameDevice(by.userAgent),
    network: by.network,
    createdAt: now,
    lastSeenAt: now,
    expiresAt,
    elevatedUntil: person.role === 'super_admin' || person.tillName ? null : elevationFrom(now),
  })
  // The browser keeps the cookie for as long as its device may hold unsent work.
  const handInMs = person.role === 'super_admin' ? 0 : serverLimits.outboxSilentDays * dayMs
  return { token, expiresAt: new Date(expiresAt.getTime() + handInMs) }
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

/** Digests the whole token, so changing any character makes it a different token. */
function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function lifetimeMs({ role, tillName }: { role: Role; tillName?: string | null }): number {
  if (tillName) return serverLimits.tillSessionDays * dayMs
  return role === 'super_admin'
    ? serverLimits.superAdminSessionHours * hourMs
    : serverLimits.staffSessionDays * dayMs
}

export function elevationFrom(now: Date): Date {
  return new Date(now.getTime() + limits.elevationMinutes * minuteMs)
}
