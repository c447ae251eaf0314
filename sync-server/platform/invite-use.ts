/**
 * Redeems invites: finds the business and checks who may join. A registration reserves an invite, a
 * later one with the same code takes over the reservation (so a mistyped address blocks no one),
 * and the first to verify its address uses it up. Each step is one statement, so only one of
 * several concurrent ones succeeds.
 */
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { invite } from '#schema/database/invite.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { Refusal, refuse } from '#sync-server/rule/refuse.ts'
import { createBusiness, findNamedBusiness, hasOwner } from './business.ts'
import { inviteCodeDigest } from './crockford.ts'
import type { InviteRow } from './invite.ts'

export async function findUsableInvite(
  db: Transaction,
  typed: string,
  now: Date,
): Promise<InviteRow | null> {
  const [row] = await db
    .select()
    .from(invite)
    .where(and(eq(invite.codeDigest, inviteCodeDigest(typed)), isUsable(now)))
  return row ?? null
}

/** @returns the existing business that the invite leads to, or null */
export async function findInvitedBusinessId(
  db: Transaction,
  invite: Pick<InviteRow, 'businessId' | 'businessName' | 'email'>,
): Promise<string | null> {
  return invite.businessId ?? (await findNamedBusiness(db, invite))?.id ?? null
}

/**
 * An invite works only for the invited address, even if others have seen its code. An invite that
 * merely names a business leads there only while that has no owner (docs/decisions/0011).
 * @returns why this address may not use the invite, or null
 */
export async function judgeInvite(
  db: Transaction,
  invite: InviteRow,
  email: string,
): Promise<Refusal | null> {
  const businessId = await findInvitedBusinessId(db, invite)
  const onlyNamed = businessId !== null && invite.businessId === null
  if (onlyNamed && (await hasOwner(db, businessId))) return new Refusal('invite_invalid')
  if (invite.emailKey === emailKey(email)) return null
  const message = 'Use the email address your invite was sent to.'
  return new Refusal('validation_failed', { message, errors: [{ field: 'email', message }] })
}

/**
 * The business that a used invite leads to; creates it on trial if it doesn't exist. Two invites
 * with the same name wait for each other.
 * @throws Refusal code_wrong if it got an owner in the meantime
 */
export async function openInvitedBusiness(
  db: Transaction,
  invite: InviteRow,
  email: string,
  now: Date,
): Promise<string> {
  const { businessName: name, email: invited } = invite
  const words = JSON.stringify([name.toLowerCase(), invited.toLowerCase()])
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${words}, 0))`)
  if (await judgeInvite(db, invite, email)) refuse('code_wrong')
  const standing = await findInvitedBusinessId(db, invite)
  if (standing) return standing
  const fields = { name, email: invited, businessType: 'other', plan: 'trial' } as const
  return (await createBusiness(db, fields, now)).id
}

/** @returns whether the invite could still be reserved */
export async function reserveInvite(
  db: Transaction,
  inviteId: string,
  registrationId: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(invite)
    .set({ reservedBy: registrationId })
    .where(and(eq(invite.id, inviteId), isUsable(now)))
    .returning({ id: invite.id })
  return rows.length > 0
}

/** @returns the invite, now used, or null if another registration has reserved or used it */
export async function takeInvite(
  db: Transaction,
  inviteId: string,
  registrationId: string,
  now: Date,
): Promise<InviteRow | null> {
  const [row] = await db
    .update(invite)
    .set({ usedAt: now })
    .where(
      and(
        eq(invite.id, inviteId),
        eq(invite.reservedBy, registrationId),
        isNull(invite.usedAt),
        isNull(invite.revokedAt),
      ),
    )
    .returning()
  return row ?? null
}

export async function noteInviteUser(
  db: Transaction,
  inviteId: string,
  accountId: string,
): Promise<void> {
  await db.update(invite).set({ usedBy: accountId }).where(eq(invite.id, inviteId))
}

function isUsable(now: Date): SQL | undefined {
  return and(isNull(invite.usedAt), isNull(invite.revokedAt), gt(invite.expiresAt, now))
}
