/** Consent to marketing e-mails: the current answer with its date, and an append-only history. */

import { and, asc, eq, isNull, ne, or } from 'drizzle-orm'
import type { ConsentChange, User } from '#schema/contract/account.ts'
import type { CallBody } from '#schema/contract/api.ts'
import { consentTextVersion } from '#schema/contract/consent-text.ts'
import { account, accountConsent } from '#schema/database/account.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule } from '#sync-server/rule/rule.ts'
import { type AccountRow, requireAccount } from './account.ts'
import { showUser } from './show-user.ts'

type Answer = CallBody<'auth.marketingPreferences'>

/** Super admins get no marketing e-mails. Repeating the current answer changes nothing. */
export async function setMarketing(
  { marketingEmailConsent: granted, screen }: Answer,
  rule: Rule<SignedIn>,
): Promise<User> {
  const { db, now, by } = rule
  const { accountId } = by
  if (by.role === 'super_admin') refuse('not_allowed')
  await requireAccount(db, accountId)
  const isNew = or(ne(account.marketingEmail, granted), isNull(account.marketingConsentAt))
  const changed = await db
    .update(account)
    .set({ marketingEmail: granted, marketingConsentAt: now })
    .where(and(eq(account.id, accountId), isNew))
    .returning({ id: account.id })
  if (changed.length > 0) {
    await recordConsent({ accountId, granted, screen: screen ?? 'unknown' }, rule)
    await rule.audit(granted ? 'marketing.agree' : 'marketing.decline', accountId)
  }
  return showUser({}, rule)
}

/** Withdrawing an account also withdraws its marketing consent. */
export async function endMarketing(row: AccountRow, because: string, rule: Rule): Promise<void> {
  if (!row.marketingEmail) return
  await rule.db.update(account).set({ marketingEmail: false }).where(eq(account.id, row.id))
  await recordConsent({ accountId: row.id, granted: false, screen: because }, rule)
}

async function recordConsent(
  consent: { accountId: string; granted: boolean; screen: string },
  { db, now }: Rule,
): Promise<void> {
  await db.insert(accountConsent).values({
    id: newId(),
    ...consent,
    channel: 'email',
    textVersion: consentTextVersion,
    recordedAt: now,
  })
}

export async function listMarketing(
  _: unknown,
  { db, by }: Rule<SignedIn>,
): Promise<ConsentChange[]> {
  const rows = await db
    .select()
    .from(accountConsent)
    .where(eq(accountConsent.accountId, by.accountId))
    .orderBy(asc(accountConsent.recordedAt), asc(accountConsent.id))
  return rows.map(({ channel, granted, textVersion, screen, recordedAt }) => ({
    channel,
    granted,
    textVersion,
    screen,
    recordedAt: recordedAt.toISOString(),
  }))
}
