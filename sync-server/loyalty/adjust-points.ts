/** An owner's manual change to a balance, with a reason that the member sees. */
import type { Executor } from '#sync-server/rule/executor.ts'
import { refuse } from '#sync-server/rule/refuse.ts'
import { requireMember } from './member.ts'
import { addPoints, requireRoom, spendPoints } from './points-ledger.ts'

export const adjustPoints: Executor<'points.adjust'> = async (payload, context) => {
  const member = await requireMember(context.tenant, payload.memberId)
  const movement = {
    memberId: member.id,
    reason: 'adjustment',
    points: payload.points,
    description: payload.reason,
    operationId: context.operationId,
  } as const
  requireRoom(member.points, payload.points)
  if (payload.points > 0 || payload.acceptDebt) addPoints(context, movement)
  else if (!(await spendPoints(context, movement))) {
    const message = `The balance is ${member.points} points, so ${-payload.points} can’t be taken off.`
    refuse('points_short', { message })
  }
  return { points: payload.points, memberId: member.id }
}
