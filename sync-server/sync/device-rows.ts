/**
 * What a device holds of each table, as its role may see it (decisions.md §3.10): staff get masked
 * e-mail and the last four digits of phones, owners get everything.
 */
import { and, asc, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { limits } from '#schema/contract/limits.ts'
import type { DeviceRow, DeviceTable, View } from '#schema/contract/sync.ts'
import { business } from '#schema/database/business.ts'
import { customer } from '#schema/database/customer.ts'
import { pointsEntry, purchase } from '#schema/database/points.ts'
import { qrCode } from '#schema/database/qr-code.ts'
import { coupon, reward } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { toBusiness } from '#sync-server/loyalty/business.ts'
import { toCoupon } from '#sync-server/loyalty/coupon.ts'
import { toCustomer } from '#sync-server/loyalty/customer.ts'
import { toPointsEntry, toPurchase } from '#sync-server/loyalty/history.ts'
import { toQrCode } from '#sync-server/loyalty/qr-code.ts'
import { toReward } from '#sync-server/loyalty/reward.ts'
import type { Position } from './cursor.ts'

export interface VersionedRow {
  id: string
  version: number
}

export interface RowRange {
  /** Newest first for a snapshot, oldest first for changes. */
  order: 'newest' | 'oldest'
  after: Position | null
  /** Inclusive. */
  upTo: number
  limit: number
  now: Date
}

interface DeviceSource<Table extends DeviceTable> {
  select(tenant: Tenant, range: RowRange): Promise<VersionedRow[]>
  toRow(row: never, view: View, now: Date): DeviceRow<Table>
}

const dayMs = 86_400_000

/** In the order in which a snapshot sends them: what a counter needs first comes first. */
export const snapshotTables = [
  'business',
  'reward',
  'qrCode',
  'customer',
  'coupon',
  'purchase',
  'pointsEntry',
] as const satisfies readonly DeviceTable[]

export const deviceSources: { [Table in DeviceTable]: DeviceSource<Table> } = {
  business: {
    select: (tenant, range) =>
      tenant.db
        .select()
        .from(business)
        .where(and(eq(business.id, tenant.businessId), within(business, range)))
        .orderBy(...ordered(business, range))
        .limit(range.limit),
    toRow: (row: typeof business.$inferSelect, _view, now) => toBusiness(row, now),
  },
  reward: {
    select: (tenant, range) =>
      tenant.db
        .select()
        .from(reward)
        .where(and(eq(reward.businessId, tenant.businessId), within(reward, range)))
        .orderBy(...ordered(reward, range))
        .limit(range.limit),
    toRow: toReward,
  },
  qrCode: {
    select: (tenant, range) =>
      tenant.db
        .select()
        .from(qrCode)
        .where(and(eq(qrCode.businessId, tenant.businessId), within(qrCode, range)))
        .orderBy(...ordered(qrCode, range))
        .limit(range.limit),
    toRow: toQrCode,
  },
  customer: {
    select: (tenant, range) =>
      tenant.db
        .select()
        .from(customer)
        .where(
          and(
            eq(customer.businessId, tenant.businessId),
            isNull(customer.erasedAt),
            within(customer, range),
          ),
        )
        .orderBy(...ordered(customer, range))
        .limit(range.limit),
    toRow: (row: typeof customer.$inferSelect, view) => toCustomer(row, view === 'owner'),
  },
  coupon: {
    select: (tenant, range) =>
      tenant.db
        .select()
        .from(coupon)
        .where(
          and(
            eq(coupon.businessId, tenant.businessId),
            within(coupon, range),
            range.order === 'newest'
              ? and(isNull(coupon.usedAt), gt(coupon.expiresAt, range.now))
              : undefined,
          ),
        )
        .orderBy(...ordered(coupon, range))
        .limit(range.limit),
    toRow: toCoupon,
  },
  purchase: {
    select: (tenant, range) =>
      tenant.db
        .select()
        .from(purchase)
        .where(
          and(
            eq(purchase.businessId, tenant.businessId),
            within(purchase, range),
            recent(purchase.recordedAt, range),
          ),
        )
        .orderBy(...ordered(purchase, range))
        .limit(range.limit),
    toRow: toPurchase,
  },
  pointsEntry: {
    select: (tenant, range) =>
      tenant.db
        .select()
        .from(pointsEntry)
        .where(
          and(
            eq(pointsEntry.businessId, tenant.businessId),
            within(pointsEntry, range),
            recent(pointsEntry.createdAt, range),
          ),
        )
        .orderBy(...ordered(pointsEntry, range))
        .limit(range.limit),
    toRow: toPointsEntry,
  },
}

type VersionedColumns = { id: PgColumn; version: PgColumn }

function within(table: VersionedColumns, { after, order, upTo }: RowRange): SQL | undefined {
  const edge = sql`(${table.version}, ${table.id})`
  const rest = after
    ? order === 'newest'
      ? sql`${edge} < (${after.version}, ${after.id}::uuid)`
      : sql`${edge} > (${after.version}, ${after.id}::uuid)`
    : undefined
  return and(lte(table.version, upTo), rest)
}

function ordered(table: VersionedColumns, { order }: RowRange): SQL[] {
  const direction = order === 'newest' ? desc : asc
  return [direction(table.version), direction(table.id)]
}

/** A snapshot leaves out old history; what changes later comes whatever its age. */
function recent(at: PgColumn, { order, now }: RowRange): SQL | undefined {
  if (order === 'oldest') return undefined
  return or(gt(at, new Date(now.getTime() - limits.deviceHistoryDays * dayMs)))
}
