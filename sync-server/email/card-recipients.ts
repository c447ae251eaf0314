/**
 * Who gets a card of an import by mail. A mail may wait in the queue for days, so whoever was joined,
 * said no, got another address or card, or waits for an erasure meanwhile gets none.
 */
import { and, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { customer } from '#schema/database/customer.ts'
import { emailQueue } from '#schema/database/email-queue.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import type { Server } from '#sync-server/server.ts'
import type { QueuedEmail } from './lease.ts'

/** Neither erased, nor to be erased, nor joined into another member. */
export const isCardMember = and(
  isNull(customer.erasedAt),
  isNull(customer.erasureDueAt),
  isNull(customer.joinedInto),
)

/** The last answer about marketing emails; null without one. */
const lastAnswer = sql`(select r.granted from consent_record r
  where r.business_id = ${customer.businessId} and r.member_id = ${customer.id}
    and r.channel = 'email' order by r.recorded_at desc, r.id desc limit 1)`

/**
 * Other than the one that an import mails. Citus reads a directory beside a business's tables only
 * as a table of its own (docs/scale.md 21).
 */
const hasOpenCard = (businessId: string) => sql`exists (select from
  (select member_id, digest from customer_key where business_id = ${businessId}::uuid
    and retired_at is null) k
  where k.member_id = ${customer.id} and not exists (select from imported_card s
    where s.business_id = ${customer.businessId} and s.member_id = ${customer.id}
      and s.key_digest = k.digest))`

/** Why a member gets none, besides. */
export const cardReasonsIn = (businessId: string): Record<string, SQL> => ({
  haveCard: hasOpenCard(businessId),
  withoutEmail: sql`${customer.email} = ''`,
  mailFails: sql`${customer.mailRefusedAt} is not null`,
  unsubscribed: sql`${lastAnswer} is false`,
})

/** Deletes the others' mails. @returns what is left to send */
export async function dropLateCards(
  { doors }: Pick<Server, 'doors'>,
  batch: QueuedEmail[],
): Promise<QueuedEmail[]> {
  const cards = batch.filter(({ kind }) => kind === 'importedCard')
  const late = new Set<QueuedEmail['id']>()
  for (const businessId of new Set(cards.flatMap(({ senderId }) => senderId ?? []))) {
    const mails = cards.filter(({ senderId }) => senderId === businessId)
    const members = mails.map(({ subjectId }) => subjectId ?? '')
    const rows = await doors.tenant(businessId, ({ db }) =>
      db
        .select({ id: customer.id, key: customer.emailKey })
        .from(customer)
        .where(
          and(
            eq(customer.businessId, businessId),
            inArray(customer.id, members),
            isCardMember,
            not(or(...Object.values(cardReasonsIn(businessId))) ?? sql`false`),
          ),
        ),
    )
    const keys = new Map(rows.map(({ id, key }) => [id, key]))
    for (const { id, subjectId, recipient } of mails) {
      if (keys.get(subjectId ?? '') !== emailKey(recipient)) late.add(id)
    }
  }
  if (late.size === 0) return batch
  await doors.platform((db) => db.delete(emailQueue).where(inArray(emailQueue.id, [...late])))
  return batch.filter(({ id }) => !late.has(id))
}
