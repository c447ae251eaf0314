/**
 * The rows of a business's export (docs/members.md, part 6): one entry a file, with the columns that
 * a spreadsheet shows. Leaves out coupon codes: anyone who has a code can use it.
 */
import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { auditRecord } from '#schema/database/audit-record.ts'
import { campaign } from '#schema/database/campaign.ts'
import { consentRecord, customer } from '#schema/database/customer.ts'
import { pointsEntry, purchase } from '#schema/database/points.ts'
import { coupon, reward } from '#schema/database/reward.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export type Cell = string | number | boolean | object | null

interface ExportTable {
  table: PgTable & { id: PgColumn; businessId: PgColumn }
  columns: Record<string, PgColumn | SQL>
  only?: SQL
}

const dollars = (cents: PgColumn) => sql`(${cents} / 100.0)::numeric(14, 2)::text`

/** In the order of the archive. */
export const exportTables = {
  members: {
    table: customer,
    columns: {
      memberId: customer.id,
      firstName: customer.firstName,
      lastName: customer.lastName,
      email: customer.email,
      phone: customer.phone,
      birthday: customer.birthday,
      points: customer.points,
      totalSpent: dollars(customer.totalSpentCents),
      emailConsent: customer.marketingEmail,
      smsConsent: customer.marketingSms,
      pushConsent: customer.pushNotifications,
      mailFails: sql`${customer.mailRefusedAt} is not null`,
      welcome: customer.welcome,
      note: customer.note,
      joinedAt: customer.createdAt,
    },
    only: isNull(customer.erasedAt),
  },
  consents: {
    table: consentRecord,
    columns: {
      memberId: consentRecord.memberId,
      channel: consentRecord.channel,
      granted: consentRecord.granted,
      textVersion: consentRecord.textVersion,
      screen: consentRecord.screen,
      recordedAt: consentRecord.recordedAt,
    },
  },
  points: {
    table: pointsEntry,
    columns: {
      id: pointsEntry.id,
      memberId: pointsEntry.memberId,
      reason: pointsEntry.reason,
      points: pointsEntry.points,
      description: pointsEntry.description,
      undoes: pointsEntry.undoes,
      createdAt: pointsEntry.createdAt,
    },
  },
  purchases: {
    table: purchase,
    columns: {
      id: purchase.id,
      memberId: purchase.memberId,
      amount: dollars(purchase.amountCents),
      reversedAmount: dollars(purchase.reversedCents),
      points: purchase.points,
      tender: purchase.tender,
      note: purchase.note,
      recordedBy: purchase.recordedBy,
      recordedAt: purchase.recordedAt,
      reversedAt: purchase.reversedAt,
    },
  },
  coupons: {
    table: coupon,
    columns: {
      id: coupon.id,
      memberId: coupon.memberId,
      source: coupon.source,
      rewardId: coupon.rewardId,
      description: coupon.description,
      discountType: coupon.discountType,
      discountValue: coupon.discountValue,
      freeItem: coupon.freeItem,
      pointsPaid: coupon.pointsPaid,
      issuedAt: coupon.issuedAt,
      expiresAt: coupon.expiresAt,
      usedAt: coupon.usedAt,
      undoneAt: coupon.voidedAt,
    },
  },
  rewards: {
    table: reward,
    columns: {
      id: reward.id,
      name: reward.name,
      description: reward.description,
      pointsRequired: reward.pointsRequired,
      discountType: reward.discountType,
      discountValue: reward.discountValue,
      freeItem: reward.freeItem,
      isActive: reward.isActive,
      stock: reward.stock,
      limitPerMember: reward.limitPerMember,
      redeemedCount: reward.redeemedCount,
      createdAt: reward.createdAt,
      expiryDate: reward.expiryDate,
      removedAt: reward.retiredAt,
    },
  },
  campaigns: {
    table: campaign,
    columns: {
      id: campaign.id,
      name: campaign.name,
      audience: campaign.audience,
      subject: campaign.subject,
      message: campaign.message,
      discountType: campaign.discountType,
      discountValue: campaign.discountValue,
      couponDays: campaign.couponDays,
      isActive: campaign.isActive,
      audienceCount: campaign.audienceCount,
      createdAt: campaign.createdAt,
      finishedAt: campaign.finishedAt,
      removedAt: campaign.retiredAt,
    },
  },
  activity: {
    table: auditRecord,
    columns: {
      happenedAt: auditRecord.happenedAt,
      actorKind: auditRecord.actorKind,
      actorId: auditRecord.actorId,
      act: auditRecord.act,
      subjectId: auditRecord.subjectId,
      outcome: auditRecord.outcome,
      code: auditRecord.code,
    },
  },
} satisfies Record<string, ExportTable>

export type ExportName = keyof typeof exportTables
export const exportNames = Object.keys(exportTables) as ExportName[]
export const columnsOf = (name: ExportName) => Object.keys(exportTables[name].columns)

/** Pages by id, so that neither the database nor this process holds a whole table. */
export async function* readExportTable(
  name: ExportName,
  { db, businessId }: Tenant,
): AsyncGenerator<Record<string, Cell>[]> {
  const { table, columns, only }: ExportTable = exportTables[name]
  let after: string | undefined
  do {
    const rows = await db
      .select({ ...columns, pageKey: table.id })
      .from(table)
      .where(and(eq(table.businessId, businessId), after ? gt(table.id, after) : undefined, only))
      .orderBy(asc(table.id))
      .limit(serverLimits.exportBatch)
    after = rows.length === serverLimits.exportBatch ? String(rows.at(-1)?.pageKey) : undefined
    yield rows.map(({ pageKey: _, ...row }) => row as Record<string, Cell>)
  } while (after)
}
