/**
 * Recovery codes, for people who lost their passkeys and their app: 80 random bits each, stored as
 * digests, shown once, each good for one sign-in.
 */
import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { recoveryCode } from '#schema/database/second-factor.ts'
import { newInviteCode, normalizeInviteCode } from '#sync-server/platform/crockford.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'

/** Invalidates earlier codes. */
export async function replaceRecoveryCodes(accountId: string, { db }: Rule): Promise<string[]> {
  const codes = Array.from({ length: serverLimits.recoveryCodes }, newInviteCode)
  await db.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId))
  await db
    .insert(recoveryCode)
    .values(codes.map((code) => ({ accountId, codeHash: digestOf(code) })))
  return codes
}

/** Uses up a matching code. */
export async function takeRecoveryCode(
  accountId: string,
  typed: string,
  { db }: Rule,
): Promise<boolean> {
  const taken = await db
    .delete(recoveryCode)
    .where(
      and(
        eq(recoveryCode.accountId, accountId),
        eq(recoveryCode.codeHash, digestOf(normalizeInviteCode(typed))),
      ),
    )
    .returning({ accountId: recoveryCode.accountId })
  return taken.length > 0
}

function digestOf(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
