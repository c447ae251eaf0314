/**
 * Decisions about a pair of members. Both orders of a proposal and a separation end alike, because
 * the separation wins until an owner joins the two.
 */
import { memberPair } from '#schema/database/member-pair.ts'
import type { OperationContext } from '#sync-server/rule/context.ts'
import type { Executor } from '#sync-server/rule/executor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { requireMember } from './member.ts'

export const proposePair: Executor<'pair.propose'> = (pair, context) =>
  keepPair(pair, { proposedAt: context.now }, context)

export const separatePair: Executor<'pair.separate'> = (pair, context) =>
  keepPair(pair, { separatedAt: context.now }, context)

async function keepPair(
  { oneId, otherId }: { oneId: string; otherId: string },
  decision: { proposedAt: Date } | { separatedAt: Date },
  { tenant, writes }: OperationContext,
) {
  await writes.flush()
  const one = await requireMember(tenant, oneId)
  const other = await requireMember(tenant, otherId)
  if (one.id === other.id) refuse('already_joined')
  // An alias may have led to another order.
  const [first = '', second = ''] = [one.id, other.id].sort()
  await tenant.db
    .insert(memberPair)
    .values({ businessId: tenant.businessId, oneId: first, otherId: second, ...decision })
    .onConflictDoUpdate({
      target: [memberPair.businessId, memberPair.oneId, memberPair.otherId],
      set: decision,
    })
  return { memberId: one.id, otherId: other.id }
}
