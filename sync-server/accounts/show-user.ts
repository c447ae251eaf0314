/** Returns your own account as its screens show it. */
import { and, eq, gt } from 'drizzle-orm'
import type { User } from '#schema/contract/account.ts'
import { accountPhoto } from '#schema/database/account.ts'
import { emailChange } from '#schema/database/one-time-code.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { countOwners } from '#sync-server/platform/business.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { type AccountRow, requireAccount } from './account.ts'
import { mayNotGoWithout } from './second-factor.ts'

export async function showUser(_: unknown, { db, by, now, config }: Rule<SignedIn>): Promise<User> {
  const { accountId } = by
  const row = await requireAccount(db, accountId)
  const [photo] = await db
    .select({ id: accountPhoto.id })
    .from(accountPhoto)
    .where(eq(accountPhoto.accountId, accountId))
  const [pending] = await db
    .select({ email: emailChange.email, userId: emailChange.flowId })
    .from(emailChange)
    .where(and(eq(emailChange.accountId, accountId), gt(emailChange.expiresAt, now)))
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    role: row.role,
    businessId: row.businessId,
    profileImageUrl: photo ? `/api/auth/profile/photo/${photo.id}` : null,
    marketingEmailConsent: row.marketingEmail,
    marketingConsentDate: row.marketingConsentAt?.toISOString() ?? null,
    pendingEmail: pending ?? null,
    hasPin: row.pinSetAt !== null,
    till: row.tillName,
    secondFactor: row.secondFactorSince ? 'on' : mayNotGoWithout(row, config) ? 'needed' : 'off',
    ...(row.role === 'business_admin' && { isOnlyOwner: await isOnlyOwner(row, db) }),
  }
}

async function isOnlyOwner({ businessId }: AccountRow, db: Transaction): Promise<boolean> {
  return businessId !== null && (await countOwners(db, businessId)) === 1
}
