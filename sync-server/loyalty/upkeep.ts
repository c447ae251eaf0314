/**
 * Daily upkeep of businesses, by whichever server comes first: forgets what is kept for a time only,
 * and completes the contacts that an earlier release or another country left. A business that has
 * nothing of it costs no transaction.
 */
import { and, eq, isNull, lte, max, or, sql } from 'drizzle-orm'
import { dayMs } from '#schema/contract/time-spans.ts'
import { business, businessVersion } from '#schema/database/business.ts'
import { customer } from '#schema/database/customer.ts'
import { tombstone } from '#schema/database/operation.ts'
import { upkeep } from '#schema/database/upkeep.ts'
import type { Tenant, Transaction } from '#sync-server/database/doors.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { foldUnfolded, parseUnparsed } from './contact.ts'
import { forgetCardLinks, withEndedCardLinks } from './emails/card-link.ts'
import { forgetOwnerLinks, withOwnerLinks } from './emails/owner-links.ts'
import { forgetFormerPhones, withFormerPhones } from './former-phone.ts'
import { tidyImports, withImportsToTidy } from './imports/member-import.ts'
import { forgetRules, withOldRules } from './purchase.ts'
import { forgetOldNetworks, withOldNetworks } from './sign-up.ts'

/** Means that contacts are to be completed, as a missing row does. */
const atOnce = new Date(0)

export async function findDueUpkeep(db: Transaction, now: Date): Promise<string[]> {
  const due = await db
    .select({ id: business.id, dueAt: upkeep.dueAt })
    .from(business)
    .leftJoin(upkeep, eq(upkeep.businessId, business.id))
    .where(or(isNull(upkeep.businessId), lte(upkeep.dueAt, now)))
  const found = [
    await withOldNetworks(db, now),
    await withFormerPhones(db, now),
    await withImportsToTidy(db, now),
    await withOwnerLinks(db, now),
    await withEndedCardLinks(db, now),
    await withOldTombstones(db, now),
    await withOldRules(db, now),
  ]
  const withWork = new Set(found.flat().map(({ businessId }) => businessId))
  return due
    .filter(({ id, dueAt }) => !dueAt || dueAt <= atOnce || withWork.has(id))
    .map(({ id }) => id)
}

/** Businesses that have to erase a member now. */
export async function findDueErasures(db: Transaction, now: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: customer.businessId })
    .from(customer)
    .where(lte(customer.erasureDueAt, now))
  return rows.map(({ id }) => id)
}

export async function makeUpkeepDue({ db, businessId }: Tenant): Promise<void> {
  await db.update(upkeep).set({ dueAt: atOnce }).where(eq(upkeep.businessId, businessId))
}

/** @returns whether contacts are left for another step; false if another server was first */
export async function keepUp(tenant: Tenant, now: Date): Promise<boolean> {
  // First, because it locks the business's version, as every other writer does first.
  await forgetTombstones(tenant, now)
  if (!(await takeUpkeep(tenant, now))) return false
  await forgetOldNetworks(tenant, now)
  await forgetFormerPhones(tenant, now)
  await tidyImports(tenant, now)
  await forgetOwnerLinks(tenant, now)
  await forgetCardLinks(tenant, now)
  await forgetRules(tenant, now)
  const completed = [await foldUnfolded(tenant), await parseUnparsed(tenant)]
  if (completed.every((rows) => rows === 0)) return false
  // The next round looks again, for rows that other transactions were writing.
  await makeUpkeepDue(tenant)
  return completed.includes(serverLimits.foldedAtOnce)
}

/**
 * A server that takes it at the same time waits for this transaction and finds it done. A failure
 * rolls it back, so it stays due.
 */
async function takeUpkeep({ db, businessId }: Tenant, now: Date): Promise<boolean> {
  await db.insert(upkeep).values({ businessId, dueAt: now }).onConflictDoNothing()
  const taken = await db
    .update(upkeep)
    .set({ dueAt: new Date(now.getTime() + dayMs) })
    .where(and(eq(upkeep.businessId, businessId), lte(upkeep.dueAt, now)))
    .returning({ businessId: upkeep.businessId })
  return taken.length > 0
}

const isOld = (now: Date) =>
  lte(tombstone.goneAt, new Date(now.getTime() - serverLimits.tombstoneDays * dayMs))

function withOldTombstones(db: Transaction, now: Date) {
  return db.selectDistinct({ businessId: tombstone.businessId }).from(tombstone).where(isOld(now))
}

/**
 * Forgets tombstones by their age. A device whose cursor is older might have missed one, so the same
 * transaction raises the oldest cursor that a pull accepts (docs/sync-protocol.md, "Pull").
 */
async function forgetTombstones({ db, businessId }: Tenant, now: Date): Promise<void> {
  const old = and(eq(tombstone.businessId, businessId), isOld(now))
  const [latest] = await db
    .select({ version: max(tombstone.version) })
    .from(tombstone)
    .where(old)
  const upTo = latest?.version
  if (upTo === null || upTo === undefined) return
  await db
    .update(businessVersion)
    .set({ minCursor: sql`greatest(${businessVersion.minCursor}, ${upTo}::bigint)` })
    .where(eq(businessVersion.businessId, businessId))
  await db.delete(tombstone).where(and(old, lte(tombstone.version, upTo)))
}
