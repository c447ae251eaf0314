/**
 * The link of a reset mail: 128 random bits that cannot be guessed, so that wrong codes entered by
 * strangers never end it. It lives for an hour, as long as the budget for mails lasts: whoever uses
 * that budget up leaves a working link in the right mailbox.
 */
import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt } from 'drizzle-orm'
import { resetLink } from '#schema/database/one-time-code.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

/** @returns the token, which is kept nowhere else than in the mail */
export async function issueResetToken(accountId: string, { db, now }: Rule): Promise<string> {
  const token = randomBytes(serverLimits.resetTokenBytes).toString('base64url')
  const expiresAt = new Date(now.getTime() + serverLimits.resetLinkMinutes * 60_000)
  await db
    .insert(resetLink)
    .values({ tokenHash: digestOf(token), accountId, createdAt: now, expiresAt })
  return token
}

/** A right one is used up. */
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

/** After a reset, a change of address and a withdrawal no earlier mail leads into the account. */
export async function endResetLinks(accountId: string, { db }: Rule): Promise<void> {
  await db.delete(resetLink).where(eq(resetLink.accountId, accountId))
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
