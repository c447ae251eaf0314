/**
 * An account's sessions: every sign-in opens one and marks the device as known; the person lists
 * and ends them. No later call succeeds with an ended one; after the commit this process notifies
 * its open streams of that account.
 */
import { EventEmitter } from 'node:events'
import { and, desc, eq, gt, isNull, ne, or } from 'drizzle-orm'
import type { Session } from '#schema/contract/account.ts'
import type { CallAnswer } from '#schema/contract/api.ts'
import { limits } from '#schema/contract/limits.ts'
import type { Role } from '#schema/contract/permission.ts'
import { dayMs, hourMs, minuteMs } from '#schema/contract/time-spans.ts'
import { session } from '#schema/database/session.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { nameDevice } from '#sync-server/rule/origin.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { digestToken, makeShortToken, readToken, signToken } from '#sync-server/secret.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type AccountRow, actorOf } from './account.ts'

export interface KnownDevice {
  id: string
  /** The account whose tries it counts separately; it has no effect for other accounts. */
  accountId: string
  knownSince: Date
}

export interface CookieToken {
  token: string
  /** Expiry of the cookie. */
  expiresAt: Date
}

type Signing = Pick<Rule, 'config' | 'now'>

/**
 * @param known the device's earlier token, if any; its id is kept, so its attempt counter carries
 * over
 */
export async function issueDeviceToken(
  accountId: string,
  known: KnownDevice | null,
  { config, now }: Signing,
): Promise<CookieToken> {
  const expiresAt = new Date(now.getTime() + serverLimits.knownDeviceDays * dayMs)
  const id = known?.id ?? newKey()
  const more = { knownSinceMs: now.getTime() }
  const claims = { id, subject: accountId, issuedAt: now, expiresAt, more }
  const token = await signToken('device', claims, config)
  return { token, expiresAt }
}

/** @returns null for a token that is foreign, malformed or expired */
export async function readDeviceToken(
  token: string,
  { config, now }: Signing,
): Promise<KnownDevice | null> {
  const payload = await readToken('device', token, { now, secrets: config })
  if (!payload?.jti || !payload.sub || typeof payload.knownSinceMs !== 'number') return null
  return { id: payload.jti, accountId: payload.sub, knownSince: new Date(payload.knownSinceMs) }
}

/** @returns the device, if it is known to this account and hasn't been made unknown since */
export function deviceOf(
  owner: Pick<AccountRow, 'id' | 'devicesKnownSince'> | null,
  device: KnownDevice | null,
): KnownDevice | null {
  if (!owner || device?.accountId !== owner.id) return null
  return owner.devicesKnownSince && device.knownSince < owner.devicesKnownSince ? null : device
}

export interface SignInOutcome {
  answer: CallAnswer<'auth.login'>
  begun: CookieToken | null
  /** Token that makes this device known to the account; null to leave the cookie alone. */
  device: CookieToken | null
}

/** Ends the session that the request's cookie named, if any. */
export async function openSession(
  owner: AccountRow,
  device: KnownDevice | null,
  rule: Rule,
): Promise<SignInOutcome> {
  if (rule.by.kind === 'account') await endSession(rule.by, rule)
  const { businessId } = owner
  await rule.audit('auth.login', owner.id, { as: actorOf(owner), businessId })
  const user = { role: owner.role }
  return {
    answer: { requiresVerification: false, userId: newKey(), user },
    begun: await beginSession(owner, rule),
    device: await issueDeviceToken(owner.id, deviceOf(owner, device), rule),
  }
}

export async function beginSession(
  person: { id: string; role: Role; tillName?: string | null },
  { db, by, now, config }: Pick<Rule, 'db' | 'by' | 'now' | 'config'>,
): Promise<CookieToken> {
  const expiresAt = new Date(now.getTime() + lifetimeMs(person))
  const token = makeShortToken('session', config)
  await db.insert(session).values({
    id: newKey(),
    accountId: person.id,
    tokenHash: digestToken(token),
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

function lifetimeMs({ role, tillName }: { role: Role; tillName?: string | null }): number {
  if (tillName) return serverLimits.tillSessionDays * dayMs
  return role === 'super_admin'
    ? serverLimits.superAdminSessionHours * hourMs
    : serverLimits.staffSessionDays * dayMs
}

export function elevationFrom(now: Date): Date {
  return new Date(now.getTime() + limits.elevationMinutes * minuteMs)
}

const listeners = new EventEmitter().setMaxListeners(0)

/** @returns a function that stops listening */
export function onSessionEnd(accountId: string, heard: () => void): () => void {
  listeners.on(accountId, heard)
  return () => listeners.off(accountId, heard)
}

/** Notifies after the commit, so a listener that reads again sees the new state. */
export function tellSessionEnd(accountId: string, { afterCommit }: Rule): void {
  afterCommit(() => listeners.emit(accountId))
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
    .limit(serverLimits.sessionsShown)
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
