/**
 * Signing in and out. Known and unknown addresses cost the same statements and the same digest, and
 * get the same response.
 */
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { CallBody } from '#schema/contract/api.ts'
import { account } from '#schema/database/account.ts'
import { registration } from '#schema/database/registration.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { type AccountRow, findAccount } from './account.ts'
import {
  deviceOf,
  endSession,
  type KnownDevice,
  openSession,
  type SignInOutcome,
} from './account-sessions.ts'
import { mailCode, openFlow } from './code-flow.ts'
import { hashPassword, isOutdated, isPassword } from './password.ts'
import { askForSecondStep } from './second-step.ts'
import { type Admission, admitSignIn, forgiveSignIn, type Trying } from './sign-in-limit.ts'

const visitor = { kind: 'visitor' } as const

type Body = CallBody<'auth.login'>
type RegistrationRow = typeof registration.$inferSelect

/** The account or the unverified registration of an address. */
interface Found {
  owner: AccountRow | null
  registered: RegistrationRow | null
  admission: Admission
}

export async function signIn(
  { email, password, device }: Body & { device: KnownDevice | null },
  steps: Steps,
): Promise<SignInOutcome> {
  const { registered, admission, ...found } = await findPerson({ address: email, device }, steps)
  let owner = found.owner
  // If a concurrent sign-in replaced the digest, compare the password with the new one, once.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const digest = owner?.passwordHash ?? registered?.passwordHash ?? null
    if (!(await isPassword(password, digest, admission.devicesKey !== null))) break
    if (!owner) return askForCode(registered ?? refuse('login_failed'), admission, steps)
    const newHash = isOutdated(owner.passwordHash) ? await hashPassword(password) : null
    const opening = { owner, admission, newHash, device }
    const outcome = await steps.commit((rule) => admit(opening, rule))
    if (outcome) return outcome
    owner = await steps.commit(({ db }) => findAccount(db, email))
  }
  await steps.commit((rule) => auditFailure(owner, rule))
  return refuse('login_failed')
}

/** @throws Refusal too_many while the address or the network must back off */
async function findPerson({ address, device }: Trying, steps: Steps): Promise<Found> {
  const { waitSeconds, ...found } = await steps.commit(async (rule) => {
    const { db, now } = rule
    const owner = await findAccount(db, address)
    const [registered] = await db
      .select()
      .from(registration)
      .where(eq(registration.emailKey, emailKey(address)))
      .orderBy(desc(registration.createdAt))
      .limit(1)
    const known = deviceOf(owner, device)
    const { waitSeconds, admission } = await admitSignIn({ address, device: known }, rule)
    const alive = registered && registered.expiresAt > now ? registered : null
    return { owner, registered: alive, admission, waitSeconds }
  })
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
  return found
}

interface Opening {
  owner: AccountRow
  admission: Admission
  /** New digest, if the stored one has outdated parameters. */
  newHash: string | null
  device: KnownDevice | null
}

/**
 * The password was compared outside this transaction. Locks and re-reads the account: it may have
 * been closed, or got another password or a second factor, in between.
 * @returns null if the account's password digest has changed
 */
async function admit(
  { owner: seen, admission, newHash, device }: Opening,
  rule: Rule,
): Promise<SignInOutcome | null> {
  const [owner] = await rule.db
    .select()
    .from(account)
    .where(and(eq(account.id, seen.id), isNull(account.withdrawnAt)))
    .for('update')
  if (owner?.passwordHash !== seen.passwordHash) return null
  await forgiveSignIn(admission, rule)
  if (newHash) {
    await rule.db.update(account).set({ passwordHash: newHash }).where(eq(account.id, owner.id))
  }
  if (owner.secondFactorSince) return askForSecondStep(owner, rule)
  return openSession(owner, device, rule)
}

/** The password is right but the address is unverified: mails a new code, within its budget. */
async function askForCode(
  { id, email }: RegistrationRow,
  admission: Admission,
  steps: Steps,
): Promise<SignInOutcome> {
  const userId = await steps.commit(async (rule) => {
    await forgiveSignIn(admission, rule)
    const subject = { purpose: 'register', subjectId: id } as const
    const flowId = await openFlow({ ...subject, recipient: email }, rule)
    await mailCode({ flowId, ...subject, address: email, mail: 'code' }, rule)
    await rule.audit('auth.loginUnverified', id, { as: visitor, businessId: null })
    return flowId
  })
  return { answer: { requiresVerification: true, userId, user: null }, begun: null, device: null }
}

async function auditFailure(owner: AccountRow | null, { audit }: Rule): Promise<void> {
  const businessId = owner?.businessId ?? null
  await audit('auth.login', owner?.id ?? null, { as: visitor, businessId, refused: 'login_failed' })
}

/** No-op if the session has already ended. */
export async function signOut(_: unknown, rule: Rule): Promise<void> {
  if (rule.by.kind !== 'account') return
  await endSession(rule.by, rule)
  await rule.audit('auth.logout', rule.by.accountId)
}
