/**
 * White label: a business's name, colors and logo, changed by its owner or a super admin, and the
 * default colors of new businesses.
 */
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import type { CallBody } from '#schema/contract/api.ts'
import type { BrandColors } from '#schema/contract/branding.ts'
import { type Business, defaultColors } from '#schema/contract/business.ts'
import { hourSeconds } from '#schema/contract/time-spans.ts'
import { business } from '#schema/database/business.ts'
import { businessLogo } from '#schema/database/business-logo.ts'
import { installation } from '#schema/database/installation.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import {
  type BusinessRow,
  requireBusiness,
  requireWritable,
  toBusiness,
} from '#sync-server/loyalty/business.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { attemptKey, spendBudget } from '#sync-server/rule/attempts.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { decodePicture, inPictureTurn } from '#sync-server/rule/picture.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps, TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

export async function updateBranding(
  { name, primaryColor, secondaryColor, accentColor }: CallBody<'business.updateBranding'>,
  rule: TenantRule<SignedIn>,
): Promise<Business> {
  const changes = {
    ...(name && { name }),
    ...(primaryColor && { primaryColor }),
    ...(secondaryColor && { secondaryColor }),
    ...(accentColor && { accentColor }),
    // An owner who saves the proposed branding unchanged agrees to it.
    ...(rule.by.role !== 'super_admin' && { brandAgreed: true }),
  }
  return change(changes, 'business.updateBranding', rule)
}

/** @param png from `encodeLogo` */
export async function saveLogo(
  { png }: { png: Buffer },
  rule: TenantRule<SignedIn>,
): Promise<Business> {
  const logo = { id: newKey(), png, createdAt: rule.now }
  const saved = await change({ logoUrl: `/logo/${logo.id}` }, 'business.uploadLogo', rule)
  await rule.db
    .insert(businessLogo)
    .values({ businessId: rule.businessId, ...logo })
    .onConflictDoUpdate({ target: businessLogo.businessId, set: logo })
  return saved
}

export async function removeLogo(_: unknown, rule: TenantRule<SignedIn>): Promise<Business> {
  const { db, businessId } = rule
  const saved = await change({ logoUrl: null }, 'business.removeLogo', rule)
  await db.delete(businessLogo).where(eq(businessLogo.businessId, businessId))
  return saved
}

async function change(
  changes: Partial<BusinessRow>,
  act: 'business.updateBranding' | 'business.uploadLogo' | 'business.removeLogo',
  rule: TenantRule<SignedIn>,
): Promise<Business> {
  const { db, businessId, by, now } = rule
  const version = await rule.nextVersion()
  const before = await requireBusiness(rule)
  // Super admins may prepare the branding of a business whose owner can't change it.
  if (by.role !== 'super_admin') {
    requireWritable(before, now)
    if (!before.features.whiteLabel) refuse('feature_off')
  }
  await db
    .update(business)
    .set({ ...changes, version })
    .where(eq(business.id, businessId))
  await rule.audit(act, businessId)
  return toBusiness({ ...before, ...changes, version }, now)
}

export async function findLogo({ db, businessId }: Tenant): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ png: businessLogo.png })
    .from(businessLogo)
    .where(eq(businessLogo.businessId, businessId))
  return row?.png ?? null
}

/** Public, like the sign-up page; the id reveals nothing about the business. */
export async function readLogo({ logoId }: { logoId: string }, { db }: Rule): Promise<Uint8Array> {
  const [row] = await db
    .select({ png: businessLogo.png })
    .from(businessLogo)
    .where(eq(businessLogo.id, logoId))
  return row?.png ?? refuse('not_found')
}

/**
 * Returns a PNG, because mail programs don't show WebP. A large one is scaled down until it fits.
 * @throws Refusal photo_unreadable for a damaged file or one that isn't PNG, JPEG or WebP;
 * photo_too_many_pixels
 */
export async function prepareLogo(
  { bytes, businessId }: { bytes: Buffer; businessId: string },
  steps: Steps<SignedIn>,
): Promise<Buffer> {
  if (bytes.length > serverLimits.photoBytes) refuse('photo_too_large')
  const perHour = { count: serverLimits.logosPerBusinessPerHour, windowSeconds: hourSeconds }
  const retryAfterSeconds = await steps.commit(({ db, now }) =>
    spendBudget(db, attemptKey('logo', businessId), perHour, now),
  )
  if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds })
  return inPictureTurn(businessId, () => encodeLogo(bytes))
}

async function encodeLogo(bytes: Buffer): Promise<Buffer> {
  const { logoPixels } = serverLimits
  const upright = await decodePicture(bytes, (picture) =>
    picture
      .rotate()
      .resize(logoPixels, logoPixels, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  )
  for (const pixels of [logoPixels, 512, 256]) {
    const png = await sharp(upright)
      .resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9, palette: pixels < logoPixels })
      .toBuffer()
    if (png.length <= serverLimits.logoBytes) return png
  }
  return refuse('photo_too_large')
}

export async function readDefaultColors(
  _: unknown,
  { db }: Pick<Rule, 'db'>,
): Promise<BrandColors> {
  return findDefaultColors(db)
}

/** Affects new businesses only; existing ones keep the colors their customers know. */
export async function updateDefaultColors(
  changes: CallBody<'admin.updateBranding'>,
  rule: Rule<SignedIn>,
): Promise<BrandColors> {
  if (Object.values(changes).some(Boolean)) {
    await rule.db.update(installation).set(changes)
    await rule.audit('admin.updateBranding', null)
  }
  return findDefaultColors(rule.db)
}

export async function findDefaultColors(db: Transaction): Promise<BrandColors> {
  const [row] = await db.select().from(installation)
  return {
    primaryColor: row?.primaryColor ?? defaultColors.primary,
    secondaryColor: row?.secondaryColor ?? defaultColors.secondary,
    accentColor: row?.accentColor ?? defaultColors.accent,
  }
}
