/** The oracle's refusals that joins and their undo cause. */
import { type Counted, countedBy, expectedAt } from './expected.ts'
import { Members } from './members.ts'
import type { Case, Reason } from './refusals.ts'

export const joinReasons: Record<string, Reason> = {
  already_joined: (of) => {
    const [one, other] = pairIn(of)
    const { members, counted, version } = around(of)
    if (members.mayMeet(one, other, version).ever) return true
    if (of.saved.name !== 'customer.join') return false
    const own = members.ownIdOf(other)
    const isJoined = members.possible(other, version).some((id) => id !== own)
    return isJoined || hasJoins(own, { members, counted, version })
  },
  not_joined: (of) => {
    const [keepId, joinId] = pairIn(of)
    const { members, version } = around(of)
    const isSeparate = members.possible(joinId, version).includes(members.ownIdOf(joinId))
    return isSeparate || !members.mayMeet(keepId, joinId, version).always
  },
  spent_more: (of) => {
    const [keepId, joinId] = pairIn(of)
    const { members, version } = around(of)
    const moved = Math.max(...members.movedFrom(members.ownIdOf(joinId), version))
    const left = Math.min(
      ...members.possible(keepId, version).map((id) => leastPointsOf(id, version, of)),
    )
    return moved - left > Number(of.saved.payload.spentSeen)
  },
  // The coupon of an undone join stays with the kept member.
  redemption_unknown: (of) =>
    isOfOther(of, 'reward.redeem', (other) => other.payload.couponId === of.saved.payload.couponId),
}

/** Whether what an operation names belongs to another member, since a join was undone. */
export function isOfOther(
  of: Case,
  made: 'reward.redeem' | 'purchase.record' | 'points.adjust',
  isMeant: (other: Counted['saved']) => boolean,
): boolean {
  const { members, counted, version } = around(of)
  const maker = counted.find(({ saved }) => saved.name === made && isMeant(saved))
  if (!maker) return false
  return !members.mayMeet(members.of(maker), of.saved.payload.memberId, version).always
}

/**
 * The lowest balance possible when this was judged: without later gains, with every loss of its
 * version.
 */
export function leastPointsOf(
  memberId: string,
  version: number,
  { book, truth, rules }: Pick<Case, 'book' | 'truth' | 'rules'>,
): number {
  const counted = countedBy(book, truth.ends)
  const before = expectedAt(counted, rules, version - 1).pointsByMember.get(memberId) ?? 0
  return expectedAt(counted, rules, version)
    .movements.filter((each) => each.memberId === memberId && each.version === version)
    .reduce((sum, { least }) => sum + Math.min(0, least), before)
}

function pairIn({ saved: { payload } }: Case): [one: unknown, other: unknown] {
  return [payload.keepId ?? payload.oneId, payload.joinId ?? payload.otherId]
}

function around({ book, truth, end }: Case) {
  const counted = countedBy(book, truth.ends)
  return { counted, members: new Members(counted), version: end.version }
}

/** Whether others were joined into this member at some moment of this version. */
function hasJoins(
  id: string,
  { members, version }: { members: Members; counted: Counted[]; version: number },
): boolean {
  return [...new Set(members.founders.values())].some(
    (other) => other !== id && members.possible(other, version).includes(id),
  )
}
