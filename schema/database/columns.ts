/**
 * Columns that recur. `tenantOwned` is the first column of every table of a business; its policy
 * stands in the migrations and is checked by the catalog test.
 */
import { type SQL, sql } from 'drizzle-orm'
import { bigint, customType, type PgColumn, timestamp, uuid } from 'drizzle-orm/pg-core'

export const tenantOwned = { businessId: uuid('business_id').notNull() }

/** The business's version that last changed the row: the order in which devices pull (docs/sync-protocol.md). */
export const versioned = { version: bigint('version', { mode: 'number' }).notNull() }

/** Instants travel as ISO strings in UTC, inside the server as in the contract. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const cents = (name: string) => bigint(name, { mode: 'number' })
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * A word of ours, written into the statement: as a parameter, no partial index on it counts once the
 * statement is planned for all parameters (PostgreSQL, "Partial Indexes").
 */
export function isLiterally<Column extends PgColumn>(
  column: Column,
  word: Column['_']['data'] & string,
): SQL {
  return sql`${column} = ${sql.raw(`'${word}'`)}`
}
