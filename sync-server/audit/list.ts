/** The activity log for its readers: newest first, filtered, with current names. */
import { and, desc, eq, gte, inArray, like, lt, or, type SQL } from 'drizzle-orm'
import type { AuditRecord } from '#schema/contract/platform.ts'
import { account } from '#schema/database/account.ts'
import { auditRecord } from '#schema/database/audit-record.ts'
import { business } from '#schema/database/business.ts'
import { platformAuditRecord } from '#schema/database/platform-audit-record.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { mapPage, type Page, type Paged, readPage, toPaged } from '#sync-server/rule/pagination.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { readApplied } from './applied.ts'
import { auditLogRead } from './audit.ts'
import type { AuditQuery, Line } from './line.ts'
import { readTenantChanges } from './tenant-change.ts'
import { describeUnapplied } from './unapplied.ts'

type Table = typeof auditRecord | typeof platformAuditRecord
type Listed = Paged<AuditRecord>

/** Lists what was done, refused and parked in one business, including applied operations. */
export async function listBusinessAudit(
  { businessId, ...query }: AuditQuery & { businessId: string },
  steps: Steps<SignedIn>,
): Promise<Listed> {
  const page = readAuditPage(query)
  const applied = await steps.inTenant(businessId, (rule) => readApplied(rule, page, query))
  const lines = await steps.commit(async ({ db }) =>
    merge(page, applied, await readBusinessLog(db, page, query, businessId)),
  )
  const described = await steps.inTenant(businessId, (rule) => describeUnapplied(rule, lines))
  return steps.commit((rule) => toRecords(rule, toPaged(described, page)))
}

/**
 * Lists the records of all businesses and the platform, or of one business. Each business whose
 * records were read gets a record of that in its own log.
 */
export async function listAudit(
  { businessId, ...query }: AuditQuery & { businessId?: string | undefined },
  steps: Steps<SignedIn>,
): Promise<Listed> {
  const read = businessId
    ? await listBusinessAudit({ businessId, ...query }, steps)
    : await listPlatformAudit(query, steps)
  const seen = read.rows.flatMap((row) => row.businessId ?? [])
  await steps.commit((rule) => auditLogRead(new Set(seen), rule))
  return read
}

function listPlatformAudit(query: AuditQuery, steps: Steps<SignedIn>): Promise<Listed> {
  const page = readAuditPage(query)
  return steps.commit(async (rule) => {
    const { db } = rule
    const ofBusinesses = await readBusinessLog(db, page, query)
    const ofPlatform = await readPlatformLog(db, page, query)
    return toRecords(rule, toPaged(merge(page, ofBusinesses, ofPlatform), page))
  })
}

function merge(page: Page, ...logs: Line[][]): Line[] {
  return logs
    .flat()
    .sort(newestFirst)
    .slice(0, page.limit + 1)
}

function readAuditPage(query: AuditQuery): Page {
  return readPage({ ...query, limit: query.limit ?? serverLimits.auditRows })
}

async function readBusinessLog(
  db: Transaction,
  page: Page,
  query: AuditQuery,
  businessId?: string,
): Promise<Line[]> {
  const rows = await db
    .select()
    .from(auditRecord)
    .where(
      and(
        businessId === undefined ? undefined : eq(auditRecord.businessId, businessId),
        matches(auditRecord, page, query),
      ),
    )
    .orderBy(desc(auditRecord.happenedAt), desc(auditRecord.id))
    .limit(page.limit + 1)
  return rows.map((row) => ({ ...row, createdAt: row.happenedAt }))
}

async function readPlatformLog(db: Transaction, page: Page, query: AuditQuery): Promise<Line[]> {
  const rows = await db
    .select()
    .from(platformAuditRecord)
    .where(matches(platformAuditRecord, page, query))
    .orderBy(desc(platformAuditRecord.happenedAt), desc(platformAuditRecord.id))
    .limit(page.limit + 1)
  return rows.map((row) => ({ ...row, businessId: null, createdAt: row.happenedAt }))
}

function matches(table: Table, { after }: Page, query: AuditQuery): SQL | undefined {
  const { act, actor, since, before, outcome } = query
  return and(
    after
      ? or(
          lt(table.happenedAt, after.createdAt),
          and(eq(table.happenedAt, after.createdAt), lt(table.id, after.id)),
        )
      : undefined,
    act ? or(...act.split(',').map((name) => like(table.act, `${name}%`))) : undefined,
    actor ? eq(table.actorId, actor) : undefined,
    since ? gte(table.happenedAt, new Date(since)) : undefined,
    before ? lt(table.happenedAt, new Date(before)) : undefined,
    outcome ? eq(table.outcome, outcome) : undefined,
  )
}

function newestFirst(one: Line, other: Line): number {
  const byTime = other.happenedAt.getTime() - one.happenedAt.getTime()
  return byTime || (one.id < other.id ? 1 : -1)
}

async function toRecords(
  { db, now }: Pick<Rule, 'db' | 'now'>,
  read: Paged<Line>,
): Promise<Listed> {
  const people = await readPeople(db, read.rows)
  const businesses = await readBusinesses(db, read.rows)
  const changes = await readTenantChanges(db, read.rows, now)
  return mapPage(read, (row) => {
    const changed = row.subjectId ? changes.get(row.subjectId) : undefined
    return { ...toRecord(row, people, businesses), ...(changed && { businesses: changed }) }
  })
}

type NamesById = ReadonlyMap<string, string>

async function readPeople(db: Transaction, rows: readonly Line[]): Promise<NamesById> {
  const ids = [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]
  if (ids.length === 0) return new Map()
  const people = await db
    .select({ id: account.id, firstName: account.firstName, lastName: account.lastName })
    .from(account)
    .where(inArray(account.id, ids))
  return new Map(
    people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]),
  )
}

async function readBusinesses(db: Transaction, rows: readonly Line[]): Promise<NamesById> {
  const ids = [...new Set(rows.flatMap(({ businessId }) => businessId ?? []))]
  if (ids.length === 0) return new Map()
  const named = await db
    .select({ id: business.id, name: business.name })
    .from(business)
    .where(inArray(business.id, ids))
  return new Map(named.map(({ id, name }) => [id, name]))
}

function toRecord(row: Line, people: NamesById, businesses: NamesById): AuditRecord {
  return {
    id: row.id,
    businessId: row.businessId,
    businessName: (row.businessId && businesses.get(row.businessId)) || null,
    happenedAt: row.happenedAt.toISOString(),
    actorKind: row.actorKind,
    actorId: row.actorId,
    actorName: (row.actorId && people.get(row.actorId)) || null,
    act: row.act,
    subject: row.subjectId,
    outcome: row.outcome,
    code: row.code,
    network: row.network,
    customer: row.customer ?? null,
    amount: row.amount ?? null,
    points: row.points ?? null,
    ...(row.reward && { reward: row.reward }),
    ...(row.reason && { reason: row.reason }),
    ...(row.changed && { changed: row.changed }),
  }
}
