/** One business’s page for a super admin: its people, usage and the super admins’ notes. */
import { and, desc, eq, gte, max, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { CallBody } from '#schema/contract/api.ts'
import { fromCents } from '#schema/contract/money.ts'
import type { TenantNote, TenantPage } from '#schema/contract/tenant.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { account } from '#schema/database/account.ts'
import { activityHour } from '#schema/database/activity.ts'
import { businessVersion } from '#schema/database/business.ts'
import { tenantNote } from '#schema/database/tenant-note.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import { countHeldMails } from '#sync-server/email/daily-ceiling.ts'
import { lastActivity } from '#sync-server/loyalty/activity/activity-source.ts'
import { readProgress } from '#sync-server/loyalty/activity/close-activity.ts'
import { toBusiness } from '#sync-server/loyalty/business.ts'
import { findBusiness } from '#sync-server/platform/business.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { Rule, Steps, TenantRule } from '#sync-server/rule/rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { requireAccount } from './account.ts'
import { listStaff } from './staff.ts'

interface OfTenant {
  businessId: string
}

export async function readTenantPage({ businessId }: OfTenant, steps: Steps): Promise<TenantPage> {
  const page = await steps.commit(async (rule) => {
    const row = await findBusiness(rule.db, businessId)
    return {
      business: toBusiness(row, rule.now),
      people: await listStaff({ businessId }, rule),
      usage: await readUsage(businessId, rule),
      notes: await listNotes(businessId, rule.db),
      mailsHeld: await countHeldMails(rule.db, businessId, rule.now),
    }
  })
  // The platform's login may not read a business's scans and points.
  const current = await steps.inTenant(businessId, readCurrentActivity)
  return current ? { ...page, usage: { ...page.usage, lastActiveAt: current } } : page
}

/** Closed hours only; the current hour isn't included. */
async function readUsage(businessId: string, { db, now }: Rule): Promise<TenantPage['usage']> {
  const since = new Date(now.getTime() - serverLimits.figuresDays * dayMs)
  const sum = (column: PgColumn) => sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number)
  const [lately] = await db
    .select({
      signUps: sum(activityHour.signUps),
      scans: sum(activityHour.scans),
      purchases: sum(activityHour.purchases),
      redemptions: sum(activityHour.redemptions),
      cents: sum(activityHour.revenueCents),
    })
    .from(activityHour)
    .where(and(eq(activityHour.businessId, businessId), gte(activityHour.hour, since)))
  const [ever] = await db
    .select({ lastActiveAt: max(activityHour.hour) })
    .from(activityHour)
    .where(eq(activityHour.businessId, businessId))
  const [kept] = await db
    .select({ members: businessVersion.members })
    .from(businessVersion)
    .where(eq(businessVersion.businessId, businessId))
  return {
    customers: kept?.members ?? 0,
    signUps: lately?.signUps ?? 0,
    scans: lately?.scans ?? 0,
    purchases: lately?.purchases ?? 0,
    redemptions: lately?.redemptions ?? 0,
    revenue: fromCents(lately?.cents ?? 0),
    lastActiveAt: ever?.lastActiveAt?.toISOString() ?? null,
  }
}

/** When anything last happened in the hours that aren't closed. */
async function readCurrentActivity(tenant: TenantRule): Promise<string | null> {
  const { db, businessId, now } = tenant
  const { closedUntil } = await readProgress(tenant)
  const open = { businessId, from: closedUntil, to: new Date(now.getTime() + 1) }
  const [current] = await db.execute<{ at: string | null }>(lastActivity(open))
  return current?.at ? new Date(current.at).toISOString() : null
}

async function listNotes(businessId: string, db: Transaction): Promise<TenantNote[]> {
  const rows = await db
    .select({
      note: tenantNote,
      firstName: account.firstName,
      lastName: account.lastName,
    })
    .from(tenantNote)
    .leftJoin(account, eq(account.id, tenantNote.writtenBy))
    .where(eq(tenantNote.businessId, businessId))
    .orderBy(desc(tenantNote.writtenAt), desc(tenantNote.id))
    .limit(serverLimits.tenantNotesShown)
  return rows.map(({ note, firstName, lastName }) => ({
    id: note.id,
    text: note.text,
    writtenAt: note.writtenAt.toISOString(),
    author: `${firstName ?? ''} ${lastName ?? ''}`.trim() || null,
  }))
}

export async function addTenantNote(
  { businessId, text }: OfTenant & CallBody<'admin.addNote'>,
  rule: Rule<SignedIn>,
): Promise<TenantNote> {
  const { db, by, now } = rule
  await findBusiness(db, businessId)
  const author = await requireAccount(db, by.accountId)
  const note = { id: newId(), businessId, text, writtenBy: by.accountId, writtenAt: now }
  await db.insert(tenantNote).values(note)
  await rule.audit('admin.addNote', note.id, { businessId: null })
  return {
    id: note.id,
    text,
    writtenAt: now.toISOString(),
    author: `${author.firstName} ${author.lastName}`,
  }
}
