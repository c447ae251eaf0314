/** Imports of members: runs, their rows, what each source has given so far, and openings. */
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ReadImportRow } from '#schema/contract/import-row.ts'
import type {
  ImportFormats,
  ImportMapping,
  ImportPlan,
  ImportReason,
  ImportSource,
  ImportState,
} from '#schema/contract/member-import.ts'
import { instant, tenantOwned } from './columns.ts'

export const importRun = pgTable(
  'import_run',
  {
    ...tenantOwned,
    id: uuid('id').notNull(),
    fileName: text('file_name').notNull(),
    source: text('source').$type<ImportSource>().notNull(),
    state: text('state').$type<ImportState>().notNull(),
    rows: integer('rows').notNull(),
    /** The digest of each part that arrived, by its number. */
    parts: jsonb('parts').$type<Record<string, string>>().notNull(),
    mapping: jsonb('mapping').$type<ImportMapping>().notNull(),
    formats: jsonb('formats').$type<ImportFormats>().notNull(),
    alsoLower: boolean('also_lower').notNull(),
    /** Ends as `compared` instead of `checked`. */
    compares: boolean('compares').notNull().default(false),
    /** The last row that was written, or undone. */
    position: integer('position').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    undoUntil: instant('undo_until'),
    /** The mails with the link to the card; null until an owner sends them. */
    cardsState: text('cards_state').$type<'sending' | 'paused' | 'sent'>(),
    /** The language of the owner who sends them. */
    cardsLanguage: text('cards_language'),
    /** The last row whose member was looked at. */
    cardsPosition: integer('cards_position').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.id] })],
)

export const importRow = pgTable(
  'import_row',
  {
    ...tenantOwned,
    runId: uuid('run_id').notNull(),
    row: integer('row').notNull(),
    line: integer('line').notNull(),
    plan: text('plan').$type<ImportPlan>().notNull(),
    reason: text('reason').$type<ImportReason>(),
    outcome: text('outcome').$type<'waiting' | 'written' | 'left' | 'undone' | 'kept'>().notNull(),
    /** Null for an unreadable row, for an erased member, and once the run can't be undone. */
    content: jsonb('content').$type<ReadImportRow>(),
    emailKey: text('email_key'),
    sourceKey: text('source_key'),
    memberId: uuid('member_id'),
    /** Whether this row created the member. */
    isNew: boolean('is_new').notNull(),
    /** Planned until the row is written, then given. */
    points: integer('points').notNull(),
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull(),
    entryId: uuid('entry_id'),
    takenBack: integer('taken_back').notNull(),
    undoEntryId: uuid('undo_entry_id'),
    /** The comparison's figures; null if the file has no points for the row. */
    givenPoints: integer('given_points'),
    balance: integer('balance'),
    difference: integer('difference'),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.runId, table.row] })],
)

/** The member here for a record of another program, and the points that imports gave it so far. */
export const importSource = pgTable(
  'import_source',
  {
    ...tenantOwned,
    source: text('source').$type<ImportSource>().notNull(),
    /** `id` and the record's id there, or `mail` and the mailbox. */
    sourceKey: text('source_key').notNull(),
    memberId: uuid('member_id').notNull(),
    points: integer('points').notNull(),
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.source, table.sourceKey] })],
)

/** A member's total and start in the former program. */
export const opening = pgTable(
  'opening',
  {
    ...tenantOwned,
    runId: uuid('run_id').notNull(),
    row: integer('row').notNull(),
    memberId: uuid('member_id').notNull(),
    spentCents: bigint('spent_cents', { mode: 'number' }).notNull(),
    joinedAt: instant('joined_at'),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.runId, table.row] })],
)

/** Imported members to whom the link to their card was mailed; once each. */
export const importedCard = pgTable(
  'imported_card',
  {
    ...tenantOwned,
    memberId: uuid('member_id').notNull(),
    runId: uuid('run_id').notNull(),
    keyDigest: text('key_digest').notNull(),
    queuedAt: instant('queued_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.businessId, table.memberId] })],
)
