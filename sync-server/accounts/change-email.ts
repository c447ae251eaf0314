/**
 * Changing an account's address: the new one takes effect once its code is entered, so a typo can't
 * lock the account. Responses don't reveal whether the new address already has an account.
 */
import { eq } from 'drizzle-orm'
import { maskEmail } from '#schema/contract/customer.ts'
import { dayMs, hourMs } from '#schema/contract/time-spans.ts'
import { account } from '#schema/database/account.ts'
import { emailChange } from '#schema/database/one-time-code.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type AccountRow, actorOf, findAccount, requireAccount } from './account.ts'
import { endSessions } from './account-sessions.ts'
import { mailCode, openFlow } from './code-flow.ts'
import { endCodes } from './one-time-code.ts'
import { endResetLinks, issueUndoToken } from './reset-link.ts'
import { endSecondSteps } from './second-factor.ts'

/** @returns seconds to wait, or 0 when a code has been mailed */
export async function askEmailChange(
  row: AccountRow,
  email: string,
  rule: Rule<SignedIn>,
): Promise<number> {
  const { db, now } = rule
  const { sessionId } = rule.by
  const expiresAt = new Date(now.getTime() + serverLimits.codeFlowHours * hourMs)
  const subject = { purpose: 'changeEmail', subjectId: newKey() } as const
  const flowId = await openFlow({ ...subject, recipient: email }, rule)
  const wanted = {
    subjectId: subject.subjectId,
    flowId,
    sessionId,
    email,
    createdAt: now,
    expiresAt,
  }
  await db
    .insert(emailChange)
    .values({ accountId: row.id, ...wanted })
    .onConflictDoUpdate({ target: emailChange.accountId, set: wanted })
  const mail = (await findAccount(db, email)) ? 'accountExists' : 'code'
  return mailCode({ flowId, ...subject, address: email, mail }, rule)
}

export async function forgetEmailChange(accountId: string, { db }: Rule): Promise<void> {
  await db.delete(emailChange).where(eq(emailChange.accountId, accountId))
}

/** @throws Refusal code_wrong, rolling everything back, if another account has taken the address */
export async function completeEmailChange(subjectId: string, rule: Rule): Promise<void> {
  const { db, now } = rule
  const [wanted] = await db
    .delete(emailChange)
    .where(eq(emailChange.subjectId, subjectId))
    .returning()
  if (!wanted || wanted.expiresAt <= now) refuse('code_wrong')
  if (await findAccount(db, wanted.email)) refuse('code_wrong')
  const { accountId } = wanted
  const row = await requireAccount(db, accountId, 'code_wrong')
  // A code mailed to the old address must no longer reset the password.
  await endCodes({ purpose: 'reset', subjectId: accountId }, rule)
  await endResetLinks(accountId, rule)
  await db
    .update(account)
    .set({ email: wanted.email, emailKey: emailKey(wanted.email), devicesKnownSince: now })
    .where(eq(account.id, accountId))
  // Keep the session that requested the change; end all others, as after a password change.
  await endSessions({ accountId, keptId: wanted.sessionId }, rule)
  await endSecondSteps(accountId, rule)
  const fields = { email: maskEmail(wanted.email), undoUrl: await undoUrlOf(row, rule) }
  await rule.mail({ recipient: row.email, kind: 'emailChanged', fields, subjectId: accountId })
  const { businessId } = row
  await rule.audit('account.changeEmail', accountId, { businessId, as: actorOf(row) })
}

/** The URL of the reset page whose link also restores the address. */
async function undoUrlOf({ id, email }: AccountRow, rule: Rule): Promise<string> {
  const token = await issueUndoToken(id, email, rule)
  const subject = { purpose: 'reset', subjectId: id, recipient: null } as const
  const flowId = await openFlow(subject, rule, serverLimits.emailUndoDays * (dayMs / hourMs))
  return `${rule.config.publicUrl}/reset-password?userId=${flowId}#token=${token}`
}

/**
 * Undoes a change, along with setting the new password that its mail's link asks for.
 * @throws Refusal code_wrong, rolling everything back, if another account has taken the address
 */
export async function restoreEmail(accountId: string, email: string, rule: Rule): Promise<void> {
  const row = await requireAccount(rule.db, accountId, 'code_wrong')
  const holder = await findAccount(rule.db, email)
  if (holder && holder.id !== accountId) refuse('code_wrong')
  await rule.db
    .update(account)
    .set({ email, emailKey: emailKey(email) })
    .where(eq(account.id, accountId))
  // A reader of the former mailbox may have done this, so notify the last address.
  const fields = { email: maskEmail(email) }
  await rule.mail({ recipient: row.email, kind: 'emailChanged', fields, subjectId: accountId })
  const { businessId } = row
  await rule.audit('account.changeEmail', accountId, { businessId, as: { kind: 'visitor' } })
}
