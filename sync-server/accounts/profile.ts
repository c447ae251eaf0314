/** One's own profile: shown, and changed field by field. */
import { and, eq, gt } from 'drizzle-orm'
import type { User } from '#schema/contract/account.ts'
import type { CallBody } from '#schema/contract/api.ts'
import { account, accountPhoto } from '#schema/database/account.ts'
import { emailChange } from '#schema/database/one-time-code.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type AccountRow, requireAccount } from './account.ts'
import { askEmailChange, forgetEmailChange } from './change-email.ts'
import { requireFreshPassword } from './elevation.ts'

export async function showUser(db: Transaction, accountId: string, now: Date): Promise<User> {
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
  }
}

export async function updateProfile(
  body: CallBody<'auth.updateProfile'>,
  actor: SignedIn,
  origin: Origin,
  server: Pick<Server, 'doors' | 'clock' | 'config'>,
): Promise<User> {
  const now = server.clock.now()
  const { accountId, businessId } = actor
  return server.doors.account(async (db) => {
    const row = await requireAccount(db, accountId)
    const { firstName = row.firstName, lastName = row.lastName } = body
    const phone = body.phone === undefined ? row.phone : body.phone || null
    await db.update(account).set({ firstName, lastName, phone }).where(eq(account.id, accountId))
    if (body.email !== undefined) await changeAddress(db, row, body.email, actor, server)
    const entry = { businessId, act: 'auth.updateProfile', subjectId: accountId }
    await writeAudit(db, actor, origin, entry, now)
    return showUser(db, accountId, now)
  })
}

/** The address that stands already takes an earlier wish back. */
async function changeAddress(
  db: Transaction,
  row: AccountRow,
  email: string,
  actor: SignedIn,
  server: Pick<Server, 'clock' | 'config'>,
): Promise<void> {
  if (emailKey(email) === row.emailKey) {
    await forgetEmailChange(db, row.id)
    await db.update(account).set({ email }).where(eq(account.id, row.id))
    return
  }
  requireFreshPassword(actor, server.clock.now())
  const waitSeconds = await askEmailChange(db, row, email, server)
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
}
