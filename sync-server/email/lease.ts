/**
 * Leases mails that are due, so that several servers can share the queue. Skips held campaigns and
 * mails over their sender's daily ceiling.
 */
import { and, asc, inArray, isNull, lt, lte, not, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Parts } from '#sync-server/rule/parts.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { isCounted } from './daily-ceiling.ts'
import { countQueuedOffers, type QueuedOffers } from './queued-offers.ts'

export type QueuedEmail = typeof emailQueue.$inferSelect

const leaseMs = 5 * minuteMs

/** @returns whether any mail is due, held or not */
export async function hasDueEmails({ doors, clock }: Pick<Parts, 'doors' | 'clock'>) {
  const rows = await doors.platform((db) =>
    db.select({ id: emailQueue.id }).from(emailQueue).where(isDue(clock.now())).limit(1),
  )
  return rows.length > 0
}

/** @param left how many mails each sender may still send; reduced by each leased one */
export async function leaseEmails(
  { doors, clock }: Pick<Parts, 'doors' | 'clock'>,
  left: Map<string, number>,
): Promise<QueuedEmail[]> {
  const now = clock.now()
  return doors.platform(async (db) => {
    const offers = await countQueuedOffers(db, now)
    const over = offers.filter(({ isOver }) => isOver)
    if (over.length > 0) await db.delete(emailQueue).where(and(isNull(emailQueue.sentAt), of(over)))
    const held = offers.filter(({ isHeld }) => isHeld)
    const full = [...left].flatMap(([senderId, mails]) => (mails > 0 ? [] : [senderId]))
    const found = await db
      .select({
        id: emailQueue.id,
        senderId: emailQueue.senderId,
        isCounted: sql<boolean>`${isCounted}`,
      })
      .from(emailQueue)
      .where(
        and(
          isDue(now),
          held.length > 0 ? or(isNull(emailQueue.campaignId), sql`not ${of(held)}`) : undefined,
          full.length > 0
            ? or(isNull(emailQueue.senderId), notInArray(emailQueue.senderId, full), not(isCounted))
            : undefined,
        ),
      )
      .orderBy(asc(emailQueue.isBulk), asc(emailQueue.dueAt), asc(emailQueue.id))
      .limit(serverLimits.mailBatch)
      .for('update', { skipLocked: true })
    const due = found.filter(({ senderId, isCounted }) => {
      if (!isCounted || senderId === null) return true
      // A business whose first mail came after the count waits for the next round.
      const mails = left.get(senderId) ?? 0
      left.set(senderId, mails - 1)
      return mails > 0
    })
    if (due.length === 0) return []
    return db
      .update(emailQueue)
      .set({
        dueAt: new Date(now.getTime() + leaseMs),
        attempts: sql`${emailQueue.attempts} + 1`,
      })
      .where(
        inArray(
          emailQueue.id,
          due.map(({ id }) => id),
        ),
      )
      .returning()
  })
}

function of(offers: readonly QueuedOffers[]): SQL {
  const pairs = offers.map(
    ({ senderId, campaignId }) => sql`(${senderId}::uuid, ${campaignId}::uuid)`,
  )
  return sql`((${emailQueue.senderId}, ${emailQueue.campaignId}) in (${sql.join(pairs, sql`, `)}))`
}

function isDue(now: Date): SQL | undefined {
  return and(
    isNull(emailQueue.sentAt),
    lte(emailQueue.dueAt, now),
    lt(emailQueue.attempts, serverLimits.emailAttempts),
  )
}
