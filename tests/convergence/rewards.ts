/** The oracle's rewards: the terms each was offered on over time, and how often it was redeemed. */
import type { Counted, Rules } from './expected.ts'

export interface Terms {
  points: number
  stock: number | null
  limit: number | null
  isActive: boolean
  isRetired: boolean
}

/** A reward's changes outside of operations; null is its removal. */
export interface RewardFact {
  version: number
  rewardId: string
  terms: Partial<Terms> | null
}

/** The owner's limits for rewards on trust, from this version on; null if trust is off. */
export interface TrustFact {
  version: number
  limits: Trusted | null
}

export interface Trusted {
  /** The highest price. */
  points: number
  /** The highest debt that one device may leave. */
  perDevice: number
}

/** The trust settings possible when something was judged in this version. */
export function trustAround(facts: TrustFact[], version: number): (Trusted | null)[] {
  const before = facts.findLast((fact) => fact.version < version)?.limits ?? null
  return [before, ...facts.filter((fact) => fact.version === version).map(({ limits }) => limits)]
}

export const plainTerms: Terms = {
  points: 1000,
  stock: null,
  limit: null,
  isActive: true,
  isRetired: false,
}

/**
 * The terms possible for what was judged in this version: those before it, and those after each
 * change of the same version, since their order isn't visible from outside.
 */
export function termsAround(
  rewardId: unknown,
  { counted, rules, version }: { counted: Counted[]; rules: Rules; version: number },
): (Terms | null)[] {
  const found: (Terms | null)[] = []
  let current = null as Terms | null
  for (const fact of factsOf(rewardId, counted, rules)) {
    if (fact.version > version) break
    if (fact.version === version) found.push(current)
    current = fact.terms && { ...(current ?? plainTerms), ...fact.terms }
  }
  return [...found, current]
}

function factsOf(rewardId: unknown, counted: Counted[], rules: Rules): RewardFact[] {
  const asked = counted.flatMap(({ saved, end }): RewardFact[] => {
    if (saved.payload.rewardId !== rewardId) return []
    const { version } = end
    if (saved.name === 'reward.create') {
      return [{ version, rewardId: String(rewardId), terms: termsIn(saved.payload) }]
    }
    if (saved.name !== 'reward.change') return []
    const changes = saved.payload.changes as Record<string, unknown>
    return [{ version, rewardId: String(rewardId), terms: termsIn(changes) }]
  })
  const outside = rules.rewardFacts.filter((fact) => fact.rewardId === rewardId)
  return [...outside, ...asked].sort((one, other) => one.version - other.version)
}

function termsIn(payload: Record<string, unknown>): Partial<Terms> {
  return {
    ...(payload.pointsRequired !== undefined && { points: Number(payload.pointsRequired) }),
    ...(payload.stock !== undefined && { stock: payload.stock as number | null }),
    ...(payload.limitPerMember !== undefined && { limit: payload.limitPerMember as number | null }),
    ...(payload.isActive !== undefined && { isActive: Boolean(payload.isActive) }),
    ...(payload.retired === true && { isRetired: true, isActive: false }),
  }
}

/** Every reward's expected final state: 'id points stock limit active retired redeemed'. */
export function rewardsAtEnd(
  counted: Counted[],
  rules: Rules,
  redeemed: ReadonlyMap<string, number>,
): string[] {
  const created = counted.filter(({ saved }) => saved.name === 'reward.create')
  const ids = new Set([
    ...rules.rewardFacts.map(({ rewardId }) => rewardId),
    ...created.map(({ saved }) => String(saved.payload.rewardId)),
  ])
  const version = Number.POSITIVE_INFINITY
  return [...ids]
    .flatMap((id) => {
      const terms = termsAround(id, { counted, rules, version }).at(-1)
      return terms ? [rewardLine({ id, ...terms, redeemed: redeemed.get(id) ?? 0 })] : []
    })
    .sort()
}

export function rewardLine(of: Terms & { id: string; redeemed: number }): string {
  const { id, points, stock, limit, isActive, isRetired, redeemed } = of
  return [id, points, stock, limit, isActive, isRetired, redeemed].join(' ')
}
