/** Mail: whether the relay takes the login, and how the latest mails ended. */
import { desc, isNotNull, max } from 'drizzle-orm'
import type { Finding } from '#schema/contract/system.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Config } from '#sync-server/config.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { reasonOf } from '#sync-server/database-problem.ts'
import { readQueueFigures } from '#sync-server/email/queue-figures.ts'
import { openTransport } from '#sync-server/email/transport.ts'

const part = 'mail'

export async function examineRelay(
  config: Pick<Config, 'production' | 'smtpUrl'>,
): Promise<Finding> {
  const transport = openTransport(config)
  if (!transport) return { part, state: 'doubtful', code: 'mailUnset', figures: {} }
  try {
    await transport.verify()
    return { part, state: 'good', code: 'mailAccepted', figures: {} }
  } catch (error) {
    return { part, state: 'broken', code: 'mailRefused', figures: { reason: reasonOf(error) } }
  } finally {
    transport.close()
  }
}

export async function examineQueue(db: Pick<Transaction, 'select'>): Promise<Finding[]> {
  const [sent] = await db.select({ at: max(emailQueue.sentAt) }).from(emailQueue)
  const [failed] = await db
    .select({ at: emailQueue.failedAt, reason: emailQueue.lastProblem })
    .from(emailQueue)
    .where(isNotNull(emailQueue.failedAt))
    .orderBy(desc(emailQueue.failedAt))
    .limit(1)
  const { givenUp } = await readQueueFigures(db)
  const isFailing = failed?.at && (!sent?.at || failed.at > sent.at)
  return [
    sent?.at
      ? { part, state: 'good', code: 'mailSent', figures: { at: sent.at.toISOString() } }
      : { part, state: 'good', code: 'mailNeverSent', figures: {} },
    ...(failed?.at
      ? [
          {
            part,
            state: isFailing ? ('broken' as const) : ('good' as const),
            code: 'mailFailed' as const,
            figures: { at: failed.at.toISOString(), reason: failed.reason ?? '' },
          } satisfies Finding,
        ]
      : []),
    ...(givenUp > 0
      ? [
          {
            part,
            state: 'doubtful',
            code: 'mailsGivenUp',
            figures: { count: givenUp },
          } satisfies Finding,
        ]
      : []),
  ]
}
