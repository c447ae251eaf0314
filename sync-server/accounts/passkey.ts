/**
 * Passkeys (WebAuthn): added in a session with a recently entered password, used as the second step
 * of signing in. Each challenge belongs to one session or one sign-in and is used up by the first
 * answer, right or wrong.
 */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server'
import { and, eq, isNull } from 'drizzle-orm'
import type { CallAnswer, CallBody } from '#schema/contract/api.ts'
import type { MadePasskey, UsedPasskey } from '#schema/contract/second-factor.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { passkey, secondStep } from '#schema/database/second-factor.ts'
import type { Config } from '#sync-server/config.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { requireAccount } from './account.ts'
import { requireFreshPassword } from './recent-password.ts'
import { admitChange, afterRemoval, mailChange, turnOn } from './second-factor.ts'

/** Loaded on demand: it takes a second to load, and most runs never need it. */
const webAuthn = () => import('@simplewebauthn/server')
type PasskeyRow = typeof passkey.$inferSelect

export async function offerPasskey(
  _: unknown,
  rule: Rule<SignedIn>,
): Promise<CallAnswer<'auth.passkeyOptions'>> {
  requireFreshPassword(rule)
  const { db, by, now, config } = rule
  const owner = await requireAccount(db, by.accountId)
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Regulars',
    rpID: rpIdOf(config),
    userID: Uint8Array.from(Buffer.from(owner.id)),
    userName: owner.email,
    userDisplayName: `${owner.firstName} ${owner.lastName}`,
    attestationType: 'none',
    excludeCredentials: (await passkeysOf(owner.id, rule)).map(toDescriptor),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    timeout: serverLimits.passkeyMinutes * minuteMs,
  })
  await db.delete(secondStep).where(eq(secondStep.sessionId, by.sessionId))
  await db.insert(secondStep).values({
    id: newKey(),
    accountId: owner.id,
    sessionId: by.sessionId,
    challenge: options.challenge,
    createdAt: now,
    expiresAt: new Date(now.getTime() + serverLimits.passkeyMinutes * minuteMs),
  })
  return { ...options }
}

export async function addPasskey(
  { name, passkey: made }: CallBody<'auth.addPasskey'>,
  steps: Steps<SignedIn>,
): Promise<CallAnswer<'auth.addPasskey'>> {
  const challenge = await steps.commit((rule) => takeChallenge(rule))
  const credential = await readCredential(made, challenge, steps)
  if (!credential) refuse('passkey_unreadable')
  return steps.commit(async (rule) => {
    const owner = await admitChange(rule)
    if ((await passkeysOf(owner.id, rule)).length >= serverLimits.passkeysPerAccount) {
      refuse('too_many_passkeys')
    }
    const added = await rule.db
      .insert(passkey)
      .values({
        id: newId(),
        accountId: owner.id,
        credentialId: credential.id,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: made.response.transports ?? [],
        name,
        createdAt: rule.now,
      })
      .onConflictDoNothing()
      .returning({ id: passkey.id })
    const passkeyId = added[0]?.id ?? refuse('passkey_unreadable')
    const recoveryCodes = await turnOn(owner, { passkeyId }, rule)
    await mailChange(owner, 'passkeyAdded', rule)
    await rule.audit('auth.addPasskey', passkeyId)
    return { recoveryCodes }
  })
}

/** Commits before the answer is checked, so a wrong answer uses up the challenge too. */
async function takeChallenge(rule: Rule<SignedIn>): Promise<string | null> {
  requireFreshPassword(rule)
  const [step] = await rule.db
    .delete(secondStep)
    .where(eq(secondStep.sessionId, rule.by.sessionId))
    .returning()
  return step && step.expiresAt > rule.now ? step.challenge : null
}

async function readCredential(
  made: MadePasskey,
  challenge: string | null,
  { config }: Steps,
): Promise<WebAuthnCredential | null> {
  if (challenge === null) return null
  const { verifyRegistrationResponse } = await webAuthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: made as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: config.publicUrl,
      expectedRPID: rpIdOf(config),
      requireUserVerification: false,
    })
    return registrationInfo?.credential ?? null
  } catch {
    // Any failure to verify the authenticator's response means that it isn't a passkey.
    return null
  }
}

export async function renamePasskey(
  { passkeyId, name }: { passkeyId: string; name: string },
  rule: Rule<SignedIn>,
): Promise<void> {
  const renamed = await rule.db
    .update(passkey)
    .set({ name })
    .where(isOwn(passkeyId, rule))
    .returning({ id: passkey.id })
  if (renamed.length === 0) refuse('not_found')
  await rule.audit('auth.renamePasskey', passkeyId)
}

export async function removePasskey(
  { passkeyId }: { passkeyId: string },
  rule: Rule<SignedIn>,
): Promise<void> {
  const owner = await admitChange(rule)
  const removed = await rule.db
    .delete(passkey)
    .where(isOwn(passkeyId, rule))
    .returning({ id: passkey.id })
  if (removed.length === 0) refuse('not_found')
  await afterRemoval(owner, rule)
  await mailChange(owner, 'passkeyRemoved', rule)
  await rule.audit('auth.removePasskey', passkeyId)
}

/** @returns the options for the browser's passkey prompt; stores the challenge with the sign-in */
export async function challengePasskey(
  step: { id: string; accountId: string },
  rule: Rule,
): Promise<CallAnswer<'auth.secondStepOptions'>> {
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(rule.config),
    allowCredentials: (await passkeysOf(step.accountId, rule)).map(toDescriptor),
    userVerification: 'preferred',
    timeout: serverLimits.passkeyMinutes * minuteMs,
  })
  await rule.db
    .update(secondStep)
    .set({ challenge: options.challenge })
    .where(and(eq(secondStep.id, step.id), isNull(secondStep.sessionId)))
  return { ...options }
}

export async function isProvedByPasskey(
  { accountId, challenge }: { accountId: string; challenge: string | null },
  used: UsedPasskey,
  rule: Rule,
): Promise<boolean> {
  const { db, now, config } = rule
  const known = (await passkeysOf(accountId, rule)).find((row) => row.credentialId === used.id)
  if (!known || challenge === null) return false
  const { verifyAuthenticationResponse } = await webAuthn()
  const proof = await verifyAuthenticationResponse({
    response: used as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: config.publicUrl,
    expectedRPID: rpIdOf(config),
    requireUserVerification: false,
    credential: {
      id: known.credentialId,
      publicKey: Uint8Array.from(known.publicKey),
      counter: known.counter,
    },
  }).catch(() => null)
  if (!proof?.verified) return false
  await db
    .update(passkey)
    .set({ counter: proof.authenticationInfo.newCounter, lastUsedAt: now })
    .where(eq(passkey.id, known.id))
  return true
}

/** Passkeys are bound to the host of PUBLIC_URL. */
function rpIdOf({ publicUrl }: Config): string {
  return new URL(publicUrl).hostname
}

export function passkeysOf(accountId: string, { db }: Rule): Promise<PasskeyRow[]> {
  return db.select().from(passkey).where(eq(passkey.accountId, accountId))
}

function toDescriptor({ credentialId, transports }: PasskeyRow) {
  return { id: credentialId, transports: transports as AuthenticatorTransport[] }
}

function isOwn(passkeyId: string, { by }: Rule<SignedIn>) {
  return and(eq(passkey.id, passkeyId), eq(passkey.accountId, by.accountId))
}
