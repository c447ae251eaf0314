/**
 * An owner's changes to rewards. A change names the revision its editor saw: if two owners edit the
 * same reward, the second one is refused and overwrites nothing unseen.
 */
import { and, eq, isNull } from 'drizzle-orm'
import { timeZoneOf } from '#schema/contract/day.ts'
import {
  expiryPassed,
  hasRewardExpired,
  isFreeItemAfter,
  type RewardChanges,
} from '#schema/contract/reward.ts'
import { reward } from '#schema/database/reward.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { Missing, refuse } from '#sync-server/rule/refuse.ts'
import { findReward, toReward } from './reward.ts'

export const createReward: Executor<'reward.create'> = async (payload, context) => {
  const { rewardId, expiryDate, ...terms } = payload
  if (expiryDate !== null) requireAhead(expiryDate, context)
  const [row] = await context.tenant.db
    .insert(reward)
    .values({
      ...terms,
      freeItem: isFreeItemAfter(terms),
      businessId: context.tenant.businessId,
      id: rewardId,
      expiryDate: expiryDate === null ? null : new Date(expiryDate),
      isActive: true,
      revision: context.operationId,
      createdAt: context.now,
      version: context.version,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) refuse('id_taken')
  return { reward: toReward(row) }
}

export const changeReward: Executor<'reward.change'> = async (payload, context) => {
  const { tenant, version, now, operationId } = context
  const { expiryDate } = payload.changes
  const known = await findReward(tenant, payload.rewardId)
  if (!known) throw new Missing(payload.rewardId, 'reward_unavailable')
  if (known.retiredAt) refuse('reward_retired')
  const isOtherExpiry = expiryDate && Date.parse(expiryDate) !== known.expiryDate?.getTime()
  if (isOtherExpiry) requireAhead(expiryDate, context)
  const [row] = await tenant.db
    .update(reward)
    .set({
      ...columnsOf(payload.changes, now),
      freeItem: isFreeItemAfter(payload.changes, known),
      revision: operationId,
      version,
    })
    .where(
      and(
        eq(reward.businessId, tenant.businessId),
        eq(reward.id, payload.rewardId),
        eq(reward.revision, payload.revision),
        isNull(reward.retiredAt),
      ),
    )
    .returning()
  if (!row) refuse('reward_changed_meanwhile')
  return { reward: toReward(row) }
}

/**
 * Checked at the time of the request: a reward that waited on a device past its last day is
 * created, already expired.
 */
function requireAhead(expiryDate: string, { madeAt, business }: OperationContext): void {
  if (!hasRewardExpired({ expiryDate }, madeAt.getTime(), timeZoneOf(business))) return
  refuse('validation_failed', {
    message: expiryPassed,
    errors: [{ field: 'expiryDate', message: expiryPassed }],
  })
}

function columnsOf({ expiryDate, retired, ...changes }: RewardChanges, now: Date) {
  return {
    ...changes,
    ...(expiryDate !== undefined && {
      expiryDate: expiryDate === null ? null : new Date(expiryDate),
    }),
    ...(retired && { retiredAt: now, isActive: false }),
  }
}
