/**
 * Limits welcomes, campaign mails, cards of imported members and links to corrected addresses per business to a daily ceiling
 * that depends on its plan and age, so a new trial can't mail thousands of strangers. Mails over the
 * ceiling stay queued and are sent later.
 */
import { and, count, eq, gt, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { dayMs } from '#schema/contract/time-spans.ts'
import { business } from '#schema/database/business.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

type Sender = Pick<typeof business.$inferSelect, 'plan' | 'createdAt'>

/** Only mails that the business causes count; a link that a customer requests names no sender. */
export const isCounted = inArray(emailQueue.kind, [
  'welcome',
  'offer',
  'importedCard',
  'memberEmail',
])

const isWaiting = and(
  isNull(emailQueue.sentAt),
  lt(emailQueue.attempts, serverLimits.emailAttempts),
)

function dailyCeiling({ plan, createdAt }: Sender, now: Date): number {
  const ceiling = serverLimits.businessMailsPerDay[plan]
  const isNew = now.getTime() - createdAt.getTime() < serverLimits.newBusinessDays * dayMs
  return isNew ? Math.floor(ceiling / serverLimits.newBusinessMailDivisor) : ceiling
}

/** @returns how many more mails each business with queued ones may send */
export async function readMailsLeft(
  db: Transaction,
  now: Date,
  only?: string,
): Promise<Map<string, number>> {
  const { senderId } = emailQueue
  const counted = and(isNotNull(senderId), isCounted, only ? eq(senderId, only) : undefined)
  const waiting = db
    .selectDistinct({ senderId })
    .from(emailQueue)
    .where(and(counted, isWaiting))
    .as('waiting')
  const sent = db
    .select({ senderId, mails: count().as('mails') })
    .from(emailQueue)
    .where(and(counted, gt(emailQueue.sentAt, new Date(now.getTime() - dayMs))))
    .groupBy(senderId)
    .as('sent')
  const senders = await db
    .select({
      id: business.id,
      plan: business.plan,
      createdAt: business.createdAt,
      mails: sql<number>`coalesce(${sent.mails}, 0)`.mapWith(Number),
    })
    .from(waiting)
    .innerJoin(business, eq(business.id, waiting.senderId))
    .leftJoin(sent, eq(sent.senderId, waiting.senderId))
  return new Map(senders.map((row) => [row.id, dailyCeiling(row, now) - row.mails]))
}

/** Counts mails held back by a business's ceiling, for the super admins. */
export async function countHeldMails(
  db: Transaction,
  businessId: string,
  now: Date,
): Promise<number> {
  const left = (await readMailsLeft(db, now, businessId)).get(businessId) ?? 1
  return left > 0 ? 0 : db.$count(emailQueue, waitsOf(businessId))
}

function waitsOf(businessId: string): SQL | undefined {
  return and(eq(emailQueue.senderId, businessId), isCounted, isWaiting)
}
