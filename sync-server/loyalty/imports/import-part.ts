/** Receives a part of an import's rows: judges each and stores its plan. Writes no member. */
import { createHash } from 'node:crypto'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { importLimits } from '#schema/contract/import-limits.ts'
import { type ReadImportRow, readImportRow } from '#schema/contract/import-row.ts'
import {
  type ImportPart,
  type ImportReason,
  type ImportRun,
  type ImportSentRow,
  importPartsOf,
} from '#schema/contract/member-import.ts'
import { importRow, importRun } from '#schema/database/member-import.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import {
  type BusinessRow,
  requireBusiness,
  requireWritable,
} from '#sync-server/loyalty/business.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { insertRows } from '#sync-server/rule/ready-statement.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { ImportFacts, type ImportKeys, importKeysOf, type Judged } from './import-facts.ts'
import { type ImportRunRow, lockImport, toImportRun } from './member-import.ts'

type Sent = ImportPart & { importId: string }

export async function receiveImportPart(
  { importId, part, rows }: Sent,
  rule: TenantRule<SignedIn>,
): Promise<ImportRun> {
  const { db, businessId } = rule
  const business = await requireBusiness(rule)
  requireWritable(business, rule.now)
  if (!business.features.loyalty) refuse('feature_off')
  const run = await lockImport(rule, importId)
  const digest = createHash('sha256').update(JSON.stringify(rows)).digest('base64url')
  const known = run.parts[part]
  if (known !== undefined && known !== digest) refuse('import_part_differs')
  if (known !== undefined) return toImportRun(run, rule)
  if (run.state !== 'uploading') refuse('import_moved_on')
  const expected = Math.min(importLimits.partRows, run.rows - part * importLimits.partRows)
  if (rows.length !== expected) refuse('import_part_differs')
  await insertRows(db, importRow, await judgeRows(rows, run, { rule, business }))
  const parts = { ...run.parts, [part]: digest }
  const isWhole = Object.keys(parts).length === importPartsOf(run.rows)
  const state = isWhole ? (run.compares ? 'compared' : 'checked') : 'uploading'
  await db
    .update(importRun)
    .set({ parts, state })
    .where(and(eq(importRun.businessId, businessId), eq(importRun.id, importId)))
  return toImportRun({ ...run, parts, state }, rule)
}

async function judgeRows(
  rows: readonly ImportSentRow[],
  run: ImportRunRow,
  { rule, business }: { rule: TenantRule; business: BusinessRow },
): Promise<(typeof importRow.$inferInsert)[]> {
  const readings = rows.map(({ cells, problem }) =>
    problem ? { reason: problem } : readImportRow(cells, run.formats, business.signUpWithoutEmail),
  )
  const keys = readings.flatMap((one) => ('read' in one ? [importKeysOf(one.read, business)] : []))
  const facts = await ImportFacts.read(rule, keys, { business, source: run.source, now: rule.now })
  const seen = await readSeen(keys, run, rule)
  return rows.map(({ row, line }, at) => {
    const reading = readings[at]
    const named = { businessId: rule.businessId, runId: run.id, row, line }
    if (!reading || 'reason' in reading) {
      return { ...named, ...refused(reading?.reason ?? 'cell_count', null), content: null }
    }
    const { read } = reading
    const judged = facts.judge(read, run.alsoLower)
    if ('reason' in judged)
      return { ...named, ...refused(judged.reason, importKeysOf(read, business)), content: read }
    if (seen.sources.has(judged.sourceKey)) {
      return { ...named, ...refused('row_repeated', judged), content: read }
    }
    seen.sources.add(judged.sourceKey)
    // An earlier row of this file names the same person, whom the import will have created.
    const isKnown = judged.memberId !== null || seen.emails.has(judged.emailKey)
    seen.emails.add(judged.emailKey)
    const compared = run.compares ? compare(read, facts) : notCompared
    return { ...named, ...planned(judged, isKnown), ...compared, content: read }
  })
}

const notCompared = { givenPoints: null, balance: null, difference: null }
const untouched = {
  isNew: false,
  takenBack: 0,
  entryId: null,
  undoEntryId: null,
  ...notCompared,
} as const

function compare(read: ReadImportRow, facts: ImportFacts) {
  if (read.points === null) return notCompared
  const { givenPoints, balance } = facts.compare(read)
  return { givenPoints, balance, difference: read.points - givenPoints }
}

/** An erasure finds a row by the address in it. */
function refused(reason: ImportReason, keys: ImportKeys | null) {
  const emailKey = keys?.emailKey ?? null
  const nothing = { emailKey, sourceKey: null, memberId: null, points: 0, spentCents: 0 }
  return { ...untouched, ...nothing, plan: 'refused', reason, outcome: 'left' } as const
}

function planned({ emailKey, sourceKey, memberId, points, spentCents }: Judged, isKnown: boolean) {
  return {
    ...untouched,
    plan: isKnown ? ('known' as const) : ('new' as const),
    reason: null,
    outcome: 'waiting' as const,
    emailKey,
    sourceKey,
    memberId,
    points,
    spentCents,
  }
}

/** The people and records in earlier parts of the same file. */
async function readSeen(
  keys: readonly { emailKey: string }[],
  { id }: ImportRunRow,
  { db, businessId }: Tenant,
) {
  if (keys.length === 0) return { emails: new Set<string>(), sources: new Set<string>() }
  const emails = keys.map(({ emailKey }) => emailKey)
  const rows = await db
    .select({ email: importRow.emailKey, source: importRow.sourceKey })
    .from(importRow)
    .where(
      and(
        eq(importRow.businessId, businessId),
        inArray(importRow.emailKey, emails),
        eq(importRow.runId, id),
        ne(importRow.plan, 'refused'),
      ),
    )
  return {
    emails: new Set(rows.flatMap(({ email }) => email ?? [])),
    sources: new Set(rows.flatMap(({ source }) => source ?? [])),
  }
}
