/**
 * The link in a reset mail: 128 random bits, so it can't be guessed and wrong codes entered by
 * strangers never end it. It is valid for an hour, as long as the mail budget's window, so an
 * attacker who exhausts the budget leaves a working link in the owner's mailbox.
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { resetLink } from '#schema/database/one-time-code.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

/** @returns the token; only its digest is stored */
export async function issueResetToken(accountId: string, { db, now }: Rule): Promise<string> {
  const token = randomBytes(serverLimits.resetTokenBytes).toString('base64url')
  const expiresAt = new Date(now.getTime() + serverLimits.resetLinkMinutes * 60_000)
  await db
    .insert(resetLink)
    .values({ tokenHash: digestOf(token), accountId, createdAt: now, expiresAt })
  return token
}

/** Uses up a matching token. */
export async function takeResetToken(
  accountId: string,
  token: string,
  { db, now }: Rule,
): Promise<boolean> {
  const taken = await db
    .delete(resetLink)
    .where(
      and(
        eq(resetLink.tokenHash, digestOf(token)),
        eq(resetLink.accountId, accountId),
        gt(resetLink.expiresAt, now),
      ),
    )
    .returning({ accountId: resetLink.accountId })
  return taken.length > 0
}

/** Invalidates links mailed before a reset, a change of address or a withdrawal. */
export async function endResetLinks(accountId: string, { db }: Rule): Promise<void> {
  await db.delete(resetLink).where(eq(resetLink.accountId, accountId))
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
