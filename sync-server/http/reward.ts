/**
 * Creates and changes rewards through documented calls: the same operations that a device queues.
 */
import { reward } from '#schema/contract/reward.ts'
import type { Verdict } from '#schema/contract/sync.ts'
import { performDocumented, requireStanding } from '#sync-server/engine/documented-calls.ts'
import { findReward } from '#sync-server/loyalty/reward.ts'
import { newId } from '#sync-server/rule/id.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { Answer, type Handler, parked } from './call.ts'

export const createReward: Handler<'business.createReward'> = async (request, server) => {
  const { params, body, actor, origin, context } = request
  const verdict = await performDocumented(server, {
    businessId: params.businessId,
    name: 'reward.create',
    payload: { ...body, rewardId: newId() },
    by: { asker: 'business_admin', accountId: actor.accountId, origin },
    idempotencyKey: context.req.header('idempotency-key'),
    scope: 'POST /rewards',
    hashed: body,
  })
  return answer(verdict, 201)
}

export const changeReward: Handler<'business.changeReward'> = async (request, server) => {
  const { params, body, actor, origin, context } = request
  const { businessId, rewardId } = params
  const { revision, ...changes } = body
  const known = await server.doors.tenant(businessId, (tenant) => findReward(tenant, rewardId))
  if (!known) refuse('not_found')
  const verdict = await performDocumented(server, {
    businessId,
    name: 'reward.change',
    payload: { rewardId, revision, changes },
    by: { asker: 'business_admin', accountId: actor.accountId, origin },
    idempotencyKey: context.req.header('idempotency-key'),
    scope: `PATCH /rewards/${rewardId}`,
    hashed: body,
  })
  return answer(verdict, 200)
}

function answer(verdict: Verdict, status: 200 | 201): Answer<unknown> {
  requireStanding(verdict)
  if (verdict.status === 'parked') return parked(verdict.code)
  // Stored verdicts don't keep key order; parsing restores it, so a repeat returns the same bytes.
  return new Answer(reward.parse(verdict.result?.reward), status)
}
