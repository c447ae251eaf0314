/** PINs that ended: work made with their keys before that still counts for a while. */
import { pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const formerPin = pgTable(
  'former_pin',
  {
    accountId: uuid('account_id').notNull(),
    /** All zeros for a PIN without an id. */
    pinId: uuid('pin_id').notNull(),
    endedAt: instant('ended_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.pinId] })],
)

/** When a till first asked who may unlock it after the PIN had ended. */
export const formerPinTold = pgTable(
  'former_pin_told',
  {
    tillId: uuid('till_id').notNull(),
    accountId: uuid('account_id').notNull(),
    pinId: uuid('pin_id').notNull(),
    toldAt: instant('told_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tillId, table.accountId, table.pinId] })],
)
