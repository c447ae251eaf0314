/**
 * Signing in and out. A known and an unknown address cost the same statements and the same digest,
 * and are answered alike (trust-ux.md 3).
 */
import { desc, eq } from 'drizzle-orm'
import type { CallAnswer, CallBody } from '#schema/contract/api.ts'
import { account } from '#schema/database/account.ts'
import { registration } from '#schema/database/registration.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { Actor, Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type AccountRow, actorOf, findAccount } from './account.ts'
import { mailCode } from './code-mail.ts'
import { endSession } from './end-session.ts'
import { openFlow } from './flow.ts'
import { type DeviceToken, issueDeviceToken, type KnownDevice } from './known-device.ts'
import { hashPassword, isOutdated, isPassword } from './password.ts'
import type { BegunSession } from './session.ts'
import { type Admission, admitSignIn, forgiveSignIn } from './sign-in-limit.ts'

type Body = CallBody<'auth.login'>
type RegistrationRow = typeof registration.$inferSelect
type Signing = Pick<Server, 'doors' | 'clock' | 'sessions' | 'config'>

export interface SignInOutcome {
  answer: CallAnswer<'auth.login'>
  begun: BegunSession | null
  /** For this device to be known to the account from now on. */
  device: DeviceToken | null
}

/** Who an address belongs to: an account, or somebody who has yet to prove it. */
interface Found {
  owner: AccountRow | null
  registered: RegistrationRow | null
  admission: Admission
}

export async function signIn(
  body: Body,
  actor: Actor,
  device: KnownDevice | null,
  origin: Origin,
  server: Signing,
): Promise<SignInOutcome> {
  const found = await findPerson(body.email, device, origin, server)
  const { owner, registered, admission } = found
  const digest = owner?.passwordHash ?? registered?.passwordHash ?? null
  if (!(await isPassword(body.password, digest))) {
    await server.doors.account((db) => auditSignIn(db, owner, origin, server.clock.now(), 'failed'))
    refuse('login_failed')
  }
  if (owner) return openSession(owner, admission, body.password, actor, origin, server)
  return askForCode(registered ?? refuse('login_failed'), admission, origin, server)
}

/** @throws Refusal too_many while the address or the network is slowed */
async function findPerson(
  address: string,
  device: KnownDevice | null,
  origin: Origin,
  server: Signing,
): Promise<Found> {
  const now = server.clock.now()
  const { waitSeconds, ...found } = await server.doors.account(async (db) => {
    const owner = await findAccount(db, address)
    const [registered] = await db
      .select()
      .from(registration)
      .where(eq(registration.emailKey, emailKey(address)))
      .orderBy(desc(registration.createdAt))
      .limit(1)
    const known = owner && device?.accountId === owner.id ? device : null
    const { waitSeconds, admission } = await admitSignIn(db, address, known, origin, now)
    const alive = registered && registered.expiresAt > now ? registered : null
    return { owner, registered: alive, admission, waitSeconds }
  })
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
  return found
}

async function openSession(
  owner: AccountRow,
  admission: Admission,
  password: string,
  actor: Actor,
  origin: Origin,
  server: Signing,
): Promise<SignInOutcome> {
  const newHash = isOutdated(owner.passwordHash) ? await hashPassword(password) : null
  const begun = await server.doors.account(async (db) => {
    const now = server.clock.now()
    await forgiveSignIn(db, admission)
    if (newHash) {
      await db.update(account).set({ passwordHash: newHash }).where(eq(account.id, owner.id))
    }
    if (actor.kind === 'account') await endSession(db, actor, now)
    await auditSignIn(db, owner, origin, now, 'done')
    return server.sessions.begin(db, owner, origin)
  })
  const user = { role: owner.role }
  const device = await issueDeviceToken(owner.id, server)
  return { answer: { requiresVerification: false, userId: newKey(), user }, begun, device }
}

/** The password is right and the address unproved: a new code goes there, within its budget. */
async function askForCode(
  { id, email }: RegistrationRow,
  admission: Admission,
  origin: Origin,
  server: Signing,
): Promise<SignInOutcome> {
  const now = server.clock.now()
  const userId = await server.doors.account(async (db) => {
    await forgiveSignIn(db, admission)
    const subject = { purpose: 'register', subjectId: id } as const
    const flowId = await openFlow(db, subject, email, now)
    await mailCode(db, { flowId, ...subject, address: email, mail: 'code' }, server)
    const entry = { businessId: null, act: 'auth.loginUnverified', subjectId: id }
    await writeAudit(db, { kind: 'visitor' }, origin, entry, now)
    return flowId
  })
  return { answer: { requiresVerification: true, userId, user: null }, begun: null, device: null }
}

async function auditSignIn(
  db: Transaction,
  owner: AccountRow | null,
  origin: Origin,
  now: Date,
  outcome: 'done' | 'failed',
): Promise<void> {
  const failed = outcome === 'failed'
  const actor: Actor = owner && !failed ? actorOf(owner) : { kind: 'visitor' }
  const entry = {
    businessId: owner?.businessId ?? null,
    act: 'auth.login',
    subjectId: owner?.id ?? null,
    ...(failed && { refused: 'login_failed' as const }),
  }
  await writeAudit(db, actor, origin, entry, now)
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
    const entry = { businessId, act: 'auth.logout', subjectId: accountId }
    await writeAudit(db, actor, origin, entry, now)
  })
}
