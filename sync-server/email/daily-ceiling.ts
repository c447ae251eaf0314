/**
 * Limits welcomes and campaign mails per business to a daily ceiling that depends on its plan and
 * age, so a new trial can't mail thousands of strangers. Mails over the ceiling stay queued and are
 * sent later.
 */
import { and, count, eq, gt, inArray, isNotNull, isNull, lt, type SQL } from 'drizzle-orm'
import { business } from '#schema/database/business.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

const dayMs = 86_400_000

type Sender = Pick<typeof business.$inferSelect, 'plan' | 'createdAt'>

/**
 * Mails the business causes count; links and confirmations that a customer requests are always
 * sent.
 */
export const isCounted = inArray(emailQueue.kind, ['welcome', 'offer'])

function dailyCeiling({ plan, createdAt }: Sender, now: Date): number {
  const ceiling = serverLimits.businessMailsPerDay[plan]
  const isNew = now.getTime() - createdAt.getTime() < serverLimits.newBusinessDays * dayMs
  return isNew ? Math.floor(ceiling / serverLimits.newBusinessMailDivisor) : ceiling
}

/**
 * @returns how many more mails each business may send; only businesses that sent some in the last
 * 24 hours
 */
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
  return and(
    eq(emailQueue.senderId, businessId),
    isCounted,
    isNull(emailQueue.sentAt),
    lt(emailQueue.attempts, serverLimits.emailAttempts),
  )
}
