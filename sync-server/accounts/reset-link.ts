/**
 * The link in a reset mail: 128 random bits, so it can't be guessed and wrong codes entered by
 * strangers never end it. It is valid for an hour, as long as the mail budget's window, so an
 * attacker who exhausts the budget leaves a working link in the owner's mailbox. The mail to a
 * former address carries one that restores this address within a week (docs/decisions/0331).
 */
import { randomBytes } from 'node:crypto'
import { and, eq, gt, gte, isNull } from 'drizzle-orm'
import { dayMs, minuteMs } from '#schema/contract/time-spans.ts'
import { resetLink } from '#schema/database/one-time-code.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { digestToken } from '#sync-server/secret.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

/** @returns the token; only its digest is stored */
export function issueResetToken(accountId: string, rule: Rule): Promise<string> {
  return issue({ accountId, restoresEmail: null, minutes: serverLimits.resetLinkMinutes }, rule)
}

/** @returns the token that undoes a change of the account's address */
export function issueUndoToken(
  accountId: string,
  restoresEmail: string,
  rule: Rule,
): Promise<string> {
  const minutes = serverLimits.emailUndoDays * (dayMs / minuteMs)
  return issue({ accountId, restoresEmail, minutes }, rule)
}

interface Link {
  accountId: string
  restoresEmail: string | null
  minutes: number
}

async function issue({ minutes, ...link }: Link, { db, now }: Rule): Promise<string> {
  const token = randomBytes(serverLimits.resetTokenBytes).toString('base64url')
  const expiresAt = new Date(now.getTime() + minutes * minuteMs)
  await db
    .insert(resetLink)
    .values({ ...link, tokenHash: digestToken(token), createdAt: now, expiresAt })
  return token
}

/**
 * Uses up a matching token. One that restores an address also deletes the links of this change and
 * of later ones, so a thief can't take the address back; links of earlier changes stay valid.
 * @returns the address to restore, null for none, undefined for a wrong token
 */
export async function takeResetToken(
  accountId: string,
  token: string,
  { db, now }: Rule,
): Promise<string | null | undefined> {
  const [taken] = await db
    .delete(resetLink)
    .where(
      and(
        eq(resetLink.tokenHash, digestToken(token)),
        eq(resetLink.accountId, accountId),
        gt(resetLink.expiresAt, now),
      ),
    )
    .returning()
  if (taken?.restoresEmail) {
    await db
      .delete(resetLink)
      .where(and(eq(resetLink.accountId, accountId), gte(resetLink.createdAt, taken.createdAt)))
  }
  return taken?.restoresEmail ?? (taken && null)
}

/** Invalidates links that were mailed before a reset or a change of address. */
export async function endResetLinks(accountId: string, { db }: Rule): Promise<void> {
  await db
    .delete(resetLink)
    .where(and(eq(resetLink.accountId, accountId), isNull(resetLink.restoresEmail)))
}

/** Invalidates all links of an account that is withdrawn. */
export async function endAllLinks(accountId: string, { db }: Rule): Promise<void> {
  await db.delete(resetLink).where(eq(resetLink.accountId, accountId))
}
