/** Computes the columns that searches compare, for new customers and for those of earlier releases. */
import { and, eq, sql } from 'drizzle-orm'
import type { Customer } from '#schema/contract/customer.ts'
import { foldName, foldText } from '#schema/contract/search-text.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'
import { customer } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

type Contact = Pick<Customer, 'firstName' | 'lastName' | 'email' | 'phone'>

/** Belongs to every write of a name, an email or a phone number. */
export function foldContact(contact: Contact) {
  return {
    foldedName: foldName(contact),
    foldedEmail: foldText(contact.email),
    phoneDigits: contact.phone === null ? null : digitsOf(contact.phone),
  }
}

/** The index's condition. An earlier release erases a customer without emptying these columns. */
const isUnfolded = sql`(${customer.foldedName} is null
  or (${customer.erasedAt} is not null and ${customer.foldedName} <> ''))`

/**
 * Fills the columns of a batch of customers that an earlier release wrote or erased. Devices never
 * receive these columns, so no version changes; a row that another transaction is writing waits for
 * the next round.
 * @returns whether more may be left
 */
export async function foldUnfolded({ db, businessId }: Tenant): Promise<boolean> {
  const { firstName, lastName, email, phone } = customer
  const rows = await db
    .select({ id: customer.id, firstName, lastName, email, phone })
    .from(customer)
    .where(and(eq(customer.businessId, businessId), isUnfolded))
    .limit(serverLimits.foldedAtOnce)
    .for('update', { skipLocked: true })
  await Promise.all(
    rows.map((row) =>
      db
        .update(customer)
        .set(foldContact(row))
        .where(and(eq(customer.businessId, businessId), eq(customer.id, row.id))),
    ),
  )
  return rows.length === serverLimits.foldedAtOnce
}
