/** The queue of mails as monitors and the System screen see it: how many wait, and since when. */
import { isNull, sql } from 'drizzle-orm'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

interface QueueFigures {
  waiting: number
  oldestAt: Date | null
  /** Mails that were tried for the last time. */
  givenUp: number
}

export async function readQueueFigures(db: Pick<Transaction, 'select'>): Promise<QueueFigures> {
  const isOpen = sql`${emailQueue.attempts} < ${serverLimits.emailAttempts}`
  const [row] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${isOpen})::int`,
      oldestAt: sql<Date | null>`min(${emailQueue.createdAt}) filter (where ${isOpen})`.mapWith(
        emailQueue.createdAt,
      ),
      givenUp: sql<number>`count(*) filter (where not ${isOpen})::int`,
    })
    .from(emailQueue)
    .where(isNull(emailQueue.sentAt))
  return row ?? { waiting: 0, oldestAt: null, givenUp: 0 }
}
