/**
 * Signing in and out. Known and unknown addresses cost the same statements and the same digest, and
 * get the same response. Wrong passwords slow down further tries
 * (docs/decisions/0006-counted-tries-in-our-own-table.md).
 */
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { CallBody } from '#schema/contract/api.ts'
import { daySeconds } from '#schema/contract/time-spans.ts'
import { account } from '#schema/database/account.ts'
import { registration } from '#schema/database/registration.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import {
  attemptKey,
  type BackOff,
  type Budget,
  forgetTries,
  giveBack,
  loginBackOff,
  spendBudget,
  tryWithBackOff,
} from '#sync-server/rule/attempts.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { type Origin, wideNetworkOf } from '#sync-server/rule/origin.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
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

const perNetwork: BackOff = { ...loginBackOff, forgetSeconds: serverLimits.loginPauseSecondsMax }

const perWideNetwork: BackOff = {
  ...perNetwork,
  freeTries: serverLimits.wideNetworkFactor * perNetwork.freeTries,
}
const perDevices: Budget = {
  count: serverLimits.knownDeviceFailuresPerDay,
  windowSeconds: daySeconds,
}

interface Admission {
  addressKey: string
  /** Shared by all known devices of the account; null when the try comes from none. */
  devicesKey: string | null
  /** Empty for a known device, whose network doesn't count. */
  networkKeys: string[]
}

interface Trying {
  address: string
  /** The device of the try, if it is known to this address's account. */
  device: KnownDevice | null
}

async function admitSignIn(
  { address, device: known }: Trying,
  { db, by, now }: Rule,
): Promise<{ waitSeconds: number; admission: Admission }> {
  const devicesKey = known && devicesKeyOf(known)
  const overMany = devicesKey ? await spendBudget(db, devicesKey, perDevices, now) : 0
  const device = overMany > 0 ? null : known
  const addressKey = addressKeyOf(address, device)
  const networks = device ? [] : networksOf(by)
  const networkKeys = networks.map(([key]) => key)
  const admission = { addressKey, devicesKey: device && devicesKey, networkKeys }
  const counted: string[] = admission.devicesKey ? [admission.devicesKey] : []
  for (const [key, rule] of [...networks, [addressKey, loginBackOff] as const]) {
    const waitSeconds = await tryWithBackOff(db, key, rule, now)
    if (waitSeconds > 0) {
      // The try isn't made, so give back what was already counted.
      for (const earlier of counted) await giveBack(db, earlier)
      return { waitSeconds, admission }
    }
    counted.push(key)
  }
  return { waitSeconds: 0, admission }
}

async function forgiveSignIn(
  { addressKey, devicesKey, networkKeys }: Admission,
  { db }: Rule,
): Promise<void> {
  // Same lock order as when counting: another try of the same person may be running.
  if (devicesKey) await giveBack(db, devicesKey)
  for (const key of networkKeys) await giveBack(db, key)
  await forgetTries(db, addressKey)
}

/**
 * After a reset the new password works at once, even from the network and device whose wrong
 * guesses caused the reset.
 */
export async function forgiveReset({ address, device }: Trying, { db, by }: Rule): Promise<void> {
  if (device) await forgetTries(db, devicesKeyOf(device))
  for (const [key] of networksOf(by)) await forgetTries(db, key)
  if (device) await forgetTries(db, addressKeyOf(address, device))
  await forgiveAddress(db, address)
}

export async function forgiveAddress(db: Transaction, address: string): Promise<void> {
  await forgetTries(db, addressKeyOf(address, null))
}

function addressKeyOf(address: string, device: KnownDevice | null): string {
  return attemptKey('login.address', emailKey(address), ...(device ? [device.id] : []))
}

function devicesKeyOf({ accountId }: KnownDevice): string {
  return attemptKey('login.devices', accountId)
}

function networksOf({ network }: Origin): [string, BackOff][] {
  const wide = wideNetworkOf(network)
  return [
    [attemptKey('login.network', network), perNetwork],
    ...(wide ? [[attemptKey('login.network', wide), perWideNetwork] as [string, BackOff]] : []),
  ]
}
