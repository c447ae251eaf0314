/** QR codes that lead to a business's sign-up page. */
import { and, desc, eq, ilike, or } from 'drizzle-orm'
import QRCode from 'qrcode'
import type * as z from 'zod/mini'
import { limits } from '#schema/contract/limits.ts'
import type { CreatedQrCode, newQrCode, QrCode } from '#schema/contract/qr-code.ts'
import { qrCode, signUpCode } from '#schema/database/qr-code.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import { newId } from '#sync-server/rule/id.ts'
import { continues, type Page, type Paged, toPaged } from '#sync-server/rule/pagination.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { nextVersion } from '#sync-server/rule/version.ts'
import { newSignUpCode } from './random-code.ts'
import { unfoldedByCode } from './scan.ts'

export type QrCodeRow = typeof qrCode.$inferSelect

export async function createQrCode(
  tenant: Tenant,
  wanted: z.infer<typeof newQrCode>,
  now: Date,
): Promise<{ row: QrCodeRow; version: number }> {
  const version = await nextVersion(tenant)
  const row: QrCodeRow = {
    businessId: tenant.businessId,
    id: newId(),
    code: newSignUpCode(),
    name: wanted.name,
    locationName: wanted.locationName || null,
    isActive: true,
    scanCount: 0,
    createdAt: now,
    version,
  }
  await tenant.db.insert(qrCode).values(row)
  await tenant.db
    .insert(signUpCode)
    .values({ code: row.code, businessId: row.businessId, qrCodeId: row.id })
  return { row, version }
}

export async function listQrCodes(tenant: Tenant, page: Page): Promise<Paged<QrCodeRow>> {
  const [rows, unfolded] = await Promise.all([
    tenant.db
      .select()
      .from(qrCode)
      .where(
        and(
          eq(qrCode.businessId, tenant.businessId),
          continues(page, qrCode.createdAt, qrCode.id),
          page.pattern
            ? or(ilike(qrCode.name, page.pattern), ilike(qrCode.locationName, page.pattern))
            : undefined,
        ),
      )
      .orderBy(desc(qrCode.createdAt), desc(qrCode.id))
      .limit(page.limit + 1),
    unfoldedByCode(tenant),
  ])
  const withScans = rows.map((row) => ({
    ...row,
    scanCount: row.scanCount + (unfolded.get(row.id) ?? 0),
  }))
  return toPaged(withScans, page)
}

export async function requireQrCode(tenant: Tenant, qrCodeId: string): Promise<QrCodeRow> {
  const [row] = await tenant.db
    .select()
    .from(qrCode)
    .where(and(eq(qrCode.businessId, tenant.businessId), eq(qrCode.id, qrCodeId)))
  return row ?? refuse('not_found')
}

export function toQrCode(row: QrCodeRow): QrCode {
  return {
    id: row.id,
    name: row.name,
    locationName: row.locationName,
    code: row.code,
    scanCount: row.scanCount,
    isActive: row.isActive,
    createdAt: row.createdAt.toISOString(),
  }
}

/** With the address that is printed and its 200x200 image (spec.md §9, decisions.md §2). */
export async function toCreatedQrCode(row: QrCodeRow, publicUrl: string): Promise<CreatedQrCode> {
  const qrCodeUrl = `${publicUrl}/customer-signup/${row.code}`
  const qrCodeDataUrl = await QRCode.toDataURL(qrCodeUrl, {
    width: limits.qrImagePixels,
    margin: 2,
    errorCorrectionLevel: 'M',
  })
  return { ...toQrCode(row), qrCodeDataUrl, qrCodeUrl }
}
