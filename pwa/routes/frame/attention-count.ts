/** The number of items that need an owner's attention, the same in the menu and on Home. */
import { useMembersInDebt } from '#pwa/loyalty/trust.ts'
import { useDecidedWelcomes } from '#pwa/loyalty/welcome.ts'
import { useCachedCall, useLastAnswer } from '#pwa/session/use-cached-call.ts'
import type { Attention } from '#schema/contract/attention.ts'
import { decidedReasons, type ParkedOperation } from '#schema/contract/sync.ts'

/** Asks the server. @returns the count as far as this device knows it */
export function useAttentionCount(businessId: string): number {
  const { data } = useCachedCall('business.attention', { params: { businessId } })
  const { data: parked } = useCachedCall('business.parked', { params: { businessId } })
  return useCountOf(data, parked)
}

/** For the menu, which is on every screen: counts in the last answers, without asking. */
export function useKnownAttention(businessId: string): number {
  const data = useLastAnswer('business.attention', { params: { businessId } })
  const parked = useLastAnswer('business.parked', { params: { businessId } })
  return useCountOf(data, parked)
}

function useCountOf(data: Attention | undefined, parked: readonly ParkedOperation[] = []): number {
  const decided = useDecidedWelcomes()
  const debts = useMembersInDebt()
  const here = debts.length + parked.filter(needsDecision).length
  if (!data) return here
  const held = data.heldWelcomes.filter(({ memberId }) => !decided.has(memberId))
  const { usedTwice, usedLate, givenAway } = uncountedIn(data)
  const uncounted = usedTwice.length + usedLate.length + givenAway.length
  const refused = refusedIn(data).length
  return held.length + uncounted + manySignUpsIn(data).length + refused + here
}

/** Whether parked work needs the owner's approval; the rest is applied once its reason is gone. */
export function needsDecision({ reason }: ParkedOperation): boolean {
  return decidedReasons.includes(reason)
}

/**
 * Coupons and rewards accepted offline that the server later refused. Answers stored by an earlier
 * version of the app lack some lists.
 */
export function uncountedIn({ usedTwice, usedLate = [], givenAway = [] }: KeptAttention) {
  return { usedTwice, usedLate, givenAway }
}

export function manySignUpsIn({ manySignUps = [] }: KeptAttention) {
  return manySignUps
}

export function refusedIn({ refusedWork = [] }: KeptAttention) {
  return refusedWork
}

type KeptAttention = Pick<Attention, 'usedTwice'> & Partial<Attention>
