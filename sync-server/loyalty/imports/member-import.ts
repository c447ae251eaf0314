/** An owner's imports: starting one, its course, and its rows. */
import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, gt, inArray, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Act } from '#schema/contract/act.ts'
import { importLimits } from '#schema/contract/import-limits.ts'
import type {
  ImportPlan,
  ImportRow,
  ImportRun,
  ImportState,
  NewImport,
} from '#schema/contract/member-import.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { importedCard, importRow, importRun } from '#schema/database/member-import.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import { requireBusiness, requireWritable } from '#sync-server/loyalty/business.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export type ImportRunRow = typeof importRun.$inferSelect
interface Named {
  importId: string
}

const openStates = ['uploading', 'checked', 'running', 'paused', 'undoing'] as const

/** Nothing was written yet. */
const unrunStates = ['uploading', 'checked', 'compared'] as const

export async function startImport(
  { importId, ...given }: NewImport,
  rule: TenantRule<SignedIn>,
): Promise<ImportRun> {
  const { db, businessId, by, now } = rule
  const business = await requireBusiness(rule)
  requireWritable(business, now)
  if (!business.features.loyalty) refuse('feature_off')
  if (given.compares) await requireComparable(given.source, rule)
  await rule.nextVersion()
  await rule.audit('business.startImport', importId)
  const [row] = await db
    .insert(importRun)
    .values({
      ...given,
      businessId,
      id: importId,
      state: 'uploading',
      parts: {},
      position: 0,
      createdBy: by.accountId,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (row) return toImportRun(row, rule)
  // A lost answer, or another import is open.
  const known = await findImport(rule, importId)
  if (!known) refuse('import_under_way')
  const isSame = isDeepStrictEqual(termsOf(known), termsOf(given))
  if (!isSame || !isOpen(known.state)) refuse('import_moved_on')
  return toImportRun(known, rule)
}

type Terms = Omit<NewImport, 'importId'>

function termsOf({ fileName, source, rows, mapping, formats, alsoLower, compares }: Terms): Terms {
  return { fileName, source, rows, mapping, formats, alsoLower, compares }
}

/** @throws Refusal comparison_over unless an import of this program is at most 14 days old */
async function requireComparable(source: ImportRunRow['source'], rule: TenantRule): Promise<void> {
  const { db, businessId, now } = rule
  const latest = await db.$count(
    importRun,
    and(
      eq(importRun.businessId, businessId),
      eq(importRun.source, source),
      eq(importRun.state, 'finished'),
      gt(importRun.finishedAt, new Date(now.getTime() - importLimits.compareDays * dayMs)),
    ),
  )
  if (latest === 0) refuse('comparison_over')
}

const isOpen = (state: ImportState) => openStates.some((open) => open === state)

export async function listImports(_: unknown, rule: TenantRule): Promise<{ imports: ImportRun[] }> {
  const { db, businessId } = rule
  const rows = await db
    .select()
    .from(importRun)
    .where(and(eq(importRun.businessId, businessId), ne(importRun.state, 'abandoned')))
    .orderBy(desc(importRun.createdAt))
    .limit(serverLimits.importsShown)
  return { imports: await Promise.all(rows.map((row) => toImportRun(row, rule))) }
}

export async function readImport({ importId }: Named, rule: TenantRule): Promise<ImportRun> {
  return toImportRun((await findImport(rule, importId)) ?? refuse('not_found'), rule)
}

export async function listImportRows(
  { importId, plan, after = 0 }: Named & { plan?: ImportPlan; after?: number },
  rule: TenantRule,
): Promise<{ rows: ImportRow[]; more: boolean }> {
  const { db, businessId } = rule
  const run = await findImport(rule, importId)
  if (!run) refuse('not_found')
  const own = and(eq(importRow.businessId, businessId), eq(importRow.runId, importId))
  const found = await db
    .select()
    .from(importRow)
    .where(
      and(
        own,
        run.state === 'compared' ? isBehind(after, businessId) : gt(importRow.row, after),
        plan ? eq(importRow.plan, plan) : undefined,
      ),
    )
    .orderBy(...(run.state === 'compared' ? [desc(distance)] : []), asc(importRow.row))
    .limit(serverLimits.importRowsShown + 1)
  const rows = found.slice(0, serverLimits.importRowsShown)
  return { rows: rows.map(toImportRow), more: found.length > rows.length }
}

/** The largest differences first. */
const distance = sql`abs(coalesce(${importRow.difference}, 0))`

function isBehind(after: number, businessId: string): SQL | undefined {
  if (after === 0) return undefined
  const last = sql`(select abs(coalesce(l.difference, 0)) from import_row l
    where l.business_id = ${businessId}::uuid and l.run_id = ${importRow.runId}
      and l.row = ${after})`
  return or(lt(distance, last), and(eq(distance, last), gt(importRow.row, after)))
}

function toImportRow(found: typeof importRow.$inferSelect): ImportRow {
  const { row, line, plan, reason, outcome, content, points } = found
  const { givenPoints, balance, difference } = found
  return {
    row,
    line,
    plan,
    reason,
    outcome,
    name: content ? `${content.firstName} ${content.lastName}`.trim() : '',
    email: content?.email ?? '',
    points,
    ...(difference !== null && {
      compared: {
        file: difference + (givenPoints ?? 0),
        given: givenPoints ?? 0,
        balance,
        difference,
      },
    }),
    leftOut: content?.leftOut ?? [],
  }
}

interface Course {
  act: Act
  from: ImportState
  to: ImportState
  /** A repeat after a lost answer finds the run here, or further on. */
  already: readonly ImportState[]
}

const courses = {
  run: {
    act: 'business.runImport',
    from: 'checked',
    to: 'running',
    already: ['running', 'paused', 'finished'],
  },
  bringOver: {
    act: 'business.bringOverImport',
    from: 'compared',
    to: 'checked',
    already: ['checked', 'running', 'paused', 'finished'],
  },
  pause: {
    act: 'business.pauseImport',
    from: 'running',
    to: 'paused',
    already: ['paused', 'finished'],
  },
  resume: {
    act: 'business.resumeImport',
    from: 'paused',
    to: 'running',
    already: ['running', 'finished'],
  },
  undo: {
    act: 'business.undoImport',
    from: 'finished',
    to: 'undoing',
    already: ['undoing', 'undone'],
  },
} as const satisfies Record<string, Course>

/** The job that runs imports looks at the state before each step. */
export const moveImport =
  (course: keyof typeof courses) =>
  async ({ importId }: Named, rule: TenantRule<SignedIn>): Promise<ImportRun> => {
    const { db, businessId, now } = rule
    const { act, from, to, already } = courses[course]
    const business = await requireBusiness(rule)
    // Locks the business's version, so that no other import opens at the same time.
    if (course === 'undo' || course === 'bringOver') await rule.nextVersion()
    const known = await lockImport(rule, importId)
    if (course !== 'pause') requireWritable(business, now)
    if (course !== 'pause' && course !== 'undo' && !business.features.loyalty) refuse('feature_off')
    await rule.audit(act, importId)
    if (already.some((state) => state === known.state)) return toImportRun(known, rule)
    if (known.state !== from) refuse('import_moved_on')
    if (course === 'undo') await requireUndoable(known, rule)
    if (course === 'bringOver') await requireNoneOpen(rule)
    const position = course === 'undo' ? 0 : known.position
    await db
      .update(importRun)
      .set({ state: to, position })
      .where(and(eq(importRun.businessId, businessId), eq(importRun.id, importId)))
    return toImportRun({ ...known, state: to, position }, rule)
  }

async function requireUndoable(run: ImportRunRow, rule: TenantRule): Promise<void> {
  const { undoUntil } = run
  if (undoUntil === null || undoUntil <= rule.now) refuse('import_undo_over')
  await requireNoneOpen(rule)
  await requireNotCountered(run, rule)
}

/**
 * Otherwise the later one of both undos would give back points of an import that is gone, or that
 * a later import gave again.
 * @throws Refusal import_under_way if a later import lowered what this one gave, or the reverse
 */
export async function requireNotCountered(
  { id, source, alsoLower, finishedAt }: ImportRunRow,
  { db, businessId }: Tenant,
): Promise<void> {
  if (finishedAt === null) return
  const b = sql`${businessId}::uuid`
  const own = (which: SQL) => sql`l.source_key in (select source_key from import_row
    where business_id = ${b} and run_id = ${id}::uuid and outcome = 'written' and ${which})`
  const countered = await db.execute(sql`
    select l.row from import_row l
    where l.business_id = ${b} and l.outcome = 'written'
      and l.run_id in (select id from import_run
        where business_id = ${b} and source = ${source} and state = 'finished'
          and (also_lower or ${alsoLower})
          and finished_at > ${finishedAt.toISOString()}::timestamptz)
      and ((l.points < 0 and ${own(sql`points > 0`)}) or (l.points > 0 and ${own(sql`points < 0`)}))
    limit 1`)
  if (countered.length > 0) refuse('import_under_way')
}

async function requireNoneOpen({ db, businessId }: Tenant): Promise<void> {
  const open = await db
    .select({ id: importRun.id })
    .from(importRun)
    .where(and(eq(importRun.businessId, businessId), inArray(importRun.state, [...openStates])))
  if (open.length > 0) refuse('import_under_way')
}

export async function abandonImport(
  { importId }: Named,
  rule: TenantRule<SignedIn>,
): Promise<ImportRun> {
  const known = await lockImport(rule, importId)
  await rule.audit('business.abandonImport', importId)
  if (known.state === 'abandoned') return toImportRun(known, rule)
  if (!unrunStates.some((state) => state === known.state)) refuse('import_moved_on')
  await discard(rule, [importId])
  return toImportRun({ ...known, state: 'abandoned' }, rule)
}

async function discard({ db, businessId }: Tenant, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .delete(importRow)
    .where(and(eq(importRow.businessId, businessId), inArray(importRow.runId, ids)))
  await db
    .update(importRun)
    .set({ state: 'abandoned' })
    .where(and(eq(importRun.businessId, businessId), inArray(importRun.id, ids)))
}

/** Was never run. */
function isIdle(now: Date) {
  const idleSince = new Date(now.getTime() - serverLimits.importIdleDays * dayMs)
  return and(inArray(importRun.state, [...unrunStates]), lt(importRun.createdAt, idleSince))
}

/** Also those whose rows are empty already: the platform sees no rows. */
export function withImportsToTidy(db: Transaction, now: Date) {
  const isFinal = inArray(importRun.state, ['finished', 'undone'])
  return db
    .selectDistinct({ businessId: importRun.businessId })
    .from(importRun)
    .where(or(isIdle(now), and(isFinal, lt(importRun.undoUntil, now))))
}

/** Abandons imports that were never run, and empties the rows of those that can't be undone any more. */
export async function tidyImports(tenant: Tenant, now: Date): Promise<void> {
  const { db, businessId } = tenant
  const idle = await db
    .select({ id: importRun.id })
    .from(importRun)
    .where(and(eq(importRun.businessId, businessId), isIdle(now)))
    .for('update')
  await discard(
    tenant,
    idle.map(({ id }) => id),
  )
  await db.execute(sql`
    update import_row set content = null, email_key = null
    where business_id = ${businessId}::uuid and content is not null
      and run_id in (select id from import_run where business_id = ${businessId}::uuid
        and state in ('finished', 'undone') and undo_until < ${now.toISOString()}::timestamptz)`)
}

export async function findImport(
  { db, businessId }: Tenant,
  id: string,
): Promise<ImportRunRow | undefined> {
  const [row] = await db
    .select()
    .from(importRun)
    .where(and(eq(importRun.businessId, businessId), eq(importRun.id, id)))
  return row
}

/** @throws Refusal not_found */
export async function lockImport({ db, businessId }: Tenant, id: string): Promise<ImportRunRow> {
  const [row] = await db
    .select()
    .from(importRun)
    .where(and(eq(importRun.businessId, businessId), eq(importRun.id, id)))
    .for('update')
  return row ?? refuse('not_found')
}

export async function toImportRun(
  row: ImportRunRow,
  tenant: Tenant & { now: Date },
): Promise<ImportRun> {
  const { undoUntil, finishedAt } = row
  const mayUndo = row.state === 'finished' && undoUntil !== null && undoUntil > tenant.now
  return {
    id: row.id,
    fileName: row.fileName,
    source: row.source,
    state: row.state,
    rows: row.rows,
    mapping: row.mapping,
    formats: row.formats,
    alsoLower: row.alsoLower,
    cards: row.cardsState && {
      state: row.cardsState,
      queued: await countCards(row, tenant),
    },
    parts: Object.keys(row.parts).map(Number),
    counts: await countRows(row, tenant),
    createdAt: row.createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    undoUntil: mayUndo ? undoUntil.toISOString() : null,
    compareUntil: compareUntilOf(row, tenant.now),
  }
}

function countCards({ id }: ImportRunRow, { db, businessId }: Tenant): Promise<number> {
  return db.$count(
    importedCard,
    and(eq(importedCard.businessId, businessId), eq(importedCard.runId, id)),
  )
}

function compareUntilOf({ state, finishedAt }: ImportRunRow, now: Date): string | null {
  if (state !== 'finished' || finishedAt === null) return null
  const until = new Date(finishedAt.getTime() + importLimits.compareDays * dayMs)
  return until > now ? until.toISOString() : null
}

const noRows = {
  new: 0,
  known: 0,
  refused: 0,
  differing: 0,
  points: 0,
  written: 0,
  left: 0,
  undone: 0,
}

async function countRows({ id, rows }: ImportRunRow, { db, businessId }: Tenant) {
  const [counts] = await db
    .select({
      new: sql<number>`count(*) filter (where plan = 'new')::int`,
      known: sql<number>`count(*) filter (where plan = 'known')::int`,
      refused: sql<number>`count(*) filter (where plan = 'refused')::int`,
      differing: sql<number>`count(*) filter (where difference <> 0)::int`,
      points: sql<number>`coalesce(sum(points) filter (where outcome <> 'left'), 0)::float8`,
      written: sql<number>`count(*) filter (where outcome = 'written')::int`,
      left: sql<number>`count(*) filter (where outcome = 'left' and plan <> 'refused')::int`,
      undone: sql<number>`count(*) filter (where outcome in ('undone', 'kept'))::int`,
    })
    .from(importRow)
    .where(
      and(
        eq(importRow.businessId, businessId),
        eq(importRow.runId, id),
        // Keeps the plan to the key's range, however large other imports are.
        lt(importRow.row, rows + 1),
      ),
    )
  return counts ?? noRows
}
