/** Consent to marketing e-mails: today's answer with its date, and every change of it, kept. */
import { and, asc, eq, isNull, ne, or } from 'drizzle-orm'
import type { ConsentChange } from '#schema/contract/account.ts'
import type { CallBody } from '#schema/contract/api.ts'
import { account, accountConsent } from '#schema/database/account.ts'
import { writeAudit } from '#sync-server/audit/audit.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { Origin, SignedIn } from '#sync-server/rule/actor.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Server } from '#sync-server/server.ts'
import { type AccountRow, requireAccount } from './account.ts'

type Answer = CallBody<'auth.marketingPreferences'>

/** The wording that was agreed to; a changed text is a new version (trust-ux.md 17). */
const textVersion = '2026-11'

/** Super admins are exempt from marketing e-mails (spec.md §6). The same answer again changes nothing. */
export async function setMarketing(
  { marketingEmailConsent: granted, screen }: Answer,
  actor: SignedIn,
  origin: Origin,
  { doors, clock }: Pick<Server, 'doors' | 'clock'>,
): Promise<void> {
  if (actor.role === 'super_admin') refuse('not_allowed')
  const now = clock.now()
  const { accountId, businessId } = actor
  await doors.account(async (db) => {
    await requireAccount(db, accountId)
    const isNew = or(ne(account.marketingEmail, granted), isNull(account.marketingConsentAt))
    const changed = await db
      .update(account)
      .set({ marketingEmail: granted, marketingConsentAt: now })
      .where(and(eq(account.id, accountId), isNew))
      .returning({ id: account.id })
    if (changed.length === 0) return
    await recordConsent(db, accountId, granted, screen ?? 'unknown', now)
    const act = granted ? 'marketing.agree' : 'marketing.decline'
    await writeAudit(db, actor, origin, { businessId, act, subjectId: accountId }, now)
  })
}

/** Where an account's rights end, so does what it agreed to. */
export async function endMarketing(
  db: Transaction,
  row: AccountRow,
  because: string,
  now: Date,
): Promise<void> {
  if (!row.marketingEmail) return
  await db.update(account).set({ marketingEmail: false }).where(eq(account.id, row.id))
  await recordConsent(db, row.id, false, because, now)
}

async function recordConsent(
  db: Transaction,
  accountId: string,
  granted: boolean,
  screen: string,
  recordedAt: Date,
): Promise<void> {
  const channel = 'email'
  await db
    .insert(accountConsent)
    .values({ id: newId(), accountId, channel, granted, textVersion, screen, recordedAt })
}

export async function listMarketing(db: Transaction, accountId: string): Promise<ConsentChange[]> {
  const rows = await db
    .select()
    .from(accountConsent)
    .where(eq(accountConsent.accountId, accountId))
    .orderBy(asc(accountConsent.recordedAt), asc(accountConsent.id))
  return rows.map(({ channel, granted, textVersion, screen, recordedAt }) => ({
    channel,
    granted,
    textVersion,
    screen,
    recordedAt: recordedAt.toISOString(),
  }))
}
