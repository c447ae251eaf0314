/** Issues a code for a flow and mails it, within the address's budget. */
import type { CodePurpose } from '#schema/database/one-time-code.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { queueEmail } from '#sync-server/email/email.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import type { Server } from '#sync-server/server.ts'
import { codeUrl } from './flow.ts'
import { issueCode } from './one-time-code.ts'

const kinds = {
  register: 'verifyEmail',
  changeEmail: 'changeEmail',
  reset: 'resetPassword',
} as const satisfies Record<CodePurpose, string>

export interface CodeMail {
  flowId: string
  purpose: CodePurpose
  subjectId: string
  /** As typed: its budget counts, whether somebody is there or not. */
  address: string
  /** What is mailed: the code, word that there is an account already, or nothing. */
  mail: 'code' | 'accountExists' | 'nothing'
}

/** @returns seconds to wait, or 0 when a new code was made */
export async function mailCode(
  db: Transaction,
  { flowId, purpose, subjectId, address, mail }: CodeMail,
  { config, clock }: Pick<Server, 'config' | 'clock'>,
): Promise<number> {
  const now = clock.now()
  const { publicUrl, sessionSecret } = config
  const issued = await issueCode(db, { purpose, subjectId }, emailKey(address), sessionSecret, now)
  if (issued.code === null) return issued.waitSeconds
  if (mail === 'code') {
    const url = codeUrl(publicUrl, purpose, flowId, issued.code)
    const fields = { code: issued.code, url }
    await queueEmail(db, { recipient: address, kind: kinds[purpose], fields, subjectId }, now)
  } else if (mail === 'accountExists') {
    const fields = { loginUrl: `${publicUrl}/login`, resetUrl: `${publicUrl}/forgot-password` }
    await queueEmail(db, { recipient: address, kind: 'accountExists', fields, subjectId }, now)
  }
  return 0
}
