/**
 * A fresh password for what matters: changing one's address, one's team, a business's standing, and
 * everything a super admin changes inside a business (trust-ux.md 6 and 12). It stands for some
 * minutes, in this session only; for owners and staff the sign-in itself counts.
 */
import { eq } from 'drizzle-orm'
import { session } from '#schema/database/session.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { attemptKey, forgetTries, tryWithBackOff } from '#sync-server/rule/attempts.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { requireAccount } from './account.ts'
import { isPassword } from './password.ts'
import { elevationFrom } from './session.ts'
import { perAddress } from './sign-in-limit.ts'

/** @throws Refusal password_needed when it was given too long ago */
export function requireFreshPassword(actor: SignedIn, now: Date): void {
  if (actor.elevatedUntil === null || actor.elevatedUntil <= now) refuse('password_needed')
}

export async function elevate(
  password: string,
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Pick<Server, 'doors' | 'clock'>,
): Promise<void> {
  const now = clock.now()
  const { accountId, sessionId, businessId } = actor
  const key = attemptKey('elevate', accountId)
  const { row, waitSeconds } = await doors.account(async (db) => ({
    row: await requireAccount(db, accountId),
    waitSeconds: await tryWithBackOff(db, key, perAddress, now),
  }))
  if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds })
  const right = await isPassword(password, row.passwordHash)
  if (!right) refuse('password_wrong')
  await doors.account(async (db) => {
    const entry = { businessId, act: 'auth.elevate', subjectId: accountId }
    await writeAudit(db, actor, origin, entry, now)
    await forgetTries(db, key)
    await db
      .update(session)
      .set({ elevatedUntil: elevationFrom(now) })
      .where(eq(session.id, sessionId))
  })
}
