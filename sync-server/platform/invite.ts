/**
 * Invites: one use each, for seven days. A registration reserves one, a later registration with the
 * same code takes the reservation over (a mistyped address strands nobody), and the one that proves
 * its address first uses it up.
 */
import { and, desc, eq, gt, ilike, isNull, or, type SQL } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import type { Invite } from '#schema/contract/platform.ts'
import { invite } from '#schema/database/invite.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { queueEmail } from '#sync-server/email/email.ts'
import { newId } from '#sync-server/id.ts'
import { emailKey } from '#sync-server/loyalty/email-key.ts'
import { refuse } from '#sync-server/refuse.ts'
import { newInviteCode, normalizeInviteCode } from './crockford.ts'

export type InviteRow = typeof invite.$inferSelect

export interface NewInvite {
  kind: 'owner' | 'staff'
  businessId: string | null
  businessName: string
  email: string
  createdBy: string
}

export async function createInvite(
  db: Transaction,
  fields: NewInvite,
  publicUrl: string,
  now: Date,
): Promise<InviteRow> {
  const [row] = await db
    .insert(invite)
    .values({
      id: newId(),
      code: newInviteCode(),
      ...fields,
      emailKey: emailKey(fields.email),
      createdAt: now,
      expiresAt: expiryFrom(now),
    })
    .returning()
  if (!row) throw new Error('The invite was not written')
  await mailInvite(db, row, publicUrl, now)
  return row
}

/** Mails an invite again; one that has expired gets a new code and seven more days. */
export async function resendInvite(
  db: Transaction,
  row: InviteRow,
  publicUrl: string,
  now: Date,
): Promise<InviteRow> {
  const renewed =
    row.expiresAt > now ? row : { ...row, code: newInviteCode(), expiresAt: expiryFrom(now) }
  if (renewed !== row) {
    const { code, expiresAt } = renewed
    await db.update(invite).set({ code, expiresAt }).where(eq(invite.id, row.id))
  }
  await mailInvite(db, renewed, publicUrl, now)
  return renewed
}

async function mailInvite(db: Transaction, row: InviteRow, publicUrl: string, now: Date) {
  const { kind, businessName, code } = row
  await queueEmail(
    db,
    {
      recipient: row.email,
      kind: kind === 'owner' ? 'ownerInvite' : 'staffInvite',
      fields: {
        businessName,
        code,
        url: `${publicUrl}/signup?code=${code}`,
        expiresOn: row.expiresAt.toLocaleDateString('en-US', {
          dateStyle: 'long',
          timeZone: 'UTC',
        }),
      },
      subjectId: row.id,
    },
    now,
  )
}

export async function requireUnusedInvite(
  db: Transaction,
  where: SQL | undefined,
): Promise<InviteRow> {
  return (await findUnusedInvite(db, where)) ?? refuse('not_found')
}

/** @param where which of them; one that was used or revoked is none any more */
export async function findUnusedInvite(
  db: Transaction,
  where: SQL | undefined,
): Promise<InviteRow | null> {
  const [row] = await db
    .select()
    .from(invite)
    .where(and(where, isNull(invite.usedAt), isNull(invite.revokedAt)))
    .orderBy(desc(invite.createdAt))
    .limit(1)
    .for('update')
  return row ?? null
}

export async function findUsableInvite(
  db: Transaction,
  typed: string,
  now: Date,
): Promise<InviteRow | null> {
  const [row] = await db
    .select()
    .from(invite)
    .where(and(eq(invite.code, normalizeInviteCode(typed)), isUsable(now)))
  return row ?? null
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

/** @returns the invite, now used up, or null when another registration holds it or has used it */
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

export async function revokeInvite(db: Transaction, row: InviteRow, now: Date): Promise<void> {
  await db.update(invite).set({ revokedAt: now }).where(eq(invite.id, row.id))
}

export const newestInvitesFirst = [desc(invite.createdAt), desc(invite.id)]

export function matchesInvite(pattern: string | null): SQL | undefined {
  if (pattern === null) return undefined
  return or(ilike(invite.businessName, pattern), ilike(invite.email, pattern))
}

/** Invites that a list still shows: neither revoked nor, for staff, used. */
export function isShown(kind: 'owner' | 'staff'): SQL | undefined {
  const unusedIfStaff = kind === 'staff' ? isNull(invite.usedAt) : undefined
  return and(eq(invite.kind, kind), isNull(invite.revokedAt), unusedIfStaff)
}

function isUsable(now: Date): SQL | undefined {
  return and(isNull(invite.usedAt), isNull(invite.revokedAt), gt(invite.expiresAt, now))
}

function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + limits.inviteDays * 86_400_000)
}

export function toInvite(row: InviteRow): Invite {
  return {
    id: row.id,
    code: row.code,
    businessName: row.businessName,
    email: row.email,
    used: row.usedAt !== null,
    expiresAt: row.expiresAt.toISOString(),
  }
}
