/**
 * An import of members from another program's CSV (docs/members.md, part 4). The page reads the file
 * and sends the mapped cells in parts; the server judges each row, and writes members only after
 * the owner has seen the plan.
 */
import * as z from 'zod/mini'
import { instant, uuid } from './id.ts'
import { importLimits } from './import-limits.ts'

/** The meanings that a column of the file may have. */
export const importFields = [
  'firstName',
  'lastName',
  'fullName',
  'email',
  'phone',
  'birthday',
  'points',
  'spent',
  'joined',
  'emailConsent',
  'smsConsent',
  'consentDate',
  'foreignId',
] as const
const importField = z.enum(importFields)
export type ImportField = (typeof importFields)[number]

/** The program that exported the file. */
export const importSource = z.enum([
  'square',
  'shopify',
  'toast',
  'lightspeed',
  'loyverse',
  'smile',
  'stampMe',
  'perkstar',
  'other',
])
export type ImportSource = z.infer<typeof importSource>

/** How the file writes ambiguous dates and numbers. */
const importFormats = z.object({
  dates: z.enum(['mdy', 'dmy']),
  decimal: z.enum(['.', ',']),
})
export type ImportFormats = z.infer<typeof importFormats>

/** The number of the column for each mapped field. */
const importMapping = z.partialRecord(
  importField,
  z.number().check(z.int(), z.gte(0), z.lt(importLimits.columns)),
)
export type ImportMapping = z.infer<typeof importMapping>

export const newImport = z.object({
  importId: uuid,
  fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(importLimits.fileNameLength)),
  source: importSource,
  /** Rows with at least one filled cell, without the header. */
  rows: z.number().check(z.int(), z.gte(1), z.lte(importLimits.rows)),
  mapping: importMapping,
  formats: importFormats,
  /** Lowers balances that are higher than the file's. */
  alsoLower: z.boolean(),
  /** Only compares the file with what was brought over from this program. */
  compares: z._default(z.boolean(), false),
})
export type NewImport = z.infer<typeof newImport>

/** The cause for which a row is refused, or was left at its turn. */
const importReason = z.enum([
  'cell_count',
  'cell_long',
  'name_missing',
  'name_long',
  'email_missing',
  'contact_missing',
  'email_invalid',
  'phone_invalid',
  'phone_digits_lost',
  'points_unreadable',
  'points_negative',
  'points_over',
  'spent_unreadable',
  'row_repeated',
  'record_of_other',
  'member_erased',
])
export type ImportReason = z.infer<typeof importReason>

const importCells = z.partialRecord(
  importField,
  z.string().check(z.maxLength(importLimits.sentCellLength)),
)
export type ImportCells = z.infer<typeof importCells>

const sentRow = z.object({
  /** Counts the filled rows of the file, from 1. */
  row: z.number().check(z.int(), z.gte(1), z.lte(importLimits.rows)),
  /** Its number in a spreadsheet. */
  line: z.number().check(z.int(), z.gte(1), z.lte(importLimits.lineMax)),
  cells: importCells,
  /** The page could not read it into columns. */
  problem: z.optional(z.enum(['cell_count', 'cell_long'])),
})
export type ImportSentRow = z.infer<typeof sentRow>

const partNumber = z
  .number()
  .check(z.int(), z.gte(0), z.lt(importLimits.rows / importLimits.partRows))

/** Idempotent by its number and the digest of its rows. */
export const importPart = z
  .object({
    part: partNumber,
    rows: z.array(sentRow).check(z.minLength(1), z.maxLength(importLimits.partRows)),
  })
  .check(
    z.refine(
      ({ part, rows }) =>
        rows.every(({ row }, at) => row === part * importLimits.partRows + at + 1),
      { path: ['rows'], error: 'The rows don’t belong to this part' },
    ),
  )
export type ImportPart = z.infer<typeof importPart>

export function importPartsOf(rows: number): number {
  return Math.ceil(rows / importLimits.partRows)
}

const importState = z.enum([
  'uploading',
  'checked',
  'compared',
  'running',
  'paused',
  'finished',
  'undoing',
  'undone',
  'abandoned',
])
export type ImportState = z.infer<typeof importState>

/** How many imported members _Send Cards_ would mail now, and how many it skips for each reason. */
export const importedCards = z.object({
  count: z.number(),
  sentBefore: z.number(),
  haveCard: z.number(),
  withoutEmail: z.number(),
  mailFails: z.number(),
  unsubscribed: z.number(),
})
export type ImportedCards = z.infer<typeof importedCards>

export const importRun = z.object({
  id: uuid,
  fileName: z.string(),
  source: importSource,
  state: importState,
  rows: z.number(),
  mapping: importMapping,
  formats: importFormats,
  alsoLower: z.boolean(),
  /** The mails with the link to the card, and how many were queued; null before an owner sends them. */
  cards: z.optional(
    z.nullable(z.object({ state: z.enum(['sending', 'paused', 'sent']), queued: z.number() })),
  ),
  /** Until when a later file of this program may be compared with it; null if it may not be. */
  compareUntil: z.optional(z.nullable(instant)),
  /** The parts that arrived. */
  parts: z.array(z.number()),
  counts: z.object({
    new: z.number(),
    known: z.number(),
    refused: z.number(),
    /** Rows of a comparison whose points in the file aren't those that were given. */
    differing: z.optional(z.number()),
    /** Points that the plan gives, or that were given. */
    points: z.number(),
    written: z.number(),
    /** Rows that could not be written any more when it was their turn. */
    left: z.number(),
    undone: z.number(),
  }),
  createdAt: instant,
  finishedAt: z.nullable(instant),
  /** Null if it can't be undone any more. */
  undoUntil: z.nullable(instant),
})
export type ImportRun = z.infer<typeof importRun>
export const importList = z.object({ imports: z.array(importRun) })

const importPlan = z.enum(['new', 'known', 'refused'])
export type ImportPlan = z.infer<typeof importPlan>

export const importRow = z.object({
  row: z.number(),
  line: z.number(),
  plan: importPlan,
  reason: z.nullable(importReason),
  outcome: z.enum(['waiting', 'written', 'left', 'undone', 'kept']),
  /** Empty once the run can't be undone any more, and for erased members. */
  name: z.string(),
  email: z.string(),
  points: z.number(),
  /** The points in the file, those given so far, and the balance here; only for a comparison. */
  compared: z.optional(
    z.object({
      file: z.number(),
      given: z.number(),
      balance: z.nullable(z.number()),
      difference: z.number(),
    }),
  ),
  /** Fields of the row that could not be read and are left out. */
  leftOut: z.array(importField),
})
export type ImportRow = z.infer<typeof importRow>

export const importRowsQuery = z.object({
  plan: z.optional(importPlan),
  /** The last row of the page before. */
  after: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(importLimits.rows))),
})
export const importRowPage = z.object({
  rows: z.array(importRow),
  /** Whether rows follow. */
  more: z.boolean(),
})

/** The effect of an undo now. */
export const importUndo = z.object({
  /** Members whom the import created and who have done nothing since. */
  erased: z.number(),
  /** Members who stay with what they earned. */
  kept: z.number(),
  pointsTakenBack: z.number(),
  /** Imported points that were spent already and stay spent. */
  pointsSpent: z.number(),
})
export type ImportUndo = z.infer<typeof importUndo>
