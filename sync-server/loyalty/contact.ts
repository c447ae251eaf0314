/**
 * Computes the columns that searches compare, for new customers and for those of earlier releases.
 * Phone numbers are kept as typed and compared in E.164, parsed with the country of the business
 * (docs/members.md, part 2). The metadata of all countries stays on the server.
 */
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import type { Customer } from '#schema/contract/customer.ts'
import { foldName, foldText } from '#schema/contract/search-text.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'
import { customer } from '#schema/database/customer.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { type Located, phoneCountryOf, requireBusiness } from './business.ts'

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
 * @returns how many it filled
 */
export async function foldUnfolded({ db, businessId }: Tenant): Promise<number> {
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
  return rows.length
}

/** Belongs to every write of a phone number. */
export function phoneColumns(phone: string | null, business: Located) {
  return { phone, ...parsedPhone(phone, phoneCountryOf(business)) }
}

/** Equal for spellings of one number; the digits if it can't be parsed. */
export function comparedNumber(phone: string, business: Located): string {
  return phoneColumns(phone, business).phoneE164 ?? digitsOf(phone)
}

function parsedPhone(phone: string | null, phoneCountry: string) {
  const country: CountryCode | undefined = isSupportedCountry(phoneCountry)
    ? phoneCountry
    : undefined
  const parsed = phone ? parsePhoneNumberFromString(phone, country) : undefined
  return { phoneE164: parsed?.isValid() ? parsed.number : null, phoneCountry }
}

/**
 * Parses a batch of numbers that an earlier release wrote, or that were parsed with another
 * country.
 * @returns how many it parsed
 */
export async function parseUnparsed(tenant: Tenant): Promise<number> {
  const { db, businessId } = tenant
  const country = phoneCountryOf(await requireBusiness(tenant))
  const { phoneCountry } = customer
  const isUnparsed = and(
    isNotNull(customer.phone),
    // Ranges of an index, which `is distinct from` would not use.
    or(
      sql`${phoneCountry} is null`,
      sql`${phoneCountry} < ${country}`,
      sql`${phoneCountry} > ${country}`,
    ),
  )
  const rows = await db
    .select({ id: customer.id, phone: customer.phone })
    .from(customer)
    .where(and(eq(customer.businessId, businessId), isUnparsed))
    .limit(serverLimits.foldedAtOnce)
    .for('update', { skipLocked: true })
  await Promise.all(
    rows.map(({ id, phone }) =>
      db
        .update(customer)
        .set(parsedPhone(phone, country))
        .where(and(eq(customer.businessId, businessId), eq(customer.id, id))),
    ),
  )
  return rows.length
}
