/**
 * Invites: for one use, for seven days. Made by super admins for owners and by owners for staff,
 * mailed to their address with a link that fills the code in, so often and no more; using one is
 * invite-use.ts.
 */
import { and, desc, eq, ilike, isNull, or, type SQL } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import type { Invite } from '#schema/contract/platform.ts'
import { invite } from '#schema/database/invite.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { attemptKey, type Budget, spendBudget } from '#sync-server/rule/attempts.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { newInviteCode } from './crockford.ts'

export type InviteRow = typeof invite.$inferSelect

export interface NewInvite {
  kind: 'owner' | 'staff'
  businessId: string | null
  businessName: string
  email: string
}

export async function createInvite(fields: NewInvite, rule: Rule<SignedIn>): Promise<InviteRow> {
  const { db, by, now } = rule
  const [row] = await db
    .insert(invite)
    .values({
      id: newId(),
      code: newInviteCode(),
      ...fields,
      emailKey: emailKey(fields.email),
      createdBy: by.accountId,
      createdAt: now,
      expiresAt: expiryFrom(now),
    })
    .returning()
  if (!row) throw new Error('The invite was not written')
  await mailInvite(row, rule)
  return row
}

/** Mails an invite again; one that has expired gets a new code and seven more days. */
export async function resendInvite(row: InviteRow, rule: Rule): Promise<InviteRow> {
  const { db, now } = rule
  const renewed =
    row.expiresAt > now ? row : { ...row, code: newInviteCode(), expiresAt: expiryFrom(now) }
  if (renewed !== row) {
    const { code, expiresAt } = renewed
    await db.update(invite).set({ code, expiresAt }).where(eq(invite.id, row.id))
  }
  await mailInvite(renewed, rule)
  return renewed
}

/** @throws Refusal too_many, undoing what was made to be mailed */
async function mailInvite(row: InviteRow, rule: Rule): Promise<void> {
  const { kind, businessName, code } = row
  await spendInviteMail(row, rule)
  await rule.mail({
    recipient: row.email,
    kind: kind === 'owner' ? 'ownerInvite' : 'staffInvite',
    fields: {
      businessName,
      code,
      url: `${rule.config.publicUrl}/signup?code=${code}`,
      expiresOn: row.expiresAt.toISOString(),
    },
    subjectId: row.id,
  })
}

/** Whoever invites: nobody's mailbox is filled, and no business becomes a sender of mass mail. */
async function spendInviteMail(
  { kind, emailKey, businessId }: InviteRow,
  { db, now }: Rule,
): Promise<void> {
  const { inviteMailPauseSeconds, inviteMailsPerHour } = limits
  const budgets: [key: string, budget: Budget][] = [
    [attemptKey('invite.pause', emailKey), { count: 1, windowSeconds: inviteMailPauseSeconds }],
    [attemptKey('invite.hour', emailKey), { count: inviteMailsPerHour, windowSeconds: 3_600 }],
  ]
  if (kind === 'staff' && businessId) {
    const perDay = { count: limits.staffInviteMailsPerBusinessPerDay, windowSeconds: 86_400 }
    budgets.push([attemptKey('invite.day', businessId), perDay])
  }
  for (const [key, budget] of budgets) {
    const retryAfterSeconds = await spendBudget(db, key, budget, now)
    if (retryAfterSeconds > 0) refuse('too_many', { retryAfterSeconds })
  }
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

export async function revokeInvite(row: InviteRow, { db, now }: Rule): Promise<void> {
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
