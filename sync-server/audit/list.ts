/** The audit log as its readers see it: newest first, filtered, with names as they are today. */
import { and, desc, eq, gte, inArray, like, lt, or, type SQL } from 'drizzle-orm'
import type { AuditRecord } from '#schema/contract/platform.ts'
import { account } from '#schema/database/account.ts'
import { auditRecord } from '#schema/database/audit-record.ts'
import { platformAuditRecord } from '#schema/database/platform-audit-record.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import {
  mapPage,
  type Page,
  type Paged,
  type PageQuery,
  readPage,
  toPaged,
} from '#sync-server/rule/pagination.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { auditLogRead } from './audit.ts'

export interface AuditQuery extends PageQuery {
  act?: string | undefined
  actor?: string | undefined
  since?: string | undefined
  before?: string | undefined
  outcome?: 'done' | 'refused' | 'parked' | undefined
}

type Row = typeof auditRecord.$inferSelect
type Line = Omit<Row, 'businessId'> & { businessId: string | null; createdAt: Date }
type Table = typeof auditRecord | typeof platformAuditRecord

const auditRows = 200

type Listed = Paged<AuditRecord>

export async function listBusinessAudit(
  { businessId, ...query }: AuditQuery & { businessId: string },
  { db }: Rule,
): Promise<Listed> {
  const page = readAuditPage(query)
  const read = toPaged(await readBusinessLog(db, page, query, businessId), page)
  return toRecords(db, read)
}

/**
 * Over all businesses and the platform itself, merged by time, or one business's. Every business
 * that was looked into says so in its own log.
 */
export async function listAudit(
  { businessId, ...query }: AuditQuery & { businessId?: string | undefined },
  rule: Rule<SignedIn>,
): Promise<Listed> {
  const { db } = rule
  const page = readAuditPage(query)
  const lines = businessId
    ? await readBusinessLog(db, page, query, businessId)
    : await readBothLogs(db, page, query)
  const read = toPaged(lines, page)
  const seen = read.rows.flatMap((row) => row.businessId ?? [])
  await auditLogRead(new Set(seen), rule)
  return toRecords(db, read)
}

async function readBothLogs(db: Transaction, page: Page, query: AuditQuery): Promise<Line[]> {
  const lines = [
    ...(await readBusinessLog(db, page, query)),
    ...(await readPlatformLog(db, page, query)),
  ]
  return lines.sort(newestFirst).slice(0, page.limit + 1)
}

function readAuditPage(query: AuditQuery): Page {
  return readPage({ ...query, limit: query.limit ?? auditRows })
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

async function toRecords(db: Transaction, read: Paged<Line>): Promise<Listed> {
  const { rows } = read
  const ids = [...new Set(rows.flatMap(({ actorId }) => actorId ?? []))]
  const people =
    ids.length === 0
      ? []
      : await db
          .select({ id: account.id, firstName: account.firstName, lastName: account.lastName })
          .from(account)
          .where(inArray(account.id, ids))
  const namesById = new Map(
    people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]),
  )
  return mapPage(read, (row) => toRecord(row, namesById))
}

function toRecord(row: Line, namesById: Map<string, string>): AuditRecord {
  return {
    id: row.id,
    businessId: row.businessId,
    happenedAt: row.happenedAt.toISOString(),
    actorKind: row.actorKind,
    actorId: row.actorId,
    actorName: (row.actorId && namesById.get(row.actorId)) || null,
    act: row.act,
    subject: row.subjectId,
    outcome: row.outcome,
    code: row.code,
    network: row.network,
  }
}
