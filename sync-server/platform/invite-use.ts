/**
 * Using an invite: a registration reserves it, a later registration with the same code takes the
 * reservation over (a mistyped address strands nobody), and the one that proves its address first
 * uses it up. Each step is one statement: of any number at once, one succeeds.
 */
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import { invite } from '#schema/database/invite.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { normalizeInviteCode } from './crockford.ts'
import type { InviteRow } from './invite.ts'

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

function isUsable(now: Date): SQL | undefined {
  return and(isNull(invite.usedAt), isNull(invite.revokedAt), gt(invite.expiresAt, now))
}
