/** Mails that failed, by kind and problem, and trying them again. */
import { and, count, desc, isNotNull, isNull, min, sql } from 'drizzle-orm'
import type { FailedMails } from '#schema/contract/system.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { trouble } from '#schema/database/trouble.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const hasFailed = and(isNull(emailQueue.sentAt), isNotNull(emailQueue.failedAt))
/** A mail that was refused for good keeps no fields, so it can't be written again. */
const canRetry = sql`${emailQueue.fields} <> '{}'::jsonb`

export async function listFailedMails(db: Pick<Transaction, 'select'>): Promise<FailedMails[]> {
  const rows = await db
    .select({
      kind: emailQueue.kind,
      problem: emailQueue.lastProblem,
      count: count(),
      oldestAt: min(emailQueue.createdAt),
      canRetry: sql<boolean>`bool_or(${canRetry})`,
    })
    .from(emailQueue)
    .where(hasFailed)
    .groupBy(emailQueue.kind, emailQueue.lastProblem)
    .orderBy(desc(count()))
    .limit(serverLimits.troublesShown)
  return rows.map(({ problem, oldestAt, ...row }) => ({
    ...row,
    problem: problem ?? '',
    oldestAt: oldestAt?.toISOString() ?? '',
  }))
}

/** Jobs are tried by each server within its next round of the watch. */
export async function retryFailed(
  { what }: { what: 'mails' | 'jobs' },
  { db, now, audit }: Rule<SignedIn>,
): Promise<void> {
  if (what === 'jobs') await db.update(trouble).set({ retryAt: now }).where(isNull(trouble.endedAt))
  else {
    const tried = sql`least(interval '6 hours', interval '1 minute' * power(2, ${emailQueue.attempts} - 1))`
    const { attempts, dueAt, failedAt } = emailQueue
    await db
      .update(emailQueue)
      .set({
        dueAt: now,
        attempts: sql`case when ${attempts} >= ${serverLimits.emailAttempts} then 0 else ${attempts} end`,
      })
      // A mail that is being sent has another time, and keeps it.
      .where(and(hasFailed, canRetry, sql`${dueAt} = ${failedAt} + ${tried}`))
  }
  await audit('admin.retryFailed', null)
}
