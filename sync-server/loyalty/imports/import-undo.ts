/**
 * Undoes an import in steps, each in one transaction with the run's position. Members whom it
 * created and who have done nothing since are erased. The others stay, and an entry takes back the
 * imported points, at most what is left of them. A joined member's are taken from the kept one, and
 * a separation gives back that much less.
 */
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { ImportUndo } from '#schema/contract/member-import.ts'
import { customer } from '#schema/database/customer.ts'
import { importRow, opening } from '#schema/database/member-import.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { eraseMembers } from '#sync-server/loyalty/privacy/erase-member.ts'
import { mailedLink } from '#sync-server/loyalty/secrets.ts'
import { idFrom } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { addToMembers, type ImportContext, moveTo, writeEntry } from './import-batch.ts'
import { findImport, type ImportRunRow, requireNotCountered } from './member-import.ts'

interface Undone {
  row: number
  outcome: 'undone' | 'kept'
  takenBack: number
  undoEntryId: string | null
}

/** @returns whether rows are left */
export async function undoNextRows(run: ImportRunRow, context: ImportContext): Promise<boolean> {
  const { tenant, now, version, writes } = context
  const { db, businessId } = tenant
  const next = await withKept(await findWritten(run, tenant), tenant)
  const position = next.at(-1)?.row.row
  if (position === undefined) {
    await moveTo(run, { state: 'undone' }, tenant)
    return false
  }
  const balances = balancesOf(next)
  const sums = new Map<string, { points: number; spentCents: number }>()
  const erased = new Map<string, typeof customer.$inferSelect>()
  const results: (Undone & { sourceKey: string | null; spentCents: number })[] = []
  for (const { row, member, joined, isUntouched } of next) {
    const takenBack = balances.take(row.points, { member, joined })
    const sum = sums.get(member.id) ?? { points: 0, spentCents: 0 }
    sums.set(member.id, {
      points: sum.points - takenBack,
      spentCents: sum.spentCents - row.spentCents,
    })
    const undoEntryId = takenBack === 0 ? null : idFrom('import undo', run.id, String(row.row))
    if (undoEntryId) {
      const description = 'Import undone'
      writeEntry(
        { entryId: undoEntryId, memberId: member.id, points: -takenBack, description },
        context,
      )
    }
    const isErased = row.isNew && isUntouched
    if (isErased) erased.set(member.id, member)
    const outcome = isErased ? 'undone' : 'kept'
    const { sourceKey, spentCents } = row
    results.push({ row: row.row, outcome, takenBack, undoEntryId, sourceKey, spentCents })
  }
  await writes.flush()
  await addToMembers(sums, context)
  await keepBrought(balances.brought, context)
  await keepUndone(run, results, tenant)
  const rows = results.map(({ row }) => row)
  await db
    .delete(opening)
    .where(
      and(
        eq(opening.businessId, businessId),
        eq(opening.runId, run.id),
        inArray(opening.row, rows),
      ),
    )
  await eraseMembers([...erased.values()], { tenant, now, version, mailsDueAt: null })
  await moveTo(run, { position }, tenant)
  return true
}

interface Holder {
  /** Has the points. */
  member: { id: string; points: number }
  /** Named by the row, with the points that a separation would give back. */
  joined: { id: string; points: number } | null
}

/** The balances while rows are undone, of members whom several rows may name. */
function balancesOf(rows: readonly Holder[]) {
  const balances = new Map(rows.map(({ member }) => [member.id, member.points]))
  const brought = new Map(
    rows.flatMap(({ joined }) => (joined ? [[joined.id, joined.points] as const] : [])),
  )
  /** @returns the points that go: at most what is left of the row's; negative for lowered ones */
  function take(points: number, { member, joined }: Holder): number {
    const balance = balances.get(member.id) ?? 0
    const ofJoined = joined ? (brought.get(joined.id) ?? 0) : balance
    const left = Math.max(0, Math.min(balance, ofJoined))
    const takenBack = points > 0 ? Math.min(points, left) : points
    balances.set(member.id, balance - takenBack)
    if (joined) brought.set(joined.id, ofJoined - takenBack)
    return takenBack
  }
  return { brought, take }
}

/**
 * Neither bought, redeemed, opened a card, chose anything, was corrected nor mailed a link, and
 * waits for no erasure, whose job deletes their mails; was neither joined nor separated, as a
 * record of theirs may have given the other one points; no other import gave them anything, and no
 * parked work names them, which an erasure would end. The link to the card that this import mailed
 * is not counted until it is opened, nor is one that ended before it was mailed; its unsent mails
 * end with the run.
 */
function isUntouched(runId: SQL, memberId: SQL, businessId: SQL): SQL {
  const none = (table: string, which: SQL) =>
    sql`not exists (select from ${sql.identifier(table)} t
      where t.business_id = ${businessId} and ${which})`
  const of = sql`t.member_id = ${memberId}`
  return sql`(${sql.join(
    [
      none('points_entry', sql`${of} and t.reason <> 'imported'`),
      none('purchase', of),
      none('coupon', of),
      none('member_alias', of),
      // Citus reads a directory only as a table of its own (docs/scale.md 21).
      sql`not exists (select from
        (select member_id, digest from customer_key where business_id = ${businessId}
          and (retired_at is null or device is distinct from ${mailedLink})) t
        where ${of} and not exists (select from imported_card s where s.business_id = ${businessId}
          and s.member_id = ${memberId} and s.key_digest = t.digest))`,
      none('former_contact', of),
      none('email_link', of),
      none(
        'customer',
        sql`t.id = ${memberId} and (t.erasure_due_at is not null
          or t.address_proved_at is not null or t.joined_into is not null)`,
      ),
      none('customer', sql`t.joined_into = ${memberId}`),
      sql`${memberId} not in (select unnest(array[t.one_id, t.other_id]) from member_pair t
        where t.business_id = ${businessId} and t.separated_at is not null)`,
      none('consent_record', sql`${of} and t.screen <> 'imported'`),
      none('applied_operation', sql`t.subject_id = ${memberId}`),
      none('import_row', sql`${of} and t.run_id <> ${runId} and t.outcome = 'written'`),
      // Without a reference to the member, so that the list is read once.
      sql`${memberId}::text not in (select named.id from applied_operation t,
          lateral (values (t.payload ->> 'memberId'), (t.payload ->> 'keepId'),
            (t.payload ->> 'joinId'), (t.payload ->> 'oneId'), (t.payload ->> 'otherId')) named (id)
        where t.business_id = ${businessId} and t.status = 'parked' and named.id is not null)`,
    ],
    sql` and `,
  )})`
}

async function findWritten({ id, position }: ImportRunRow, { db, businessId }: Tenant) {
  return db
    .select({
      row: importRow,
      member: customer,
      isUntouched: sql<boolean>`${isUntouched(
        sql`${id}::uuid`,
        sql`${customer.id}`,
        sql`${businessId}::uuid`,
      )} and ${customer.note} is null and ${customer.erasedAt} is null`,
    })
    .from(importRow)
    .innerJoin(
      customer,
      and(eq(customer.businessId, importRow.businessId), eq(customer.id, importRow.memberId)),
    )
    .where(
      and(
        eq(importRow.businessId, businessId),
        eq(importRow.runId, id),
        gt(importRow.row, position),
        eq(importRow.outcome, 'written'),
      ),
    )
    .orderBy(asc(importRow.row))
    .limit(serverLimits.importBatch)
}

type Written = Awaited<ReturnType<typeof findWritten>>

/** The points of a member who was joined into another one are there by now. */
async function withKept(written: Written, { db, businessId }: Tenant) {
  const ids = written.flatMap(({ member }) => member.joinedInto ?? [])
  if (ids.length === 0) return written.map((each) => ({ ...each, joined: null }))
  const rows = await db
    .select()
    .from(customer)
    .where(and(eq(customer.businessId, businessId), inArray(customer.id, ids)))
  const kept = new Map(rows.map((row) => [row.id, row]))
  return written.map((each) => {
    const { id, joinedInto, joinedPoints } = each.member
    const member = kept.get(joinedInto ?? '')
    return member
      ? { ...each, member, joined: { id, points: joinedPoints ?? 0 } }
      : { ...each, joined: null }
  })
}

/** The points that a separation gives back to each of these members. */
async function keepBrought(
  brought: ReadonlyMap<string, number>,
  { tenant, version, writes }: ImportContext,
): Promise<void> {
  for (const [id, joinedPoints] of brought) {
    writes.send(
      tenant.db
        .update(customer)
        .set({ joinedPoints, version })
        .where(and(eq(customer.businessId, tenant.businessId), eq(customer.id, id))),
    )
  }
  await writes.flush()
}

async function keepUndone(
  { id, source }: ImportRunRow,
  results: readonly (Undone & { sourceKey: string | null; spentCents: number })[],
  { db, businessId }: Tenant,
): Promise<void> {
  const given = sql`jsonb_to_recordset(${JSON.stringify(results)}::text::jsonb)
    as given(row int, outcome text, "takenBack" int, "undoEntryId" uuid, "sourceKey" text,
      "spentCents" bigint)`
  await db.execute(sql`
    update import_row set outcome = given.outcome, taken_back = given."takenBack",
      undo_entry_id = given."undoEntryId"
    from ${given}
    where import_row.business_id = ${businessId}::uuid and import_row.run_id = ${id}::uuid
      and import_row.row = given.row`)
  await db.execute(sql`
    update import_source kept set points = kept.points - given."takenBack",
      spent_cents = kept.spent_cents - given."spentCents"
    from (select "sourceKey", sum("takenBack")::int as "takenBack",
        sum("spentCents")::bigint as "spentCents" from ${given} group by 1) given
    where kept.business_id = ${businessId}::uuid and kept.source = ${source}
      and kept.source_key = given."sourceKey"`)
}

/** Counts for the dialog that asks before an undo. */
export async function previewImportUndo(
  { importId }: { importId: string },
  rule: TenantRule,
): Promise<ImportUndo> {
  const { db, businessId } = rule
  const run = await findImport(rule, importId)
  if (!run) refuse('not_found')
  await requireNotCountered(run, rule)
  const b = sql`${businessId}::uuid`
  const rows = await db.execute<PreviewedRow>(sql`
    select r.points as given, c.id, c.points, r.is_new as "isNew", k.id as "keptId",
        k.points as "keptPoints", c.joined_points as "joinedPoints",
        ${isUntouched(sql`${importId}::uuid`, sql`c.id`, b)} and c.note is null
          and c.erased_at is null as "isUntouched"
      from import_row r join customer c on c.business_id = ${b} and c.id = r.member_id
        left join customer k on k.business_id = ${b} and k.id = c.joined_into
      where r.business_id = ${b} and r.run_id = ${importId}::uuid and r.outcome = 'written'
      order by r.row`)
  const undone = rows.map((row) => ({ ...row, ...holderOf(row) }))
  const balances = balancesOf(undone)
  const everyone = new Set(undone.map(({ id }) => id))
  const erased = new Set(
    undone.flatMap(({ id, isNew, isUntouched }) => (isNew && isUntouched ? id : [])),
  )
  let [pointsTakenBack, pointsSpent] = [0, 0]
  for (const row of undone) {
    const takenBack = balances.take(row.given, row)
    pointsTakenBack += takenBack
    pointsSpent += row.given - takenBack
  }
  return {
    erased: erased.size,
    kept: everyone.size - erased.size,
    pointsTakenBack,
    pointsSpent,
  }
}

interface PreviewedRow extends Record<string, unknown> {
  given: number
  id: string
  points: number
  isNew: boolean
  keptId: string | null
  keptPoints: number | null
  joinedPoints: number | null
  isUntouched: boolean
}

function holderOf({ id, points, keptId, keptPoints, joinedPoints }: PreviewedRow): Holder {
  if (keptId === null) return { member: { id, points }, joined: null }
  return {
    member: { id: keptId, points: keptPoints ?? 0 },
    joined: { id, points: joinedPoints ?? 0 },
  }
}
