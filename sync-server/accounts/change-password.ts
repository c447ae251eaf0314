/**
 * Changing your password while signed in. Requires the current password, rate-limited like every
 * other password check. Ends all other sessions and makes every known device unknown again.
 */
import { eq } from 'drizzle-orm'
import type { CallBody } from '#schema/contract/api.ts'
import { account } from '#schema/database/account.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { type CookieToken, endSessions, issueDeviceToken } from './account-sessions.ts'
import { forgetEmailChange } from './change-email.ts'
import { endCodes } from './one-time-code.ts'
import { hashPassword, refuseGuessable } from './password.ts'
import { requireOwnPassword } from './recent-password.ts'
import { endResetLinks } from './reset-link.ts'
import { endSecondSteps } from './second-factor.ts'

/** @returns the token that makes this device known again */
export async function changePassword(
  { currentPassword, newPassword }: CallBody<'auth.changePassword'>,
  steps: Steps<SignedIn>,
): Promise<CookieToken> {
  refuseGuessable(newPassword, 'newPassword')
  await requireOwnPassword(currentPassword, steps)
  const passwordHash = await hashPassword(newPassword)
  return steps.commit(async (rule) => {
    const { accountId, sessionId } = rule.by
    await replacePassword(accountId, passwordHash, sessionId, rule)
    await rule.audit('auth.changePassword', accountId)
    return issueDeviceToken(accountId, null, rule)
  })
}

/** @param keptId the session to keep; null after a reset */
export async function replacePassword(
  accountId: string,
  passwordHash: string,
  keptId: string | null,
  rule: Rule,
): Promise<void> {
  const [row] = await rule.db
    .update(account)
    .set({ passwordHash, devicesKnownSince: rule.now })
    .where(eq(account.id, accountId))
    .returning({ email: account.email })
  await endSessions({ accountId, keptId }, rule)
  await endCodes({ purpose: 'reset', subjectId: accountId }, rule)
  await endResetLinks(accountId, rule)
  await endSecondSteps(accountId, rule)
  // Cancel a pending change of address, which an intruder may have requested.
  await forgetEmailChange(accountId, rule)
  if (!row) return
  const fields = { resetUrl: `${rule.config.publicUrl}/forgot-password` }
  await rule.mail({ recipient: row.email, kind: 'passwordChanged', fields, subjectId: accountId })
}
