/**
 * Stores the result of sending a mail: sent, to be retried, or given up. Marks a customer's address
 * when a mail server refuses the mailbox permanently.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { hourMs, minuteMs } from '#schema/contract/time-spans.ts'
import { campaignRecipient } from '#schema/database/campaign.ts'
import { customer } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { nextVersion } from '#sync-server/rule/context.ts'
import type { Parts } from '#sync-server/rule/parts.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { QueuedEmail } from './lease.ts'

export const noSuchAddress = 'an address that no mail server takes'
const backOffFirstMs = minuteMs
const backOffMaxMs = 6 * hourMs

export async function settle(
  { doors, clock, log, pokes }: Pick<Parts, 'doors' | 'clock' | 'log' | 'pokes'>,
  email: QueuedEmail,
  problem: unknown,
): Promise<void> {
  const now = clock.now()
  const retryMs = Math.min(backOffMaxMs, backOffFirstMs * 2 ** (email.attempts - 1))
  const hopeless = problem !== null && isHopeless(problem)
  const outcome =
    problem === null
      ? { sentAt: now, fields: {}, lastProblem: null }
      : {
          dueAt: new Date(now.getTime() + retryMs),
          lastProblem: reasonOf(problem),
          failedAt: now,
          ...(hopeless && { attempts: serverLimits.emailAttempts, fields: {} }),
        }
  if (problem !== null) {
    log('email.failed', { id: email.id, kind: email.kind, hopeless, reason: reasonOf(problem) })
  }
  await doors.platform(async (db) => {
    await db.update(emailQueue).set(outcome).where(eq(emailQueue.id, email.id))
    if (problem === null && email.kind === 'offer') await noteMailed(db, email.fields, now)
  })
  if (hopeless && isMailboxRefused(problem)) await noteRefused({ doors, pokes }, email, now)
}

/** Marks the customer's address as refused: campaigns skip it, and the business sees it. */
export async function noteRefused(
  { doors, pokes }: Pick<Parts, 'doors' | 'pokes'>,
  { senderId, subjectId, recipient }: QueuedEmail,
  now: Date,
): Promise<void> {
  if (senderId === null || subjectId === null) return
  const version = await doors.tenant(senderId, async (tenant) => {
    const version = await nextVersion(tenant)
    await tenant.db
      .update(customer)
      .set({ mailRefusedAt: now, version })
      .where(
        and(
          eq(customer.businessId, senderId),
          eq(customer.id, subjectId),
          eq(customer.email, recipient),
          isNull(customer.mailRefusedAt),
        ),
      )
    return version
  })
  pokes.announce(senderId, version)
}

/** Counts the mail in its campaign's results. */
async function noteMailed(
  db: Transaction,
  { businessId, couponId }: Record<string, string>,
  now: Date,
): Promise<void> {
  if (!businessId || !couponId) return
  await db
    .update(campaignRecipient)
    .set({ mailedAt: now })
    .where(
      and(
        eq(campaignRecipient.businessId, businessId),
        eq(campaignRecipient.couponId, couponId),
        isNull(campaignRecipient.mailedAt),
      ),
    )
}

/**
 * Permanent: our own reason, or a permanent refusal by the receiving side (RFC 5321 §4.2.1: 5yz).
 */
function isHopeless(problem: unknown): boolean {
  if (typeof problem === 'string') return true
  const { responseCode, code } = problem as { responseCode?: number; code?: string }
  return code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500
}

/** Without an enhanced status code the cause is unclear, so it doesn't count. */
function isMailboxRefused(problem: unknown): boolean {
  if (typeof problem === 'string') return problem === noSuchAddress
  const { response } = problem as { response?: unknown }
  const [, status] = /^5\d\d[ -](5\.\d+\.\d+)\b/.exec(String(response)) ?? []
  return status !== undefined && isMailboxGone(status)
}

/**
 * True if the mailbox itself was refused (RFC 3463: 5.1.x bad address, 5.2.1 disabled), not the
 * sender or message (5.7.x and others).
 */
export function isMailboxGone(status: string): boolean {
  return /^5\.(?:1\.\d+|2\.1)$/.test(status)
}

/** The reply's code and type only; its text may quote the address. */
function reasonOf(problem: unknown): string {
  if (typeof problem === 'string') return problem
  const { responseCode, code } = problem as { responseCode?: number; code?: string }
  return [code ?? 'failed', responseCode].filter(Boolean).join(' ')
}
