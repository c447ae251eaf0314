/**
 * A flow is one run through a form that needs a code. Its id is what the documented calls name
 * `userId`: random, fresh for each flow, and also issued for unknown addresses, so it reveals
 * nothing about them.
 */
import { and, eq, gt, inArray } from 'drizzle-orm'
import { hourMs, hourSeconds } from '#schema/contract/time-spans.ts'
import { accountFlow, type CodePurpose } from '#schema/database/one-time-code.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { admitGuess, type CodeSubject, issueCode } from './one-time-code.ts'

type FlowRow = typeof accountFlow.$inferSelect

export async function openFlow(
  flow: CodeSubject & { recipient: string | null },
  { db, now }: Rule,
  hours: number = serverLimits.codeFlowHours,
): Promise<string> {
  const id = newKey()
  const expiresAt = new Date(now.getTime() + hours * hourMs)
  await db.insert(accountFlow).values({ id, ...flow, createdAt: now, expiresAt })
  return id
}

/**
 * @returns the flow, or for an unknown id a flow without a subject, so that both get the same
 * answer
 */
export async function findFlow<Purpose extends CodePurpose>(
  id: string,
  purposes: [Purpose, ...Purpose[]],
  { db, now }: Rule,
): Promise<FlowRow & { purpose: Purpose }> {
  const [row] = await db
    .select()
    .from(accountFlow)
    .where(
      and(
        eq(accountFlow.id, id),
        inArray(accountFlow.purpose, purposes),
        gt(accountFlow.expiresAt, now),
      ),
    )
  const nobody = { id, purpose: purposes[0], subjectId: newKey(), recipient: null }
  const found = row && { ...row, purpose: row.purpose as Purpose }
  return found ?? { ...nobody, createdAt: now, expiresAt: now }
}

const kinds = {
  register: 'verifyEmail',
  changeEmail: 'changeEmail',
} as const satisfies Partial<Record<CodePurpose, string>>

interface CodeMail extends CodeSubject {
  purpose: keyof typeof kinds
  flowId: string
  /** The typed address. The mail counts against its limit whether or not it has an account. */
  address: string
  /** Selects the mail: the code, a note that an account already exists, or nothing. */
  mail: 'code' | 'accountExists' | 'nothing'
}

/**
 * Issues a code for a flow and mails it, within the address's budget.
 * @returns seconds to wait, or 0 when a new code was made
 */
export async function mailCode(
  { flowId, purpose, subjectId, address, mail }: CodeMail,
  rule: Rule,
): Promise<number> {
  const { publicUrl } = rule.config
  const issued = await issueCode({ purpose, subjectId }, emailKey(address), rule)
  if (issued.code === null) return issued.waitSeconds
  if (mail === 'code') {
    const url = codeUrl(publicUrl, flowId, issued.code)
    const fields = { code: issued.code, url }
    await rule.mail({ recipient: address, kind: kinds[purpose], fields, subjectId })
  } else if (mail === 'accountExists') {
    const fields = { loginUrl: `${publicUrl}/login`, resetUrl: `${publicUrl}/forgot-password` }
    await rule.mail({ recipient: address, kind: 'accountExists', fields, subjectId })
  }
  return 0
}

/**
 * The page for entering a flow's code. The code is in the fragment, to keep it out of logs and
 * referrers.
 */
function codeUrl(publicUrl: string, id: string, code: string): string {
  return `${publicUrl}/verify-email?userId=${id}#code=${code}`
}

/**
 * Limits code mails per network, across all addresses.
 * @returns seconds to wait, or 0
 */
export function admitMail({ db, by, now }: Rule): Promise<number> {
  const budget = { count: serverLimits.codeMailsPerNetworkPerHour, windowSeconds: hourSeconds }
  return spendBudget(db, attemptKey('code.network', by.network), budget, now)
}

/**
 * Counts a guess at a code before any other work, in its own transaction.
 * @throws Refusal too_many
 */
export async function requireGuess(steps: Steps): Promise<void> {
  const retryAfterSeconds = await steps.commit(admitGuess)
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds })
}
