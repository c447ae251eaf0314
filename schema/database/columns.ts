/**
 * Columns that recur. `tenantOwned` is the first column of every table of a business; its policy
 * stands in the migrations and is checked by the catalog test.
 */
import { bigint, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

export const tenantOwned = { businessId: uuid('business_id').notNull() }

/** The business's version that last changed the row: the order in which devices pull (docs/sync-protocol.md). */
export const versioned = { version: bigint('version', { mode: 'number' }).notNull() }

/** Instants travel as ISO strings in UTC, inside the server as in the contract. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const cents = (name: string) => bigint(name, { mode: 'number' })
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
