/**
 * Signing in and out. A known and an unknown address cost the same statements and the same digest;
 * tries are slowed per address and per network and never shut out for good: a person's own network
 * is counted apart from strangers' (trust-ux.md 3, 5).
 */
import { and, eq, gt } from 'drizzle-orm'
import type { CallAnswer, CallBody } from '#schema/contract/api.ts'
import { limits } from '#schema/contract/limits.ts'
import { account } from '#schema/database/account.ts'
import { session } from '#schema/database/session.ts'
import type { Actor, Origin, SignedIn } from '#sync-server/actor.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { newKey } from '#sync-server/id.ts'
import { emailKey } from '#sync-server/loyalty/email-key.ts'
import { refuse } from '#sync-server/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type AccountRow, findAccount } from './account.ts'
import {
  attemptKey,
  type BackOff,
  countFailure,
  forgetTries,
  pauseSeconds,
  tryWithBackOff,
} from './attempt.ts'
import { hashPassword, isOutdated, isPassword } from './password.ts'
import { type BegunSession, endSession } from './session.ts'

const dayMs = 86_400_000

const perAddress: BackOff = {
  freeTries: limits.loginFailuresBeforePause - 1,
  pauseSecondsFirst: limits.loginPauseSecondsFirst,
  pauseSecondsMax: limits.loginPauseSecondsMax,
  forgetSeconds: 86_400,
}
const perNetwork: BackOff = { ...perAddress, forgetSeconds: limits.loginPauseSecondsMax }

type Body = CallBody<'auth.login'>
type Answer = CallAnswer<'auth.login'>

export interface SignInOutcome {
  answer: Answer
  begun: BegunSession | null
}

export async function signIn(
  body: Body,
  actor: Actor,
  origin: Origin,
  server: Pick<Server, 'doors' | 'clock' | 'sessions'>,
): Promise<SignInOutcome> {
  const { found, addressKey, networkKey } = await admitTry(body.email, origin, server)
  const right = await isPassword(body.password, found?.passwordHash ?? null)
  const renewed = right && found && isOutdated(found.passwordHash)
  const newHash = renewed ? await hashPassword(body.password) : null

  const now = server.clock.now()
  const outcome = await server.doors.account(async (db) => {
    if (!right || !found) {
      await countFailure(db, networkKey, perNetwork, now)
      await auditTry(db, found, origin, now, true)
      return null
    }
    await forgetTries(db, addressKey)
    if (newHash) {
      await db.update(account).set({ passwordHash: newHash }).where(eq(account.id, found.id))
    }
    if (actor.kind === 'account') await endSession(db, actor, now)
    const begun = await server.sessions.begin(db, found, origin)
    await auditTry(db, found, origin, now, false)
    const user = { role: found.role }
    return { answer: { requiresVerification: false, userId: newKey(), user }, begun }
  })
  return outcome ?? refuse('login_failed')
}

/** @throws Refusal too_many while the address or the network is slowed */
async function admitTry(
  address: string,
  origin: Origin,
  server: Pick<Server, 'doors' | 'clock'>,
): Promise<{ found: AccountRow | null; addressKey: string; networkKey: string }> {
  const now = server.clock.now()
  const networkKey = attemptKey('login.network', origin.network)
  const { waitSeconds, ...admitted } = await server.doors.account(async (db) => {
    const found = await findAccount(db, address)
    const isKnown = await isKnownNetwork(db, found?.id ?? newKey(), origin, now)
    const addressKey = isKnown
      ? attemptKey('login.address', emailKey(address), origin.network)
      : attemptKey('login.address', emailKey(address))
    const networkPause = isKnown ? 0 : await pauseSeconds(db, [networkKey], now)
    const waitSeconds = networkPause || (await tryWithBackOff(db, addressKey, perAddress, now))
    return { found, addressKey, networkKey, waitSeconds }
  })
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
  return admitted
}

/** Whether this account has signed in from here lately: strangers cannot pause it here. */
async function isKnownNetwork(
  db: Transaction,
  accountId: string,
  origin: Origin,
  now: Date,
): Promise<boolean> {
  const [row] = await db
    .select({ id: session.id })
    .from(session)
    .where(
      and(
        eq(session.accountId, accountId),
        eq(session.network, origin.network),
        gt(session.createdAt, new Date(now.getTime() - limits.staffSessionDays * dayMs)),
      ),
    )
    .limit(1)
  return row !== undefined
}

async function auditTry(
  db: Transaction,
  found: AccountRow | null,
  origin: Origin,
  now: Date,
  failed: boolean,
): Promise<void> {
  await writeAudit(
    db,
    found && !failed ? actorOf(found) : { kind: 'visitor' },
    origin,
    {
      businessId: found?.businessId ?? null,
      act: 'auth.login',
      subjectId: found?.id ?? null,
      ...(failed && { refused: 'login_failed' as const }),
    },
    now,
  )
}

export async function signOut(
  actor: SignedIn,
  origin: Origin,
  server: Pick<Server, 'doors' | 'clock'>,
): Promise<void> {
  const now = server.clock.now()
  await server.doors.account(async (db) => {
    await endSession(db, actor, now)
    const { businessId, accountId } = actor
    await writeAudit(
      db,
      actor,
      origin,
      { businessId, act: 'auth.logout', subjectId: accountId },
      now,
    )
  })
}

/** An account as the actor of what it just did, before it has a session. */
export function actorOf(row: AccountRow): SignedIn {
  return {
    kind: 'account',
    accountId: row.id,
    sessionId: '',
    role: row.role,
    businessId: row.businessId,
    restrictedTo: null,
    elevatedUntil: null,
  }
}
