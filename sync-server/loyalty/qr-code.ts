/** QR codes that open a business's sign-up page. */
import { and, desc, eq, ilike, or } from 'drizzle-orm'
import { customAlphabet } from 'nanoid'
import QRCode from 'qrcode'
import type * as z from 'zod/mini'
import { printedSignUpUrl } from '#schema/contract/address.ts'
import { couponAlphabet } from '#schema/contract/coupon.ts'
import { limits } from '#schema/contract/limits.ts'
import type { CreatedQrCode, newQrCode, QrCode, QrCodeChanges } from '#schema/contract/qr-code.ts'
import { qrCode, signUpCode } from '#schema/database/qr-code.ts'
import type { Tenant } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { newId } from '#sync-server/rule/id.ts'
import {
  continues,
  mapPage,
  type Paged,
  type PageQuery,
  readPage,
  toPaged,
} from '#sync-server/rule/pagination.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { TenantRule } from '#sync-server/rule/rule.ts'
import { requireBusiness, requireWritable } from './business.ts'
import { unfoldedByCode } from './scan.ts'

type QrCodeRow = typeof qrCode.$inferSelect

export async function createQrCode(
  { name, locationName }: z.infer<typeof newQrCode>,
  rule: TenantRule<SignedIn>,
): Promise<CreatedQrCode> {
  const { db, businessId, now } = rule
  const business = await requireBusiness(rule)
  requireWritable(business, now)
  if (!business.features.qrCodes) refuse('feature_off')
  const row: QrCodeRow = {
    businessId,
    id: newId(),
    code: newSignUpCode(),
    name,
    locationName: locationName || null,
    isActive: true,
    retiredAt: null,
    scanCount: 0,
    createdAt: now,
    version: await rule.nextVersion(),
  }
  await db.insert(qrCode).values(row)
  await db.insert(signUpCode).values({ code: row.code, businessId, qrCodeId: row.id })
  await rule.audit('business.createQrCode', row.id)
  return toCreatedQrCode(row, rule.config.publicUrl)
}

/**
 * Renames, pauses, resumes or permanently retires a code. The printed code itself never changes: an
 * inactive code's page says that it leads nowhere, and sign-ups that name it are refused.
 */
export async function changeQrCode(
  { qrCodeId, name, locationName, isActive, retired }: QrCodeChanges & { qrCodeId: string },
  rule: TenantRule<SignedIn>,
): Promise<QrCode> {
  const business = await requireBusiness(rule)
  requireWritable(business, rule.now)
  if (!business.features.qrCodes) refuse('feature_off')
  const { db, businessId, now } = rule
  // Lock first, so that two changes of the same code run one after the other.
  const version = await rule.nextVersion()
  const before = await requireQrCode(rule, qrCodeId)
  if (before.retiredAt) refuse('qr_code_retired')
  const [row] = await db
    .update(qrCode)
    .set({
      ...(name !== undefined && { name }),
      ...(locationName !== undefined && { locationName: locationName || null }),
      ...(isActive !== undefined && { isActive }),
      ...(retired && { isActive: false, retiredAt: now }),
      version,
    })
    .where(and(eq(qrCode.businessId, businessId), eq(qrCode.id, qrCodeId)))
    .returning()
  if (!row) refuse('not_found')
  await rule.audit('business.changeQrCode', qrCodeId)
  const unfolded = await unfoldedByCode(rule)
  return toQrCode({ ...row, scanCount: row.scanCount + (unfolded.get(row.id) ?? 0) })
}

export async function listQrCodes(query: PageQuery, tenant: TenantRule): Promise<Paged<QrCode>> {
  await requireBusiness(tenant)
  const page = readPage(query)
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
  return mapPage(toPaged(withScans, page), toQrCode)
}

export async function readQrCode(
  { qrCodeId }: { qrCodeId: string },
  rule: TenantRule,
): Promise<CreatedQrCode> {
  return toCreatedQrCode(await requireQrCode(rule, qrCodeId), rule.config.publicUrl)
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
    retiredAt: row.retiredAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

/** Adds the printed URL and its 200x200 image. */
async function toCreatedQrCode(row: QrCodeRow, publicUrl: string): Promise<CreatedQrCode> {
  const qrCodeUrl = printedSignUpUrl(publicUrl, row.code)
  const qrCodeDataUrl = await QRCode.toDataURL(qrCodeUrl, {
    width: limits.qrImagePixels,
    margin: limits.qrQuietModules,
    errorCorrectionLevel: 'M',
  })
  return { ...toQrCode(row), qrCodeDataUrl, qrCodeUrl }
}

const letters = customAlphabet(couponAlphabet)

/** 10 letters out of 32, without 0, O, 1 and I: 50 bits, short enough to type from a sticker. */
export function newSignUpCode(): string {
  return letters(10)
}
