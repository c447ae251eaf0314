/**
 * Forgotten passwords. A request always answers with a flow, even without such an account or over
 * the budget; the mail sent before then still works. The mail's link always resets; its code only
 * resets accounts with few wrong tries, and never super admins.
 */
import { eq } from 'drizzle-orm'
import type { CallAnswer, CallBody } from '#schema/contract/api.ts'
import { limits } from '#schema/contract/limits.ts'
import { account } from '#schema/database/account.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { type AccountRow, findAccount, requireAccount } from './account.ts'
import type { KnownDevice } from './account-sessions.ts'
import { restoreEmail } from './change-email.ts'
import { replacePassword } from './change-password.ts'
import { admitMail, findFlow, openFlow, requireGuess } from './code-flow.ts'
import { type CodeSubject, forgiveGuess, issueCode } from './one-time-code.ts'
import { hashPassword, refuseGuessable } from './password.ts'
import { admitResetCode, mayResetByCode, takeResetCode } from './reset-code.ts'
import { issueResetToken, takeResetToken } from './reset-link.ts'
import { forgiveReset } from './sign-in.ts'

type Reset = CallBody<'auth.resetPassword'> & { device: KnownDevice | null }

const visitor = { kind: 'visitor' } as const

export async function forgotPassword(
  { email }: CallBody<'auth.forgotPassword'>,
  steps: Steps,
): Promise<CallAnswer<'auth.forgotPassword'>> {
  const { waitSeconds, flowId } = await steps.commit(async (rule) => {
    const waitSeconds = await admitMail(rule)
    return { waitSeconds, flowId: waitSeconds > 0 ? '' : await openReset(email, rule) }
  })
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
  return { userId: flowId }
}

async function openReset(email: string, rule: Rule): Promise<string> {
  const found = await findAccount(rule.db, email)
  const subject = { purpose: 'reset', subjectId: found?.id ?? newKey() } as const
  const flowId = await openFlow({ ...subject, recipient: null }, rule)
  await mailReset({ subject, flowId, found, address: found?.email ?? email }, rule)
  const businessId = found?.businessId ?? null
  await rule.audit('auth.forgotPassword', subject.subjectId, { as: visitor, businessId })
  return flowId
}

interface ResetMail {
  subject: CodeSubject
  flowId: string
  found: AccountRow | null
  address: string
}

/** For an unknown address, writes the same rows but sends nothing. */
async function mailReset({ subject, flowId, found, address }: ResetMail, rule: Rule) {
  const { code } = await issueCode(subject, emailKey(address), rule)
  if (code === null) return
  const token = await issueResetToken(subject.subjectId, rule)
  const mayUseCode = await mayResetByCode(subject, rule)
  if (!found) return
  const url = `${rule.config.publicUrl}/reset-password?userId=${flowId}#token=${token}`
  const byCode = mayUseCode && found.role !== 'super_admin'
  await rule.mail({
    recipient: address,
    kind: byCode ? 'resetPassword' : 'resetByLink',
    fields: byCode ? { code, url } : { url },
    subjectId: found.id,
  })
}

export async function resetPassword(
  { userId, otpCode, newPassword, device }: Reset,
  steps: Steps,
): Promise<void> {
  refuseGuessable(newPassword, 'newPassword')
  await requireGuess(steps)
  const refused = await steps.commit(async (rule) => {
    const flow = await findFlow(userId, ['reset'], rule)
    const { refused, restores } = await judgeProof(flow, otpCode, rule)
    if (!refused) {
      if (restores) await restoreEmail(flow.subjectId, restores, rule)
      // Hash only for a right code, since it costs as much as a hundred wrong ones.
      const passwordHash = await hashPassword(newPassword)
      const { email } = await changeForgotten(flow.subjectId, passwordHash, rule)
      await forgiveReset({ address: email, device }, rule)
      await forgiveGuess(rule)
      return null
    }
    const wrong = { as: visitor, businessId: null, refused } as const
    await rule.audit('auth.resetPassword', flow.subjectId, wrong)
    return refused
  })
  if (refused) refuse(refused)
}

async function judgeProof(
  subject: CodeSubject,
  proof: string,
  rule: Rule,
): Promise<{ refused?: 'code_wrong' | 'reset_by_link'; restores?: string | null }> {
  if (proof.length !== limits.oneTimeCodeDigits) {
    const restores = await takeResetToken(subject.subjectId, proof, rule)
    return restores === undefined ? { refused: 'code_wrong' } : { restores }
  }
  if (!(await admitResetCode(rule))) return { refused: 'reset_by_link' }
  const [owner] = await rule.db
    .select({ role: account.role })
    .from(account)
    .where(eq(account.id, subject.subjectId))
  // Tries anyway, so that the answer takes the same time.
  const isRight = await takeResetCode({ subject, code: proof, hasAccount: Boolean(owner) }, rule)
  return isRight && owner?.role !== 'super_admin' ? {} : { refused: 'code_wrong' }
}

/** Ends every session, since someone else may have the old password. */
async function changeForgotten(
  accountId: string,
  passwordHash: string,
  rule: Rule,
): Promise<AccountRow> {
  const row = await requireAccount(rule.db, accountId, 'code_wrong')
  await replacePassword(accountId, passwordHash, null, rule)
  const { businessId } = row
  await rule.audit('auth.resetPassword', accountId, { as: visitor, businessId })
  return row
}
