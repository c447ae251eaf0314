/**
 * Single-use invites, valid for seven days. Super admins invite owners and owners invite staff, by
 * a rate-limited mail with a link that fills in the code. invite-use.ts redeems them.
 */
import { and, desc, eq, ilike, isNull, or, type SQL } from 'drizzle-orm'
import { limits } from '#schema/contract/limits.ts'
import type { Invite } from '#schema/contract/platform.ts'
import { dayMs, daySeconds, hourSeconds } from '#schema/contract/time-spans.ts'
import { invite } from '#schema/database/invite.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { attemptKey, type Budget, spendBudget } from '#sync-server/rule/attempts.ts'
import { emailKey } from '#sync-server/rule/email-key.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { openText, type Secrets, sealText } from '#sync-server/secret.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { inviteCodeDigest, newInviteCode } from './crockford.ts'

export type InviteRow = typeof invite.$inferSelect

type Code = Pick<InviteRow, 'codeDigest' | 'sealedCode'>

interface NewInvite {
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

/**
 * An invite that has expired, or whose code can't be decrypted, gets a new code and seven more
 * days.
 */
export async function resendInvite(row: InviteRow, rule: Rule): Promise<InviteRow> {
  const { db, now, config } = rule
  const stands = row.expiresAt > now && openCode(row, config) !== null
  const changes = stands ? {} : { ...newCode(config), expiresAt: expiryFrom(now) }
  if (!stands) await db.update(invite).set(changes).where(eq(invite.id, row.id))
  const sent = { ...row, ...changes }
  await mailInvite(sent, rule)
  return sent
}

/** @throws Refusal too_many, rolling back the invite */
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
      // The code is in the fragment, which proxies never log. No call reveals an invite's address
      // to a caller who has only its code.
      url: `${rule.config.publicUrl}/signup#code=${code}&email=${encodeURIComponent(row.email)}`,
      expiresOn: row.expiresAt.toISOString(),
    },
    subjectId: row.id,
  })
}

/**
 * Caps invite mails per address and per business, so no one can flood a mailbox or send bulk mail.
 */
async function spendInviteMail(
  { kind, emailKey, businessId }: InviteRow,
  { db, now }: Rule,
): Promise<void> {
  const { inviteMailPauseSeconds, inviteMailsPerHour } = serverLimits
  const budgets: [key: string, budget: Budget][] = [
    [attemptKey('invite.pause', emailKey), { count: 1, windowSeconds: inviteMailPauseSeconds }],
    [
      attemptKey('invite.hour', emailKey),
      { count: inviteMailsPerHour, windowSeconds: hourSeconds },
    ],
  ]
  if (kind === 'staff' && businessId) {
    const perDay = {
      count: serverLimits.staffInviteMailsPerBusinessPerDay,
      windowSeconds: daySeconds,
    }
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

/** @param where selects invites; used and revoked ones never match */
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

/** Invites that lists still show: not revoked and, for staff, not used. */
export function isShown(kind: 'owner' | 'staff'): SQL | undefined {
  const unusedIfStaff = kind === 'staff' ? isNull(invite.usedAt) : undefined
  return and(eq(invite.kind, kind), isNull(invite.revokedAt), unusedIfStaff)
}

function expiryFrom(now: Date): Date {
  return new Date(now.getTime() + limits.inviteDays * dayMs)
}

/**
 * Stores a digest for lookup (plain, since 80 random bits need no more) and the sealed code, to
 * show it again.
 */
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
