/**
 * Scans: a person opening a sign-up page, counted once. Appended without touching the business's
 * version row, so a crowd at the sticker doesn't queue behind the till, and periodically folded
 * into the QR code's count.
 */
import { and, count, eq } from 'drizzle-orm'
import { qrCode, scan, scanUnfolded } from '#schema/database/qr-code.ts'
import type { Tenant } from '#sync-server/database/doors.ts'

interface Scanned {
  scanId: string
  qrCodeId: string
  scannedAt: Date
  recordedAt: Date
}

/** Counts the scan unless it was counted before. */
export async function countScan(tenant: Tenant, scanned: Scanned): Promise<void> {
  const counted = await tenant.db
    .insert(scan)
    .values({
      businessId: tenant.businessId,
      id: scanned.scanId,
      qrCodeId: scanned.qrCodeId,
      scannedAt: scanned.scannedAt,
      recordedAt: scanned.recordedAt,
    })
    .onConflictDoNothing()
    .returning({ id: scan.id })
  if (counted.length === 0) return
  await tenant.db.insert(scanUnfolded).values({
    businessId: tenant.businessId,
    scanId: scanned.scanId,
    qrCodeId: scanned.qrCodeId,
  })
}

/** Folds appended scans into the counts that devices pull. @returns how many were folded */
export async function foldScans(tenant: Tenant, version: number): Promise<number> {
  const folded = await tenant.db
    .delete(scanUnfolded)
    .where(eq(scanUnfolded.businessId, tenant.businessId))
    .returning({ qrCodeId: scanUnfolded.qrCodeId })
  const countsByCode = new Map<string, number>()
  for (const { qrCodeId } of folded) {
    countsByCode.set(qrCodeId, (countsByCode.get(qrCodeId) ?? 0) + 1)
  }
  for (const [qrCodeId, scans] of countsByCode) {
    const [row] = await tenant.db
      .select({ scanCount: qrCode.scanCount })
      .from(qrCode)
      .where(and(eq(qrCode.businessId, tenant.businessId), eq(qrCode.id, qrCodeId)))
    await tenant.db
      .update(qrCode)
      .set({ scanCount: (row?.scanCount ?? 0) + scans, version })
      .where(and(eq(qrCode.businessId, tenant.businessId), eq(qrCode.id, qrCodeId)))
  }
  return folded.length
}

/** @returns scans not yet folded, by QR code */
export async function unfoldedByCode(tenant: Tenant): Promise<Map<string, number>> {
  const rows = await tenant.db
    .select({ qrCodeId: scanUnfolded.qrCodeId, scans: count() })
    .from(scanUnfolded)
    .where(eq(scanUnfolded.businessId, tenant.businessId))
    .groupBy(scanUnfolded.qrCodeId)
  return new Map(rows.map((row) => [row.qrCodeId, row.scans]))
}
