/** Consent to marketing e-mails: today's answer with its date, and every change of it, kept. */
import { asc, eq } from 'drizzle-orm'
import type { ConsentChange } from '#schema/contract/account.ts'
import { account, accountConsent } from '#schema/database/account.ts'
import type { Origin, SignedIn } from '#sync-server/actor.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { newId } from '#sync-server/id.ts'
import { refuse } from '#sync-server/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { requireAccount } from './account.ts'

/** The wording that was agreed to; a changed text is a new version (trust-ux.md 17). */
const textVersion = '2026-11'

/** Super admins are exempt from marketing e-mails (spec.md §6). */
export async function setMarketing(
  granted: boolean,
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Pick<Server, 'doors' | 'clock'>,
): Promise<void> {
  if (actor.role === 'super_admin') refuse('not_allowed')
  const now = clock.now()
  const { accountId, businessId } = actor
  await doors.account(async (db) => {
    await requireAccount(db, accountId)
    await db
      .update(account)
      .set({ marketingEmail: granted, marketingConsentAt: now })
      .where(eq(account.id, accountId))
    await db.insert(accountConsent).values({
      id: newId(),
      accountId,
      channel: 'email',
      granted,
      textVersion,
      screen: 'email-preferences',
      recordedAt: now,
    })
    const act = granted ? 'marketing.agree' : 'marketing.decline'
    await writeAudit(db, actor, origin, { businessId, act, subjectId: accountId }, now)
  })
}

export async function listMarketing(db: Transaction, accountId: string): Promise<ConsentChange[]> {
  const rows = await db
    .select()
    .from(accountConsent)
    .where(eq(accountConsent.accountId, accountId))
    .orderBy(asc(accountConsent.recordedAt), asc(accountConsent.id))
    .limit(1000)
  return rows.map(({ channel, granted, textVersion, screen, recordedAt }) => ({
    channel,
    granted,
    textVersion,
    screen,
    recordedAt: recordedAt.toISOString(),
  }))
}
