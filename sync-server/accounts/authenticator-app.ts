/**
 * Authenticator apps (TOTP, RFC 6238). The secret is stored encrypted with a server key and bound
 * to its account. A code is valid once, for its own time step or an adjacent one. A new app
 * replaces the previous one after its first correct code; until then only the client holds its
 * sealed secret.
 */
import { and, eq, lt } from 'drizzle-orm'
import { compactDecrypt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import type { CallAnswer, CallBody } from '#schema/contract/api.ts'
import { daySeconds, minuteMs } from '#schema/contract/time-spans.ts'
import { authenticatorApp } from '#schema/database/second-factor.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { attemptKey, type Budget, giveBack, spendBudget } from '#sync-server/rule/attempts.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { deriveKey, deriveKeys } from '#sync-server/secret.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { requireAccount } from './account.ts'
import { onlyDirect, seal } from './pin.ts'
import { requireFreshPassword } from './recent-password.ts'
import { admitChange, afterRemoval, mailChange, turnOn } from './second-factor.ts'

const issuer = 'Regulars'
const stepMs = 30_000
const wrongCodes: Budget = {
  count: serverLimits.appCodeFailuresPerWeek,
  windowSeconds: 7 * daySeconds,
}

interface Sealed {
  accountId: string
  secret: string
  /** Deadline for confirming the app; null once it is confirmed. */
  setUpUntil: string | null
}

export async function beginApp(
  _: unknown,
  rule: Rule<SignedIn>,
): Promise<CallAnswer<'auth.beginApp'>> {
  requireFreshPassword(rule)
  const { id, email } = await requireAccount(rule.db, rule.by.accountId)
  const secret = new Secret({ size: serverLimits.appSecretBytes })
  const setUpUntil = new Date(
    rule.now.getTime() + serverLimits.secondStepMinutes * minuteMs,
  ).toISOString()
  const sealed = { accountId: id, secret: secret.base32, setUpUntil }
  return {
    secret: secret.base32,
    address: new TOTP({ issuer, label: email, secret }).toString(),
    setup: await sealSecret(sealed, rule),
  }
}

export async function confirmApp(
  { setup, code }: CallBody<'auth.confirmApp'>,
  rule: Rule<SignedIn>,
): Promise<CallAnswer<'auth.confirmApp'>> {
  const owner = await admitChange(rule)
  const sealed = await openSealed(setup, rule)
  if (sealed?.accountId !== owner.id || !isInTime(sealed, rule)) refuse('setup_expired')
  const step = stepOf(code, sealed.secret, rule)
  if (step === null) refuse('app_code_wrong')
  const { db, now } = rule
  const sealedSecret = await sealSecret({ ...sealed, setUpUntil: null }, rule)
  const kept = { sealedSecret, createdAt: now, lastStep: step }
  await db
    .insert(authenticatorApp)
    .values({ accountId: owner.id, ...kept })
    .onConflictDoUpdate({ target: authenticatorApp.accountId, set: kept })
  const recoveryCodes = await turnOn(owner, { passkeyId: null }, rule)
  await mailChange(owner, 'appAdded', rule)
  await rule.audit('auth.confirmApp', owner.id)
  return { recoveryCodes }
}

export async function removeApp(_: unknown, rule: Rule<SignedIn>): Promise<void> {
  const owner = await admitChange(rule)
  const removed = await rule.db
    .delete(authenticatorApp)
    .where(eq(authenticatorApp.accountId, owner.id))
    .returning({ accountId: authenticatorApp.accountId })
  if (removed.length === 0) refuse('not_found')
  await afterRemoval(owner, rule)
  await mailChange(owner, 'appRemoved', rule)
  await rule.audit('auth.removeApp', owner.id)
}

/** Accepts each time step once. After too many wrong codes in a week it rejects every code. */
export async function takeAppCode(accountId: string, code: string, rule: Rule): Promise<boolean> {
  const { db, now } = rule
  const week = attemptKey('second step week', accountId)
  if ((await spendBudget(db, week, wrongCodes, now)) > 0) return false
  const [app] = await db
    .select({ sealedSecret: authenticatorApp.sealedSecret })
    .from(authenticatorApp)
    .where(eq(authenticatorApp.accountId, accountId))
  const sealed = app && (await openSealed(app.sealedSecret, rule))
  if (sealed?.accountId !== accountId || sealed.setUpUntil !== null) return false
  const step = stepOf(code, sealed.secret, rule)
  if (step === null) return false
  const taken = await db
    .update(authenticatorApp)
    .set({ lastStep: step })
    .where(and(eq(authenticatorApp.accountId, accountId), lt(authenticatorApp.lastStep, step)))
    .returning({ accountId: authenticatorApp.accountId })
  if (taken.length === 0) return false
  await giveBack(db, week)
  return true
}

/** @returns the time step that the code belongs to */
function stepOf(code: string, secret: string, { now }: Rule): number | null {
  const delta = TOTP.validate({
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp: now.getTime(),
    window: serverLimits.appCodeSteps,
  })
  return delta === null ? null : Math.floor(now.getTime() / stepMs) + delta
}

function isInTime({ setUpUntil }: Sealed, { now }: Rule): boolean {
  return setUpUntil !== null && new Date(setUpUntil) > now
}

function sealSecret(sealed: Sealed, { config }: Rule): Promise<string> {
  const key = deriveKey(config.sessionSecret, 'authenticator app')
  return seal(Buffer.from(JSON.stringify(sealed)), key)
}

/** @returns null if the text isn't ours or was sealed with a secret older than the last two */
async function openSealed(text: string, { config }: Rule): Promise<Sealed | null> {
  for (const key of deriveKeys(config, 'authenticator app')) {
    try {
      const { plaintext } = await compactDecrypt(text, key, onlyDirect)
      return JSON.parse(new TextDecoder().decode(plaintext)) as Sealed
    } catch {
      // Try the next key.
    }
  }
  return null
}
