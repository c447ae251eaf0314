/** An owner's changes to the program, the rule by which a purchase earns points included. */
import { and, eq, isNull } from 'drizzle-orm'
import { toCents } from '#schema/contract/money.ts'
import type { ProgramChanges } from '#schema/contract/program.ts'
import { business, replacedEarningRule } from '#schema/database/business.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { makeUpkeepDue } from './upkeep.ts'

export const changeProgram: Executor<'program.change'> = async (payload, context) => {
  const { tenant, business: row, operationId, version, now } = context
  if (payload.ifUnset) return proposeTimeZone(payload.changes, context)
  if (row.programRevision !== payload.revision) refuse('program_changed_meanwhile')
  const changes = {
    ...columnsOf(payload.changes),
    ...(isOtherRule(payload.changes) && { earningRuleId: operationId }),
    programRevision: operationId,
    version,
  }
  const [changed] = await tenant.db
    .update(business)
    .set(changes)
    .where(and(eq(business.id, tenant.businessId), eq(business.programRevision, payload.revision)))
    .returning({ id: business.id })
  if (!changed) refuse('program_changed_meanwhile')
  if (isOtherRule(payload.changes)) {
    context.writes.append(replacedEarningRule, {
      businessId: tenant.businessId,
      id: row.earningRuleId,
      pointsPerDollar: row.pointsPerDollar,
      minimumPurchaseCents: row.minimumPurchaseCents,
      rounding: row.rounding,
      excludedTenders: row.excludedTenders,
      replacedAt: now,
    })
    await context.writes.flush()
  }
  const { country, timeZone } = payload.changes
  if (country !== undefined || timeZone !== undefined) await makeUpkeepDue(tenant)
  // Later operations of this batch must see the changed program.
  Object.assign(row, changes)
  return { ...payload.changes }
}

/**
 * Records the time zone of the first owner seen. Doesn't change the revision, so a concurrent edit
 * of the program isn't refused.
 */
async function proposeTimeZone(
  { timeZone }: ProgramChanges,
  { tenant, business: row, version }: OperationContext,
): Promise<ProgramChanges> {
  if (timeZone === undefined || row.timeZone !== null) return {}
  await tenant.db
    .update(business)
    .set({ timeZone, version })
    .where(and(eq(business.id, tenant.businessId), isNull(business.timeZone)))
  await makeUpkeepDue(tenant)
  Object.assign(row, { timeZone, version })
  return { timeZone }
}

function isOtherRule(changes: ProgramChanges): boolean {
  const { pointsPerDollar, minimumPurchase, rounding, excludedTenders } = changes
  const parts = [pointsPerDollar, minimumPurchase, rounding, excludedTenders]
  return parts.some((value) => value !== undefined)
}

function columnsOf({ minimumPurchase, postalAddress, askAbove, ...changes }: ProgramChanges) {
  return {
    ...changes,
    ...(postalAddress !== undefined && { postalAddress: postalAddress || null }),
    ...(askAbove !== undefined && { askAboveCents: askAbove === '' ? null : toCents(askAbove) }),
    ...(minimumPurchase !== undefined && { minimumPurchaseCents: toCents(minimumPurchase) }),
  }
}
