/**
 * How many welcomes and campaign mails a business may send in 24 hours, by its plan and age: a new
 * trial cannot mail thousands of strangers. What is over waits in the queue and is sent later.
 */
import { and, count, eq, gt, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import { business } from '#schema/database/business.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const dayMs = 86_400_000

type Sender = Pick<typeof business.$inferSelect, 'plan' | 'createdAt'>

/** Mails that the business causes; links and confirmations that a customer asks for always go. */
export const isCounted = inArray(emailQueue.kind, ['welcome', 'offer'])

function dailyCeiling({ plan, createdAt }: Sender, now: Date): number {
  const ceiling = serverLimits.businessMailsPerDay[plan]
  const isNew = now.getTime() - createdAt.getTime() < serverLimits.newBusinessDays * dayMs
  return isNew ? Math.floor(ceiling / serverLimits.newBusinessMailDivisor) : ceiling
}

/** @returns how many each business that sent any lately may still send; the others are not listed */
export async function readMailsLeft(
  db: Transaction,
  now: Date,
  only?: string,
): Promise<Map<string, number>> {
  const sent = await db
    .select({
      senderId: business.id,
      plan: business.plan,
      createdAt: business.createdAt,
      count: count(),
    })
    .from(emailQueue)
    .innerJoin(business, eq(business.id, emailQueue.senderId))
    .where(
      and(
        isNotNull(emailQueue.senderId),
        isCounted,
        gt(emailQueue.sentAt, new Date(now.getTime() - dayMs)),
        only ? eq(emailQueue.senderId, only) : undefined,
      ),
    )
    .groupBy(business.id)
  return new Map(sent.map((row) => [row.senderId, dailyCeiling(row, now) - row.count]))
}

/** How many mails of a business wait because of its ceiling, for the super admins. */
export async function countHeldMails(
  db: Transaction,
  businessId: string,
  now: Date,
): Promise<number> {
  const left = (await readMailsLeft(db, now, businessId)).get(businessId) ?? 1
  return left > 0 ? 0 : db.$count(emailQueue, waitsOf(businessId))
}

function waitsOf(businessId: string): SQL | undefined {
  return and(
    eq(emailQueue.senderId, businessId),
    isCounted,
    isNull(emailQueue.sentAt),
    lt(emailQueue.attempts, serverLimits.emailAttempts),
  )
}
