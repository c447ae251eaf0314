/**
 * An account's second factor: whether signing in needs it, what it consists of, turning it on with
 * the first passkey or app and off with the last. Every change needs a recently entered password,
 * is audited and triggers a mail. Changing the password doesn't affect it. Recovery codes are for
 * people who lost their passkeys and their app: 80 random bits each, stored as digests, shown once,
 * each good for one sign-in.
 */

import { createHash } from 'node:crypto'
import { and, asc, count, eq, isNull, ne } from 'drizzle-orm'
import type { Role } from '#schema/contract/permission.ts'
import type { SecondFactor } from '#schema/contract/second-factor.ts'
import { hourSeconds } from '#schema/contract/time-spans.ts'
import { account } from '#schema/database/account.ts'
import {
  authenticatorApp,
  passkey,
  recoveryCode,
  secondStep,
} from '#schema/database/second-factor.ts'
import type { Config } from '#sync-server/config.ts'
import type { SecondFactorChange } from '#sync-server/email/email.ts'
import { newInviteCode, normalizeInviteCode } from '#sync-server/platform/crockford.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type AccountRow, requireAccount } from './account.ts'
import { endSessions } from './account-sessions.ts'
import { requireFreshPassword } from './recent-password.ts'

export async function readSecondFactor(
  _: unknown,
  { db, by, config }: Rule<SignedIn>,
): Promise<SecondFactor> {
  const owner = await requireAccount(db, by.accountId)
  const isRequired = mayNotGoWithout(owner, config)
  if (!owner.secondFactorSince) {
    return { passkeys: [], appSince: null, recoveryCodesLeft: 0, isRequired }
  }
  const passkeys = await db
    .select()
    .from(passkey)
    .where(eq(passkey.accountId, owner.id))
    .orderBy(asc(passkey.createdAt), asc(passkey.id))
  const [app] = await db
    .select({ createdAt: authenticatorApp.createdAt })
    .from(authenticatorApp)
    .where(eq(authenticatorApp.accountId, owner.id))
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    appSince: app?.createdAt.toISOString() ?? null,
    recoveryCodesLeft: await db.$count(recoveryCode, eq(recoveryCode.accountId, owner.id)),
    isRequired,
  }
}

/** Super admins must have a second factor, unless the operator turned that off. */
export function mayNotGoWithout({ role }: { role: Role }, config: Config): boolean {
  return role === 'super_admin' && config.superAdminSecondFactor
}

/** Locks the account and rate-limits changes. @throws Refusal password_needed, too_many */
export async function admitChange(rule: Rule<SignedIn>): Promise<AccountRow> {
  requireFreshPassword(rule)
  const { db, by, now } = rule
  const budget = { count: serverLimits.secondFactorChangesPerHour, windowSeconds: hourSeconds }
  const key = attemptKey('second factor change', by.accountId)
  const retryAfterSeconds = await spendBudget(db, key, budget, now)
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds })
  return lockAccount(by.accountId, rule)
}

async function lockAccount(accountId: string, { db }: Rule): Promise<AccountRow> {
  const [row] = await db
    .select()
    .from(account)
    .where(and(eq(account.id, accountId), isNull(account.withdrawnAt)))
    .for('update')
  return row ?? refuse('not_signed_in')
}

/**
 * Runs after a passkey or an app was added. The first one ends all other sessions.
 * @returns recovery codes to show once, if this is the first; otherwise null
 */
export async function turnOn(
  owner: AccountRow,
  added: { passkeyId: string | null },
  rule: Rule<SignedIn>,
): Promise<string[] | null> {
  if (owner.secondFactorSince) return null
  // Delete factors left over from when an operator turned this off; they must not come back.
  await rule.db
    .delete(passkey)
    .where(
      and(
        eq(passkey.accountId, owner.id),
        added.passkeyId === null ? undefined : ne(passkey.id, added.passkeyId),
      ),
    )
  if (added.passkeyId !== null) {
    await rule.db.delete(authenticatorApp).where(eq(authenticatorApp.accountId, owner.id))
  }
  await rule.db.update(account).set({ secondFactorSince: rule.now }).where(eq(account.id, owner.id))
  await endSessions({ accountId: owner.id, keptId: rule.by.sessionId }, rule)
  return replaceRecoveryCodes(owner.id, rule)
}

export async function renewRecoveryCodes(
  _: unknown,
  rule: Rule<SignedIn>,
): Promise<{ recoveryCodes: string[] }> {
  const owner = await admitChange(rule)
  if (!owner.secondFactorSince) refuse('not_found')
  const recoveryCodes = await replaceRecoveryCodes(owner.id, rule)
  await mailChange(owner, 'codesRenewed', rule)
  await rule.audit('auth.newRecoveryCodes', owner.id)
  return { recoveryCodes }
}

/**
 * Runs after a removal: other sessions end, and without any factor left signing in needs no second
 * step.
 */
export async function afterRemoval(owner: AccountRow, rule: Rule<SignedIn>): Promise<void> {
  const { db } = rule
  const [apps] = await db
    .select({ count: count() })
    .from(authenticatorApp)
    .where(eq(authenticatorApp.accountId, owner.id))
  const passkeys = await db.$count(passkey, eq(passkey.accountId, owner.id))
  if (passkeys + (apps?.count ?? 0) === 0) {
    if (mayNotGoWithout(owner, rule.config)) refuse('last_second_factor')
    await forgetSecondFactor(owner.id, rule)
  }
  await endSecondSteps(owner.id, rule)
  await endSessions({ accountId: owner.id, keptId: rule.by.sessionId }, rule)
}

export async function forgetSecondFactor(accountId: string, rule: Rule): Promise<void> {
  const { db } = rule
  await db.delete(passkey).where(eq(passkey.accountId, accountId))
  await db.delete(authenticatorApp).where(eq(authenticatorApp.accountId, accountId))
  await db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId))
  await endSecondSteps(accountId, rule)
  await db.update(account).set({ secondFactorSince: null }).where(eq(account.id, accountId))
}

/** Ends sign-ins in progress: their password or second factor has changed. */
export async function endSecondSteps(accountId: string, { db }: Rule): Promise<void> {
  await db.delete(secondStep).where(eq(secondStep.accountId, accountId))
}

export async function mailChange(
  owner: Pick<AccountRow, 'id' | 'email'>,
  change: SecondFactorChange,
  rule: Rule,
): Promise<void> {
  const fields = { change, resetUrl: `${rule.config.publicUrl}/forgot-password` }
  await rule.mail({
    recipient: owner.email,
    kind: 'secondFactorChanged',
    fields,
    subjectId: owner.id,
  })
}

/** Invalidates earlier codes. */
async function replaceRecoveryCodes(accountId: string, { db }: Rule): Promise<string[]> {
  const codes = Array.from({ length: serverLimits.recoveryCodes }, newInviteCode)
  await db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId))
  await db
    .insert(recoveryCode)
    .values(codes.map((code) => ({ accountId, codeHash: digestOf(code) })))
  return codes
}

/** Uses up a matching code. */
export async function takeRecoveryCode(
  accountId: string,
  typed: string,
  { db }: Rule,
): Promise<boolean> {
  const taken = await db
    .delete(recoveryCode)
    .where(
      and(
        eq(recoveryCode.accountId, accountId),
        eq(recoveryCode.codeHash, digestOf(normalizeInviteCode(typed))),
      ),
    )
    .returning({ accountId: recoveryCode.accountId })
  return taken.length > 0
}

function digestOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
