/**
 * One step of an import: writes the next rows and advances the run's position, in one transaction.
 * Each row is judged again, because sales and sign-ups go on meanwhile. A crash leaves nothing
 * half-done; ids derived from run and row prevent a second entry. Sends no mail and gives no welcome points.
 */
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { startOfDay, timeZoneOf } from '#schema/contract/day.ts'
import { importLimits } from '#schema/contract/import-limits.ts'
import type { ReadImportRow } from '#schema/contract/import-row.ts'
import type { ImportReason } from '#schema/contract/member-import.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { consentRecord, customer } from '#schema/database/customer.ts'
import { importRow, importRun, importSource, opening } from '#schema/database/member-import.ts'
import { pointsEntry } from '#schema/database/points.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { foldContact, phoneColumns } from '#sync-server/loyalty/contact.ts'
import { arrivedLate, type OperationContext } from '#sync-server/rule/context.ts'
import { contactKeys } from '#sync-server/rule/email-key.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import { insertRows } from '#sync-server/rule/ready-statement.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { ImportFacts, importKeysOf, type Judged } from './import-facts.ts'
import type { ImportRunRow } from './member-import.ts'

export type ImportContext = Pick<
  OperationContext,
  'tenant' | 'business' | 'now' | 'version' | 'writes'
>

/** The outcome of a row. */
interface Written {
  row: number
  plan: 'new' | 'known'
  outcome: 'written' | 'left'
  reason: ImportReason | null
  memberId: string | null
  isNew: boolean
  sourceKey: string | null
  points: number
  spentCents: number
  entryId: string | null
}

/**
 * A record's points. `memberId` is the member whom the record names, who may since have been joined
 * into another one.
 */
interface Given {
  sourceKey: string
  memberId: string
  points: number
  spentCents: number
}

/** @returns whether rows are left */
export async function writeNextRows(run: ImportRunRow, context: ImportContext): Promise<boolean> {
  const { tenant, business, now, writes } = context
  const next = await findNext(run, tenant)
  const position = next.at(-1)?.row
  if (position === undefined) {
    await finish(run, context)
    return false
  }
  const keys = next.flatMap(({ content }) => (content ? [importKeysOf(content, business)] : []))
  const facts = await ImportFacts.read(tenant, keys, { business, source: run.source, now })
  const given: Given[] = []
  const existing = new Map<string, { points: number; spentCents: number }>()
  const created = new Map<string, typeof customer.$inferInsert>()
  const results: Written[] = []
  for (const { row, content } of next) {
    // The query leaves out emptied rows.
    if (!content) continue
    const judged = judge(content, facts, run, context)
    if ('reason' in judged) {
      results.push({ ...nothing, row, reason: judged.reason, outcome: 'left' })
      continue
    }
    const { points, spentCents } = judged
    const isNew = judged.memberId === null
    const memberId = judged.memberId ?? idFrom('import member', run.id, String(row))
    const entryId = points === 0 ? null : idFrom('import', run.id, String(row))
    if (isNew) {
      created.set(memberId, toCustomer(content, judged, memberId, context))
      writeConsents(content, memberId, context)
    } else addTo(created.get(memberId) ?? existing, memberId, judged)
    if (entryId) writeEntry({ entryId, memberId, points }, context)
    const joinedAt = isNew ? joinedOn(content, context) : null
    if (spentCents > 0 || joinedAt) {
      const { businessId } = tenant
      writes.append(opening, { businessId, runId: run.id, row, memberId, spentCents, joinedAt })
    }
    facts.add(judged, memberId)
    given.push({ ...judged, memberId: judged.namedId ?? memberId })
    const plan = isNew ? 'new' : 'known'
    const { sourceKey } = judged
    const written = { row, plan, memberId, isNew, sourceKey, points, spentCents, entryId } as const
    results.push({ ...nothing, ...written })
  }
  for (const row of created.values()) writes.append(customer, row)
  writes.count({ members: created.size })
  await writes.flush()
  await addToMembers(existing, context)
  await keepSources(run, given, tenant)
  await keepResults(run, results, tenant)
  await moveTo(run, { position }, tenant)
  return true
}

function judge(
  content: ReadImportRow,
  facts: ImportFacts,
  { alsoLower }: ImportRunRow,
  { business }: ImportContext,
): Judged | { reason: ImportReason } {
  // The owner may have changed their mind since the rows were read.
  if (content.email === '' && !business.signUpWithoutEmail) return { reason: 'email_missing' }
  return facts.judge(content, alsoLower)
}

const nothing = {
  plan: 'known',
  outcome: 'written',
  reason: null,
  memberId: null,
  isNew: false,
  sourceKey: null,
  points: 0,
  spentCents: 0,
  entryId: null,
} as const

function findNext({ id, position }: ImportRunRow, { db, businessId }: Tenant) {
  return db
    .select({ row: importRow.row, content: importRow.content })
    .from(importRow)
    .where(
      and(
        eq(importRow.businessId, businessId),
        eq(importRow.runId, id),
        gt(importRow.row, position),
        eq(importRow.outcome, 'waiting'),
      ),
    )
    .orderBy(asc(importRow.row))
    .limit(serverLimits.importBatch)
}

async function finish(run: ImportRunRow, { tenant, now }: ImportContext): Promise<void> {
  const undoUntil = new Date(now.getTime() + importLimits.undoDays * dayMs)
  await moveTo(run, { state: 'finished', finishedAt: now, undoUntil }, tenant)
}

export async function moveTo(
  { id }: ImportRunRow,
  changes: Partial<ImportRunRow>,
  { db, businessId }: Tenant,
): Promise<void> {
  await db
    .update(importRun)
    .set(changes)
    .where(and(eq(importRun.businessId, businessId), eq(importRun.id, id)))
}

function toCustomer(
  read: ReadImportRow,
  { points, spentCents }: Judged,
  id: string,
  context: ImportContext,
): typeof customer.$inferInsert {
  const { firstName, lastName, email, phone, birthday } = read
  const createdAt = joinedOn(read, context) ?? context.now
  return {
    businessId: context.tenant.businessId,
    id,
    firstName,
    lastName,
    email,
    ...contactKeys({ email, memberId: id }),
    ...phoneColumns(phone, context.business),
    ...foldContact({ firstName, lastName, email, phone }),
    birthday,
    points,
    totalSpentCents: spentCents,
    marketingEmail: read.emailConsent ?? false,
    marketingSms: read.smsConsent ?? false,
    welcome: 'none',
    createdAt,
    arrivedAt: arrivedLate({ recordedAt: createdAt, now: context.now }),
    version: context.version,
  }
}

/** The first instant of the file's day where the business is, if that is in the past. */
function joinedOn({ joined }: ReadImportRow, { business, now }: ImportContext): Date | null {
  if (joined === null || joined < '1970-01-02') return null
  const at = new Date(startOfDay(joined, timeZoneOf(business)))
  return at < now ? at : null
}

function writeConsents(read: ReadImportRow, memberId: string, context: ImportContext): void {
  const { tenant, writes, now } = context
  const { emailConsent, smsConsent, consentDate } = read
  const at = joinedOn({ ...read, joined: consentDate }, context) ?? now
  for (const [channel, granted] of [
    ['email', emailConsent],
    ['sms', smsConsent],
  ] as const) {
    if (granted === undefined) continue
    writes.append(consentRecord, {
      businessId: tenant.businessId,
      id: idFrom('import consent', memberId, channel),
      memberId,
      channel,
      granted,
      // They agreed to the other program's words.
      textVersion: 'imported',
      screen: 'imported',
      recordedAt: at,
    })
  }
}

interface ImportedEntry {
  entryId: string
  memberId: string
  points: number
  description?: string
}

export function writeEntry(entry: ImportedEntry, { tenant, writes, now, version }: ImportContext) {
  const { entryId, memberId, points } = entry
  writes.append(pointsEntry, {
    businessId: tenant.businessId,
    id: entryId,
    memberId,
    reason: 'imported',
    points,
    description: entry.description ?? 'Brought over from another program',
    operationId: entryId,
    createdAt: now,
    version,
  })
}

type Sums = Map<string, { points: number; spentCents: number }>

/** A later row of the same person adds to the member whom this step creates, or to an existing one. */
function addTo(
  target: typeof customer.$inferInsert | Sums,
  memberId: string,
  { points, spentCents }: Pick<Judged, 'points' | 'spentCents'>,
): void {
  if (target instanceof Map) {
    const sums = target.get(memberId) ?? { points: 0, spentCents: 0 }
    target.set(memberId, {
      points: sums.points + points,
      spentCents: sums.spentCents + spentCents,
    })
    return
  }
  target.points = (target.points ?? 0) + points
  target.totalSpentCents = (target.totalSpentCents ?? 0) + spentCents
}

/**
 * One statement each: for a list of members, the generic plan reads all customers of a business,
 * which is cheap only for an average-sized one.
 */
export async function addToMembers(sums: Sums, context: ImportContext): Promise<void> {
  const { tenant, version, writes } = context
  for (const [id, { points, spentCents }] of sums) {
    writes.send(
      tenant.db
        .update(customer)
        .set({
          points: sql`${customer.points} + ${points}`,
          totalSpentCents: sql`${customer.totalSpentCents} + ${spentCents}`,
          version,
        })
        .where(and(eq(customer.businessId, tenant.businessId), eq(customer.id, id))),
    )
  }
  await writes.flush()
}

async function keepSources(
  { source }: ImportRunRow,
  given: readonly Given[],
  { db, businessId }: Tenant,
): Promise<void> {
  if (given.length === 0) return
  const bySource = new Map<string, Given>()
  for (const each of given) {
    const known = bySource.get(each.sourceKey)
    bySource.set(each.sourceKey, {
      ...each,
      points: each.points + (known?.points ?? 0),
      spentCents: each.spentCents + (known?.spentCents ?? 0),
    })
  }
  const rows = [...bySource.values()].map((each) => ({ ...each, businessId, source }))
  await insertRows(
    db,
    importSource,
    rows,
    sql`on conflict (business_id, source, source_key) do update
      set points = import_source.points + excluded.points,
        spent_cents = import_source.spent_cents + excluded.spent_cents`,
  )
}

async function keepResults(
  { id }: ImportRunRow,
  results: readonly Written[],
  { db, businessId }: Tenant,
): Promise<void> {
  await db.execute(sql`
    update import_row set plan = given.plan, outcome = given.outcome, reason = given.reason,
      member_id = given."memberId", is_new = given."isNew", source_key = given."sourceKey",
      points = given.points,
      spent_cents = given."spentCents", entry_id = given."entryId"
    from jsonb_to_recordset(${JSON.stringify(results)}::text::jsonb)
      as given(row int, plan text, outcome text, reason text, "memberId" uuid, "isNew" bool,
        "sourceKey" text, points int, "spentCents" bigint, "entryId" uuid)
    where import_row.business_id = ${businessId}::uuid and import_row.run_id = ${id}::uuid
      and import_row.row = given.row`)
}
