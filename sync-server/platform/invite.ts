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
import { openText, sealText } from '#sync-server/rule/sealed-text.ts'
import type { Secrets } from '#sync-server/secret.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { inviteCodeDigest, newInviteCode } from './crockford.ts'

export type InviteRow = typeof invite.$inferSelect

type Code = Pick<InviteRow, 'codeDigest' | 'sealedCode'>

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
      ...newCode(rule.config),
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

/** One that has expired, or whose code nobody can say any more, gets a new one and seven more days. */
export async function resendInvite(row: InviteRow, rule: Rule): Promise<InviteRow> {
  const { db, now, config } = rule
  const stands = row.expiresAt > now && openCode(row, config) !== null
  const changes = stands ? {} : { ...newCode(config), expiresAt: expiryFrom(now) }
  if (!stands) await db.update(invite).set(changes).where(eq(invite.id, row.id))
  const sent = { ...row, ...changes }
  await mailInvite(sent, rule)
  return sent
}

/** @throws Refusal too_many, undoing what was made to be mailed */
async function mailInvite(row: InviteRow, rule: Rule): Promise<void> {
  const { kind, businessName } = row
  const code = openCode(row, rule.config)
  if (code === null) throw new Error('The invite has no code to mail')
  await spendInviteMail(row, rule)
  await rule.mail({
    recipient: row.email,
    kind: kind === 'owner' ? 'ownerInvite' : 'staffInvite',
    fields: {
      businessName,
      code,
      // Behind the #, where no log of a proxy sees it.
      url: `${rule.config.publicUrl}/signup#code=${code}`,
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
  const { inviteMailPauseSeconds, inviteMailsPerHour } = serverLimits
  const budgets: [key: string, budget: Budget][] = [
    [attemptKey('invite.pause', emailKey), { count: 1, windowSeconds: inviteMailPauseSeconds }],
    [attemptKey('invite.hour', emailKey), { count: inviteMailsPerHour, windowSeconds: 3_600 }],
  ]
  if (kind === 'staff' && businessId) {
    const perDay = { count: serverLimits.staffInviteMailsPerBusinessPerDay, windowSeconds: 86_400 }
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

/** Looked up by its digest (80 random bits need no more than a plain one), sealed to be shown again. */
function newCode(secrets: Secrets): Code {
  const code = newInviteCode()
  return { codeDigest: inviteCodeDigest(code), sealedCode: sealText('invite code', code, secrets) }
}

function openCode({ sealedCode }: Code, secrets: Secrets): string | null {
  return sealedCode === null ? null : openText('invite code', sealedCode, secrets)
}

export function toInvite(row: InviteRow, secrets: Secrets): Invite {
  return {
    id: row.id,
    code: openCode(row, secrets) ?? '',
    businessName: row.businessName,
    email: row.email,
    used: row.usedAt !== null,
    expiresAt: row.expiresAt.toISOString(),
  }
}
