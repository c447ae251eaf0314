/**
 * Requires a recently entered password for sensitive changes: your address, the team, a business's
 * status, and everything a super admin changes. It lasts a few minutes, in this session only; for
 * owners and staff, signing in counts too.
 */
import { eq } from 'drizzle-orm'
import { session } from '#schema/database/session.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import {
  attemptKey,
  forgetTries,
  loginBackOff,
  tryWithBackOff,
} from '#sync-server/rule/attempts.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { requireAccount } from './account.ts'
import { elevationFrom } from './account-sessions.ts'
import { isPassword } from './password.ts'

/** @throws Refusal password_needed when the password was entered too long ago */
export function requireFreshPassword({ by, now }: Pick<Rule<SignedIn>, 'by' | 'now'>): void {
  if (by.elevatedUntil === null || by.elevatedUntil <= now) refuse('password_needed')
}

export async function elevate(
  { password }: { password: string },
  steps: Steps<SignedIn>,
): Promise<void> {
  const { accountId, sessionId } = steps.by
  await requireOwnPassword(password, steps)
  await steps.commit(async ({ db, now, audit }) => {
    await audit('auth.elevate', accountId)
    await db
      .update(session)
      .set({ elevatedUntil: elevationFrom(now) })
      .where(eq(session.id, sessionId))
  })
}

/** @throws Refusal password_wrong, or too_many after repeated failures */
export async function requireOwnPassword(password: string, steps: Steps<SignedIn>): Promise<void> {
  const { accountId } = steps.by
  const key = attemptKey('elevate', accountId)
  const { row, waitSeconds } = await steps.commit(async ({ db, now }) => ({
    row: await requireAccount(db, accountId),
    waitSeconds: await tryWithBackOff(db, key, loginBackOff, now),
  }))
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
  if (!(await isPassword(password, row.passwordHash, true))) refuse('password_wrong')
  await steps.commit(({ db }) => forgetTries(db, key))
}
