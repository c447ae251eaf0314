/** Finds other members who have an address or may restore it. */
import { and, eq, gt, isNull, ne, or } from 'drizzle-orm'
import { customer } from '#schema/database/customer.ts'
import { formerContact } from '#schema/database/former-contact.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { emailKey, mailboxKey } from '#sync-server/rule/email-key.ts'
import type { Moving } from './email-mails.ts'

/** @returns the id of another member with this address, except one joined into this one */
export async function findOther(
  { db, businessId }: Tenant,
  { memberId, email }: { memberId: string; email: string },
): Promise<string | null> {
  const [other] = await db
    .select({ id: customer.id })
    .from(customer)
    .where(
      and(
        eq(customer.businessId, businessId),
        eq(customer.emailKey, emailKey(email)),
        ne(customer.id, memberId),
        or(isNull(customer.joinedInto), ne(customer.joinedInto, memberId)),
      ),
    )
  return other?.id ?? null
}

/** @returns the id of another member whose former mailbox can still restore this address */
export async function findRestorable(
  { memberId, email }: { memberId: string; email: string },
  { tenant: { db, businessId }, now }: Pick<Moving, 'tenant' | 'now'>,
): Promise<string | null> {
  const [other] = await db
    .select({ id: formerContact.memberId })
    .from(formerContact)
    .where(
      and(
        eq(formerContact.businessId, businessId),
        eq(formerContact.mailboxKey, mailboxKey(email)),
        eq(formerContact.emailKey, emailKey(email)),
        eq(formerContact.kind, 'email'),
        isNull(formerContact.undoneAt),
        gt(formerContact.undoUntil, now),
        ne(formerContact.memberId, memberId),
      ),
    )
  return other?.id ?? null
}
