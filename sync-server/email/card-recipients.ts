/** Selects the members who get a card of an import by mail. */
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { customer } from '#schema/database/customer.ts'

/** Neither erased, nor to be erased, nor joined into another member. */
export const isCardMember = and(
  isNull(customer.erasedAt),
  isNull(customer.erasureDueAt),
  isNull(customer.joinedInto),
)

/** The last answer about marketing emails; null without one. */
const lastAnswer = (businessId: string) => sql`(select r.granted from consent_record r
  where r.business_id = ${businessId}::uuid and r.member_id = ${customer.id}
    and r.channel = 'email' order by r.recorded_at desc, r.id desc limit 1)`

/**
 * Other than the one that an import mails. Citus reads a directory beside a business's tables only
 * as a table of its own (docs/scale.md 21).
 */
const hasOpenCard = (businessId: string) => sql`exists (select from
  (select member_id, digest from customer_key where business_id = ${businessId}::uuid
    and retired_at is null) k
  where k.member_id = ${customer.id} and not exists (select from imported_card s
    where s.business_id = ${businessId}::uuid and s.member_id = ${customer.id}
      and s.key_digest = k.digest))`

/** The other reasons why a member gets no card. */
export const cardReasonsIn = (businessId: string): Record<string, SQL> => ({
  haveCard: hasOpenCard(businessId),
  withoutEmail: sql`${customer.email} = ''`,
  mailFails: sql`${customer.mailRefusedAt} is not null`,
  unsubscribed: sql`${lastAnswer(businessId)} is false`,
})
