/**
 * Shared columns. `tenantOwned` is the first column of every table of a business; its policy is in
 * the migrations and is checked by the catalog test.
 */
import { type SQL, sql } from 'drizzle-orm'
import { bigint, customType, type PgColumn, timestamp, uuid } from 'drizzle-orm/pg-core'

export const tenantOwned = { businessId: uuid('business_id').notNull() }

/** The business's version that last changed the row: the order in which devices pull (docs/sync-protocol.md). */
export const versioned = { version: bigint('version', { mode: 'number' }).notNull() }

/** Instants are `Date` objects in the server; the contract sends them as ISO strings in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const cents = (name: string) => bigint(name, { mode: 'number' })
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * Writes one of our constants into the statement: with a parameter, a generic plan cannot use a
 * partial index on that value (PostgreSQL, "Partial Indexes").
 */
export function isLiterally<Column extends PgColumn>(
  column: Column,
  word: Column['_']['data'] & string,
): SQL {
  return sql`${column} = ${sql.raw(`'${word}'`)}`
}
