/** The mails in the queue that are for one member of one business. */
import { and, eq, inArray, isNull, or, type SQL } from 'drizzle-orm'
import { emailQueue } from '#schema/database/email-queue.ts'
import type { EmailKind } from '#sync-server/email/email.ts'

/** Kinds that name no sender if a customer requests the mail. */
const withoutSender = [
  'memberEmail',
  'memberEmailChanged',
  'dataExport',
  'dataErasure',
  'erasureDue',
] as const satisfies EmailKind[]

/** Devices choose a member's id, so another business's member or an account may have the same. */
export function isMailTo({
  businessId,
  memberId,
}: {
  businessId: string
  memberId: string
}): SQL | undefined {
  const { subjectId, senderId, kind } = emailQueue
  return and(
    eq(subjectId, memberId),
    or(eq(senderId, businessId), and(isNull(senderId), inArray(kind, withoutSender))),
  )
}
