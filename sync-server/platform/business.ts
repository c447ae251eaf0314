/** Businesses as the platform sees them: creating and finding them, their status and plan. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { CallBody } from '#schema/contract/api.ts'
import type { Features } from '#schema/contract/business.ts'
import { limits } from '#schema/contract/limits.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { account } from '#schema/database/account.ts'
import { business, businessVersion } from '#schema/database/business.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { BusinessRow } from '#sync-server/loyalty/business.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { findDefaultColors } from './branding.ts'

/** New businesses have all features by default. */
const everyFeature: Features = { qrCodes: true, loyalty: true, whiteLabel: true, analytics: true }

export async function createBusiness(
  db: Transaction,
  fields: CallBody<'admin.createBusiness'>,
  now: Date,
): Promise<BusinessRow> {
  const onTrial = fields.plan === 'trial'
  const [row] = await db
    .insert(business)
    .values({
      id: newId(),
      name: fields.name,
      email: fields.email,
      phone: fields.phone || null,
      businessType: fields.businessType,
      status: onTrial ? 'trial' : 'active',
      plan: fields.plan,
      trialEndsAt: onTrial ? trialEndFrom(now) : null,
      ...(await findDefaultColors(db)),
      features: { ...everyFeature, ...fields.features },
      welcomePoints: limits.welcomePoints,
      welcomeDiscountPercent: serverLimits.welcomeDiscountPercent,
      pointsPerDollar: limits.pointsPerDollar,
      welcomesPerNetworkPerDay: serverLimits.welcomesPerNetworkPerDay,
      createdAt: now,
    })
    .returning()
  if (!row) throw new Error('The business was not written')
  await db.insert(businessVersion).values({ businessId: row.id })
  return row
}

/** The business that a super admin created with this name and e-mail, or null. */
export async function findNamedBusiness(
  db: Transaction,
  { businessName: name, email }: { businessName: string; email: string },
): Promise<BusinessRow | null> {
  const [row] = await db
    .select()
    .from(business)
    .where(
      and(
        eq(sql`lower(${business.name})`, name.toLowerCase()),
        eq(sql`lower(${business.email})`, email.toLowerCase()),
      ),
    )
    .orderBy(desc(business.createdAt))
    .limit(1)
  return row ?? null
}

export async function hasOwner(db: Transaction, businessId: string): Promise<boolean> {
  return (await countOwners(db, businessId)) > 0
}

/** @returns 2 where there are more */
export async function countOwners(db: Transaction, businessId: string): Promise<number> {
  const rows = await db
    .select({ id: account.id })
    .from(account)
    .where(
      and(
        eq(account.businessId, businessId),
        eq(account.role, 'business_admin'),
        isNull(account.withdrawnAt),
      ),
    )
    .limit(2)
  return rows.length
}

export async function findBusiness(db: Transaction, businessId: string): Promise<BusinessRow> {
  const [row] = await db.select().from(business).where(eq(business.id, businessId))
  return row ?? refuse('not_found')
}

export function trialEndFrom(now: Date): Date {
  return new Date(now.getTime() + limits.trialDays * dayMs)
}
