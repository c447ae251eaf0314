/**
 * Applies one change to many businesses, each in its own transaction as if made alone: a failure
 * leaves none half-changed, and repeating the call finishes the rest. What they were before is
 * stored first, so that the whole change can be undone for some minutes, by anyone who may make it.
 */
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { CallBody } from '#schema/contract/api.ts'
import { business } from '#schema/database/business.ts'
import { type TenantStanding, tenantChange } from '#schema/database/tenant-change.ts'
import { undoUntil } from '#sync-server/audit/tenant-change.ts'
import type { Transaction } from '#sync-server/database/doors.ts'
import type { BusinessRow } from '#sync-server/loyalty/business.ts'
import type { SignedIn } from '#sync-server/rule/actor.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import type { Rule, Steps } from '#sync-server/rule/rule.ts'
import { changeStanding, lockBusiness, updateStanding } from './business-standing.ts'

interface Changed {
  changeId: string | null
  businessIds: string[]
}

export async function updateBusinesses(
  { businessIds, ...changes }: CallBody<'admin.updateBusinesses'>,
  steps: Steps<SignedIn>,
): Promise<Changed> {
  const changeId = newId()
  const changing = await steps.commit(async (rule) => {
    const wanted = [...new Set(businessIds)]
    const found = await readStandings(rule.db, wanted)
    if (found.length < wanted.length) refuse('not_found')
    const standings = found.filter((each) => !isAlike(each, { ...each, ...changes }))
    if (standings.length > 0) await keepChange({ changeId, standings, changes }, rule)
    return standings
  })
  for (const { id: businessId } of changing) {
    await steps.inTenant(businessId, (rule) => updateStanding(changes, rule))
  }
  const wasUndone = await steps.commit(({ db }) => isUndone(changeId, db))
  if (wasUndone) await giveBack({ standings: changing, ...changes }, steps)
  const ids = changing.map(({ id }) => id)
  return { changeId: ids.length > 0 ? changeId : null, businessIds: ids }
}

/**
 * Skips businesses that an admin changed again. Call it again after a failure to undo the rest. The
 * change may still be running: this undoes what it did before it was marked as undone, and the change
 * undoes its later steps itself.
 */
export async function undoBusinessChange(
  { changeId }: { changeId: string },
  steps: Steps<SignedIn>,
): Promise<{ businessIds: string[]; changedSince: number }> {
  const change = await steps.commit((rule) => findUndoable(changeId, rule))
  await giveBack(change, steps)
  await steps.commit(async (rule) => {
    const undone = await rule.db
      .update(tenantChange)
      .set({ undoneAt: rule.now })
      .where(and(eq(tenantChange.id, changeId), isNull(tenantChange.undoneAt)))
      .returning({ id: tenantChange.id })
    if (undone.length === 0) refuse('change_undo_over')
    await rule.audit('admin.undoBusinessChange', changeId, { businessId: null })
  })
  const businessIds = await giveBack(change, steps)
  return { businessIds, changedSince: change.standings.length - businessIds.length }
}

type Undoable = Partial<Standing> & { standings: TenantStanding[] }

/** @returns the businesses that are as before now */
async function giveBack(
  { standings, ...changes }: Undoable,
  steps: Steps<SignedIn>,
): Promise<string[]> {
  const found = await steps.commit(({ db }) =>
    readStandings(
      db,
      standings.map(({ id }) => id),
    ),
  )
  const now = new Map(found.map((each) => [each.id, each]))
  const back: string[] = []
  for (const before of standings) {
    const { id } = before
    const current = now.get(id)
    if (!current) continue
    const isBack =
      isAlike(current, before) ||
      (await steps.inTenant(id, async (rule) => {
        const locked = await lockBusiness(rule)
        if (!isAlike(toStanding(locked), { ...before, ...changes })) return false
        const { suspended, plan } = before
        await changeStanding(locked, { suspended, plan }, rule)
        return true
      }))
    if (isBack) back.push(id)
  }
  return back
}

async function isUndone(changeId: string, db: Transaction): Promise<boolean> {
  const [change] = await db
    .select({ undoneAt: tenantChange.undoneAt })
    .from(tenantChange)
    .where(eq(tenantChange.id, changeId))
  return Boolean(change?.undoneAt)
}

type Standing = Pick<TenantStanding, 'suspended' | 'plan'>

function isAlike(one: Standing, other: Standing): boolean {
  return one.suspended === other.suspended && one.plan === other.plan
}

async function readStandings(db: Transaction, ids: string[]): Promise<TenantStanding[]> {
  const rows = await db
    .select({ id: business.id, status: business.status, plan: business.plan })
    .from(business)
    .where(inArray(business.id, ids))
  return rows.map(toStanding)
}

function toStanding({ id, status, plan }: Pick<BusinessRow, 'id' | 'status' | 'plan'>) {
  return { id, suspended: status === 'suspended', plan }
}

interface Kept {
  changeId: string
  standings: TenantStanding[]
  changes: Partial<Standing>
}

async function keepChange(
  { changeId, standings, changes }: Kept,
  rule: Rule<SignedIn>,
): Promise<void> {
  const { db, by, now } = rule
  await db.insert(tenantChange).values({
    id: changeId,
    changedBy: by.accountId,
    changedAt: now,
    suspended: changes.suspended ?? null,
    plan: changes.plan ?? null,
    standings,
  })
  await rule.audit('admin.updateBusinesses', changeId, { businessId: null })
}

async function findUndoable(changeId: string, { db, now }: Rule<SignedIn>): Promise<Undoable> {
  const [kept] = await db.select().from(tenantChange).where(eq(tenantChange.id, changeId))
  if (!kept) refuse('not_found')
  if (!undoUntil(kept, now)) refuse('change_undo_over')
  const { standings, suspended, plan } = kept
  return {
    standings,
    ...(suspended !== null && { suspended }),
    ...(plan !== null && { plan }),
  }
}
