/**
 * Applied operations as lines of a business's activity log. They are read from the operations
 * themselves, so a sale isn't written twice. The log across all businesses omits them, because
 * sales would drown everything else.
 */
import { and, desc, eq, gte, inArray, like, lt, or, type SQL } from 'drizzle-orm'
import { correctable } from '#schema/contract/correction.ts'
import { isLiterally } from '#schema/database/columns.ts'
import { customer } from '#schema/database/customer.ts'
import { appliedOperation } from '#schema/database/operation.ts'
import { pointsEntry } from '#schema/database/points.ts'
import { coupon } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { Page } from '#sync-server/rule/pagination.ts'
import type { AuditQuery, Line } from './line.ts'

type Row = typeof appliedOperation.$inferSelect

/** @returns newest first, with one extra row if there is another page */
export async function readApplied(
  { db, businessId }: Tenant,
  page: Page,
  query: AuditQuery,
): Promise<Line[]> {
  if (query.outcome !== undefined && query.outcome !== 'done') return []
  const rows = await db
    .select()
    .from(appliedOperation)
    .where(
      and(
        eq(appliedOperation.businessId, businessId),
        isLiterally(appliedOperation.status, 'applied'),
        matches(page, query),
      ),
    )
    .orderBy(desc(appliedOperation.settledAt), desc(appliedOperation.operationId))
    .limit(page.limit + 1)
  const names = await readNames({ db, businessId }, rows.flatMap(memberIdsOf))
  const rewards = await readRewards({ db, businessId }, rows.flatMap(couponIdsOf))
  const reasons = await readReasons({ db, businessId }, rows)
  return rows.map((row) => {
    const reward = nameInResult(row) ?? rewards.get(couponIdsOf(row)[0] ?? '')
    const isKnown = memberIdsOf(row).some((id) => names.get(id))
    const reason = isKnown && reasons.get(row.operationId)
    return { ...toLine(row, names), ...(reward && { reward }), ...(reason && { reason }) }
  })
}

function matches({ after }: Page, { act, actor, since, before }: AuditQuery): SQL | undefined {
  const { settledAt, operationId, name, accountId } = appliedOperation
  return and(
    after
      ? or(
          lt(settledAt, after.createdAt),
          and(eq(settledAt, after.createdAt), lt(operationId, after.id)),
        )
      : undefined,
    act ? or(...act.split(',').map((begins) => like(name, `${begins}%`))) : undefined,
    actor ? eq(accountId, actor) : undefined,
    since ? gte(settledAt, new Date(since)) : undefined,
    before ? lt(settledAt, new Date(before)) : undefined,
  )
}

/** Current names of customers; erased customers have none. */
export async function readNames(
  { db, businessId }: Tenant,
  memberIds: string[],
): Promise<Map<string, string>> {
  if (memberIds.length === 0) return new Map()
  const rows = await db
    .select({ id: customer.id, firstName: customer.firstName, lastName: customer.lastName })
    .from(customer)
    .where(and(eq(customer.businessId, businessId), inArray(customer.id, memberIds)))
  return new Map(rows.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim()]))
}

/** The rewards that were redeemed, by their coupons' ids. */
async function readRewards(
  { db, businessId }: Tenant,
  couponIds: string[],
): Promise<Map<string, string>> {
  if (couponIds.length === 0) return new Map()
  const rows = await db
    .select({ id: coupon.id, description: coupon.description })
    .from(coupon)
    .where(and(eq(coupon.businessId, businessId), inArray(coupon.id, couponIds)))
  return new Map(rows.map(({ id, description }) => [id, description]))
}

/** The reasons of adjustments, by operation; erased together with their customers. */
async function readReasons(
  { db, businessId }: Tenant,
  rows: readonly Row[],
): Promise<Map<string, string>> {
  const adjusted = rows.filter(({ name }) => name === 'points.adjust')
  if (adjusted.length === 0) return new Map()
  const entries = await db
    .select({ operationId: pointsEntry.operationId, description: pointsEntry.description })
    .from(pointsEntry)
    .where(
      and(
        eq(pointsEntry.businessId, businessId),
        inArray(pointsEntry.memberId, adjusted.flatMap(memberIdsOf)),
        inArray(
          pointsEntry.operationId,
          adjusted.map(({ operationId }) => operationId),
        ),
      ),
    )
  return new Map(entries.map((entry) => [entry.operationId, entry.description]))
}

/** A redemption's own coupon, or the one that an undo names in its verdict. */
function couponIdsOf({ name, subjectId, result }: Row): string[] {
  const couponId = name === 'reward.redeem' ? subjectId : result?.couponId
  return typeof couponId === 'string' ? [couponId] : []
}

/** A new or changed reward, and a used coupon, are named by their verdicts. */
function nameInResult({ name, result }: Row): string | undefined {
  const of = result?.reward as { name?: unknown } | undefined
  const found = name === 'coupon.use' ? result?.description : of?.name
  return typeof found === 'string' ? found : undefined
}

function memberIdsOf({ result }: Row): string[] {
  return typeof result?.memberId === 'string' ? [result.memberId] : []
}

function toLine(row: Row, names: Map<string, string>): Line {
  const { result } = row
  const [memberId] = memberIdsOf(row)
  return {
    id: row.operationId,
    businessId: row.businessId,
    happenedAt: row.settledAt,
    createdAt: row.settledAt,
    actorKind: row.asker,
    actorId: row.accountId,
    act: row.name,
    subjectId: row.subjectId ?? changedIdOf(row),
    outcome: 'done',
    code: null,
    network: null,
    customer: memberId ? { memberId, name: names.get(memberId) || null } : null,
    amount: amountOf(row),
    points: typeof result?.points === 'number' ? result.points : null,
    ...(row.name === 'customer.change' && { changed: changedFieldsOf(row) }),
  }
}

function changedFieldsOf({ result }: Row) {
  const changed: unknown[] = Array.isArray(result?.changed) ? result.changed : []
  return correctable.filter((field) => changed.includes(field))
}

/** A reversed purchase has a negative amount. */
function amountOf({ name, result }: Row): string | null {
  if (typeof result?.amount !== 'string') return null
  return name === 'purchase.reverse' ? `-${result.amount}` : result.amount
}

/** The changed reward's id, for operations that create nothing. */
function changedIdOf({ result }: Row): string | null {
  const reward = result?.reward as { id?: unknown } | undefined
  return typeof reward?.id === 'string' ? reward.id : null
}
