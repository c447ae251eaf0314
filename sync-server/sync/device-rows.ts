/**
 * The rows of each table that a device holds, as its role may see them (docs/product.md, "Who uses
 * it"): staff get masked e-mail and the last four digits of phones, owners get everything.
 */
import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DeviceRow, DeviceTable, View } from '#schema/contract/sync.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { business } from '#schema/database/business.ts'
import { customer } from '#schema/database/customer.ts'
import { pointsEntry, purchase } from '#schema/database/points.ts'
import { qrCode } from '#schema/database/qr-code.ts'
import { coupon, reward } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { toBusiness } from '#sync-server/loyalty/business.ts'
import { toHeldCoupon } from '#sync-server/loyalty/coupon.ts'
import { toHeldCustomer, toMemberJoin } from '#sync-server/loyalty/customer.ts'
import { toPointsEntry, toPurchase } from '#sync-server/loyalty/history.ts'
import { isListed } from '#sync-server/loyalty/member.ts'
import { toQrCode } from '#sync-server/loyalty/qr-code.ts'
import { toReward } from '#sync-server/loyalty/reward.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { Position } from './cursor.ts'

export interface VersionedRow {
  id: string
  version: number
}

interface RowRange {
  /** Newest first for a snapshot, oldest first for changes. */
  order: 'newest' | 'oldest'
  after: Position | null
  /** Inclusive. */
  upTo: number
  limit: number
  now: Date
}

export interface DeviceSource<Table extends DeviceTable> {
  table: PgTable
  /** The row's business, and its position in the order of all changes. */
  businessId: PgColumn
  version: PgColumn
  id: PgColumn
  /** The condition of a table's rows that share it with another's, with an index of its own. */
  among?: SQL
  /** Limits the rows that a device holds at all. */
  only?: (range: RowRange) => SQL | undefined
  /** Limits the rows that every device is sure to hold, for the checksum. */
  held?: (since: Date) => SQL | undefined
  /** A further column in the checksum, beside id and version. */
  points?: PgColumn
  toRow(row: never, view: View, now: Date): DeviceRow<Table>
}

/** In the order in which a snapshot sends them: what a counter needs first. */
export const snapshotTables = [
  'business',
  'reward',
  'qrCode',
  'customer',
  'coupon',
  'purchase',
  'pointsEntry',
  'memberJoin',
] as const satisfies readonly DeviceTable[]

export const deviceSources: { [Table in DeviceTable]: DeviceSource<Table> } = {
  business: {
    ...keptBy(business, business.id),
    toRow: (row: typeof business.$inferSelect, _view, now) => toBusiness(row, now),
  },
  reward: {
    ...keptBy(reward, reward.businessId),
    points: reward.pointsRequired,
    toRow: toReward,
  },
  qrCode: { ...keptBy(qrCode, qrCode.businessId), toRow: toQrCode },
  customer: {
    ...keptBy(customer, customer.businessId),
    only: () => isListed,
    held: () => isListed,
    points: customer.points,
    toRow: (row: typeof customer.$inferSelect, view) => toHeldCustomer(row, view === 'owner'),
  },
  coupon: {
    ...keptBy(coupon, coupon.businessId),
    // Includes recently ended ones, so a device can say offline when one was used.
    only: (range) => {
      const usedLately = recent(coupon.usedAt, range)
      return (
        usedLately && and(recent(coupon.expiresAt, range), or(isNull(coupon.usedAt), usedLately))
      )
    },
    held: (since) =>
      and(gte(coupon.expiresAt, since), or(isNull(coupon.usedAt), gte(coupon.usedAt, since))),
    toRow: toHeldCoupon,
  },
  purchase: {
    ...keptBy(purchase, purchase.businessId),
    only: (range) => recent(purchase.recordedAt, range),
    held: (since) => gte(purchase.recordedAt, since),
    points: purchase.points,
    toRow: toPurchase,
  },
  pointsEntry: {
    ...keptBy(pointsEntry, pointsEntry.businessId),
    only: (range) => recent(pointsEntry.createdAt, range),
    held: (since) => gte(pointsEntry.createdAt, since),
    points: pointsEntry.points,
    toRow: toPointsEntry,
  },
  memberJoin: {
    ...keptBy(customer, customer.businessId),
    among: isNotNull(customer.joinedInto),
    only: () => isNull(customer.erasedAt),
    held: () => isNull(customer.erasedAt),
    points: customer.joinedPoints,
    toRow: (row: typeof customer.$inferSelect, view) => toMemberJoin(row, view === 'owner'),
  },
}

function keptBy(table: PgTable & { version: PgColumn; id: PgColumn }, businessId: PgColumn) {
  return { table, businessId, version: table.version, id: table.id }
}

/** One statement for every table; only the order and the row filter differ. */
export async function selectRows(
  name: DeviceTable,
  tenant: Tenant,
  range: RowRange,
): Promise<VersionedRow[]> {
  const { table, businessId, version, id, among, only } = deviceSources[name]
  const direction = range.order === 'newest' ? desc : asc
  const rows = await tenant.db
    .select()
    .from(table)
    .where(
      and(
        eq(businessId, tenant.businessId),
        lte(version, range.upTo),
        range.after ? behind({ version, id }, range.after, range.order) : undefined,
        among,
        only?.(range),
      ),
    )
    .orderBy(direction(version), direction(id))
    .limit(range.limit)
  return rows as unknown as VersionedRow[]
}

/** Rows after a position, in the given order. */
function behind(
  { version, id }: { version: PgColumn; id: PgColumn },
  after: Position,
  order: RowRange['order'],
): SQL {
  const edge = sql`(${version}, ${id})`
  return order === 'newest'
    ? sql`${edge} < (${after.version}, ${after.id}::uuid)`
    : sql`${edge} > (${after.version}, ${after.id}::uuid)`
}

/** A snapshot omits old history; later changes come whatever their age. */
function recent(at: PgColumn, { order, now }: RowRange): SQL | undefined {
  if (order === 'oldest') return undefined
  return gt(at, new Date(now.getTime() - serverLimits.deviceHistoryDays * dayMs))
}
