/**
 * Changing a business's team. Owners invite by e-mail, change roles and remove; a change of rights
 * ends sessions, and a removed person's devices may only hand in what they had saved. A business
 * keeps at least one owner.
 */
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { StaffMember } from '#schema/contract/platform.ts'
import { account } from '#schema/database/account.ts'
import { invite } from '#schema/database/invite.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { requireWritable } from '#sync-server/loyalty/business.ts'
import { findBusiness } from '#sync-server/platform/business.ts'
import {
  createInvite,
  findUnusedInvite,
  resendInvite,
  revokeInvite,
} from '#sync-server/platform/invite.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type AccountRow, findAccount } from './account.ts'
import { requireFreshPassword } from './elevation.ts'
import { endSessions } from './end-session.ts'
import { toInvited, toMember } from './staff.ts'
import { mailClosure, withdrawAccount } from './withdraw.ts'

type Parts = Pick<Server, 'doors' | 'clock' | 'config'>

/** Inviting the same address again mails the same invite again. */
export async function inviteStaff(
  businessId: string,
  email: string,
  actor: SignedIn,
  origin: Origin,
  { doors, clock, config }: Parts,
): Promise<StaffMember> {
  const now = clock.now()
  requireFreshPassword(actor, now)
  return doors.platform(async (db) => {
    const business = await findBusiness(db, businessId)
    requireWritable(business, now)
    const existing = await findAccount(db, email)
    if (existing?.businessId === businessId) refuse('email_taken')
    const standing = await findUnusedInvite(
      db,
      and(isOf(businessId), eq(invite.emailKey, emailKey(email))),
    )
    const row = standing
      ? await resendInvite(db, standing, config.publicUrl, now)
      : await createInvite(
          db,
          {
            kind: 'staff',
            businessId,
            businessName: business.name,
            email,
            createdBy: actor.accountId,
          },
          config.publicUrl,
          now,
        )
    const entry = { businessId, act: 'business.inviteStaff', subjectId: row.id }
    await writeAudit(db, actor, origin, entry, now)
    return toInvited(row)
  })
}

export async function changeStaffRole(
  businessId: string,
  staffId: string,
  role: 'business_admin' | 'staff',
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Parts,
): Promise<StaffMember> {
  const now = clock.now()
  requireFreshPassword(actor, now)
  return doors.account(async (db) => {
    const row = await requireColleague(db, businessId, staffId, actor)
    if (row.role !== role) {
      await db.update(account).set({ role }).where(eq(account.id, row.id))
      await endSessions(db, row.id, now)
    }
    const entry = { businessId, act: 'business.changeStaffRole', subjectId: row.id }
    await writeAudit(db, actor, origin, entry, now)
    return toMember({ ...row, role }, null)
  })
}

/** @param staffId an account's id, or an invite's while it is unused */
export async function removeStaff(
  businessId: string,
  staffId: string,
  actor: SignedIn,
  origin: Origin,
  server: Parts,
): Promise<void> {
  const now = server.clock.now()
  requireFreshPassword(actor, now)
  await server.doors.account(async (db) => {
    const invited = await findUnusedInvite(db, and(isOf(businessId), eq(invite.id, staffId)))
    if (invited) await revokeInvite(db, invited, now)
    else {
      const row = await requireColleague(db, businessId, staffId, actor)
      await withdrawAccount(db, row, 'removed', now)
      await mailClosure(db, row, server)
    }
    const entry = { businessId, act: 'business.removeStaff', subjectId: staffId }
    await writeAudit(db, actor, origin, entry, now)
  })
}

/**
 * Somebody else of the same business. The whole team is locked, in one order, and the asker must
 * still be an owner of it: of two owners who remove each other at once, one stays.
 */
async function requireColleague(
  db: Transaction,
  businessId: string,
  staffId: string,
  actor: SignedIn,
): Promise<AccountRow> {
  const team = await db
    .select()
    .from(account)
    .where(and(eq(account.businessId, businessId), isNull(account.withdrawnAt)))
    .orderBy(asc(account.id))
    .for('update')
  const asker = team.find(({ id }) => id === actor.accountId)
  if (asker?.role !== 'business_admin') refuse('not_signed_in')
  if (staffId === asker.id) {
    refuse('not_allowed', { message: 'Another owner has to change your own role or remove you.' })
  }
  return team.find(({ id }) => id === staffId) ?? refuse('not_found')
}

function isOf(businessId: string) {
  return and(eq(invite.kind, 'staff'), eq(invite.businessId, businessId))
}
