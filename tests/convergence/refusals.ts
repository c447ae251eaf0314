/** Checks refusals: each one needs a reason in what people had requested. */
import { type Book, createdBy, neededBy, type Saved } from './book.ts'
import { hasOtherCorrection } from './corrections.ts'
import {
  centsOf,
  codeOf,
  countedBy,
  expectedAt,
  findWelcomed,
  type Rules,
  unitsPerPoint,
} from './expected.ts'
import { isOfOther, joinReasons, leastPointsOf } from './join-refusals.ts'
import { findPersons, Members } from './members.ts'
import { type Terms, termsAround, trustAround } from './rewards.ts'
import type { End, Truth } from './truth.ts'

export interface Case {
  saved: Saved
  end: End
  book: Book
  truth: Truth
  rules: Rules
}

export type Reason = (of: Case) => boolean

const reasons: Record<string, Reason> = {
  ...joinReasons,
  points_short: (of) => {
    if (of.saved.name === 'points.adjust') return leastPoints(of) < -Number(of.saved.payload.points)
    return termsFor(of).some(
      (terms) => leastPoints(of) < (terms?.points ?? 0) && mayRefuseTrust(of, terms?.points ?? 0),
    )
  },
  points_spent: (of) => leastPoints(of) < mostTaken(of),
  reward_changed: (of) =>
    termsFor(of).some((terms) => (terms?.points ?? 0) > Number(of.saved.payload.pointsSeen)),
  reward_changed_meanwhile: (of) =>
    isDoneBefore(of, 'reward.change', 'revision') || !isRevisionThere(of),
  reward_retired: (of) => termsFor(of).some((terms) => terms?.isRetired),
  reward_unavailable: (of) => termsFor(of).some((terms) => !terms?.isActive),
  reward_sold_out: (of) => {
    const sold = countTakings(of, ({ payload }) => payload.rewardId === of.saved.payload.rewardId)
    return termsFor(of).some((terms) => terms && terms.stock !== null && sold >= terms.stock)
  },
  reward_limit_reached: (of) => {
    const { members } = membersOf(of)
    const { memberId, rewardId } = of.saved.payload
    const taken = countTakings(
      of,
      (saved, buyer) =>
        saved.payload.rewardId === rewardId &&
        members.mayMeet(buyer, memberId, of.end.version).ever,
    )
    return termsFor(of).some((terms) => terms && terms.limit !== null && taken >= terms.limit)
  },
  coupon_used: (of) => isCouponNamed(of, 'coupon.use') || isCouponNamed(of, 'reward.redeem'),
  welcome_decided: (of) => isWelcomed(of) || isDecided(of),
  correction_undone: (of) =>
    isDoneBefore(of, 'points.adjust', 'undoes') ||
    isOfOther(of, 'points.adjust', (other) => createdBy(other) === of.saved.payload.undoes),
  coupon_use_undone: (of) => isDoneBefore(of, 'couponUse.undo', 'useId') || isUseOfOther(of),
  coupon_void: (of) => isCouponNamed(of, 'redemption.undo'),
  // The coupon was not issued before this refusal: a restored server issues it again later, or
  // never.
  coupon_unknown: ({ saved, end, book, truth, rules }) => {
    // It names the coupon it relied on, so it waits for it.
    if (book.usedBefore.has(saved.operationId)) return false
    const shown = rules.shown.get(codeOf(saved, rules))
    const issued = truth.coupons.find(({ id }) => id === shown?.id)
    return !issued || issued.issuedAt >= end.settledAt
  },
  purchase_reversed: (of) => purchaseOf(of).left === 0,
  reversal_too_large: (of) => centsOf(of.saved.payload.amount) > purchaseOf(of).left,
  note_changed_meanwhile: (of) => hasOtherNote(of),
  customer_changed_meanwhile: (of) =>
    hasOtherCorrection(of.saved, of.book.operations.values(), personsOf(of)),
  program_changed_meanwhile: (of) =>
    isDoneBefore(of, 'program.change', 'revision') || !isRevisionThere(of),
  campaign_unavailable: (of) => isRetiredCampaign(of),
  campaign_changed_meanwhile: (of) =>
    isDoneBefore(of, 'campaign.change', 'revision') || !isRevisionThere(of),
  // Asked by a person who was an owner at the time.
  not_allowed: ({ saved }) => ownersOnly.includes(saved.name),
  purchase_unknown: (of) =>
    !isDoneBefore(of, 'purchase.record', 'purchaseId') ||
    isOfOther(
      of,
      'purchase.record',
      (other) => other.payload.purchaseId === of.saved.payload.purchaseId,
    ),
  // Another operation of the same chain has already created it.
  id_taken: ({ saved, book, truth }) =>
    [...book.operations.values()].some(
      (other) => createdBy(other) === createdBy(saved) && isApplied(other, truth),
    ),
  already_saved: ({ saved, book, truth }) =>
    chainOf(saved, book).some(({ operationId }) => {
      const end = truth.ends.get(operationId)
      return operationId !== saved.operationId && end !== undefined && end.status !== 'discarded'
    }),
  depends_on_refused: ({ saved, book, truth, rules }) => {
    const coupon = book.usedBefore.has(saved.operationId)
      ? rules.shown.get(codeOf(saved, rules))?.id
      : undefined
    return [...neededBy(saved), coupon].some((id) =>
      makersOf(id, book).some((maker) => !isApplied(maker, truth) && !isTooLate(maker, truth)),
    )
  },
  already_member: ({ saved, end, truth }) =>
    end.asker === 'visitor' && truth.members.has(String(saved.payload.email)),
  validation_failed: ({ saved }) => saved.isPoison,
  operation_unknown: ({ saved }) => saved.isPoison,
  owner_refused: ({ book, saved }) => book.ownerRefused.has(saved.operationId),
}

const ownersOnly = [
  'points.adjust',
  'customer.join',
  'customer.separate',
  'welcome.decide',
  'program.change',
  'reward.create',
  'reward.change',
  'campaign.create',
  'campaign.change',
]

function isRetiredCampaign({ saved, end, book, truth }: Case): boolean {
  return countedBy(book, truth.ends).some(
    (other) =>
      other.saved.name === 'campaign.change' &&
      other.saved.payload.campaignId === saved.payload.campaignId &&
      (other.saved.payload.changes as { retired?: true }).retired === true &&
      other.end.version <= end.version,
  )
}

/**
 * Whether the revision that this change follows had certainly been applied: a restored server may
 * get it later or in the same version. A revision that no operation made always existed.
 */
function isRevisionThere({ saved, end, book, truth }: Case): boolean {
  const revision = String(saved.payload.revision)
  if (!book.operations.has(revision)) return true
  const maker = truth.ends.get(revision)
  return maker?.status === 'applied' && maker.version < end.version
}

/** Another person wrote about the same member, or the author did before. */
function hasOtherNote(of: Case): boolean {
  const personOf = personsOf(of)
  return [...of.book.operations.values()].some(
    (other) =>
      other.name === 'customer.note' &&
      other.operationId !== of.saved.operationId &&
      personOf(other.payload.memberId) === personOf(of.saved.payload.memberId),
  )
}

function termsFor({ saved, end, book, truth, rules }: Case): (Terms | null)[] {
  const counted = countedBy(book, truth.ends)
  return termsAround(saved.payload.rewardId, { counted, rules, version: end.version })
}

function membersOf({ book, truth }: Case) {
  const counted = countedBy(book, truth.ends)
  return { counted, members: new Members(counted) }
}

function personsOf(of: Case): (id: unknown) => string {
  return findPersons(of.book, membersOf(of).members)
}

/** The maximum number of redemptions that may have counted when this was judged. */
function countTakings(of: Case, isMeant: (saved: Saved, buyer: string) => boolean): number {
  const { counted, members } = membersOf(of)
  const taken = counted.filter(
    (each) =>
      each.saved.name === 'reward.redeem' &&
      each.end.version <= of.end.version &&
      isMeant(each.saved, members.of(each)),
  )
  const undone = counted.filter(
    ({ saved, end }) => saved.name === 'redemption.undo' && end.version < of.end.version,
  )
  const isUndone = (couponId: unknown) =>
    undone.some(({ saved }) => saved.payload.couponId === couponId)
  return taken.filter(({ saved }) => !isUndone(saved.payload.couponId)).length
}

/** Whether a redemption on trust may have needed the balance after all. */
function mayRefuseTrust({ saved, end, rules }: Case, points: number): boolean {
  if (!saved.payload.handedOver) return true
  return trustAround(rules.trustFacts, end.version).some(
    (each) => each === null || points > each.points,
  )
}

function isWelcomed(of: Case): boolean {
  const { counted, members } = membersOf(of)
  const possible = members.possible(of.saved.payload.memberId, of.end.version)
  const welcomed = findWelcomed(counted, of.rules)
  return counted.some(
    ({ saved }) =>
      possible.includes(String(saved.payload.memberId)) && welcomed.has(saved.operationId),
  )
}

function isDecided(of: Case): boolean {
  const { counted, members } = membersOf(of)
  const possible = members.possible(of.saved.payload.memberId, of.end.version)
  return counted.some(
    (each) =>
      each.saved.name === 'welcome.decide' &&
      each.end.version <= of.end.version &&
      possible.includes(members.of(each)),
  )
}

/** Whether the coupon that this one names was already issued, used or voided. */
function isCouponNamed(of: Case, by: 'coupon.use' | 'redemption.undo' | 'reward.redeem'): boolean {
  const { truth, rules, end } = of
  const idOf = (saved: Saved) =>
    saved.name === 'coupon.use'
      ? truth.coupons.find(({ code }) => code === codeOf(saved, rules))?.id
      : saved.payload.couponId
  return countedBy(of.book, truth.ends).some(
    (other) =>
      other.saved.name === by &&
      (by !== 'reward.redeem' || Boolean(other.saved.payload.handedOver)) &&
      other.saved !== of.saved &&
      other.end.version <= end.version &&
      idOf(other.saved) === idOf(of.saved),
  )
}

/** Somebody edited the use that waited, and it used another coupon than the undo names. */
function isUseOfOther({ saved: { payload }, book, truth, rules }: Case): boolean {
  const named = truth.coupons.find(({ id }) => id === payload.couponId)?.code
  return [...book.operations.values()].some(
    (other) =>
      other.name === 'coupon.use' &&
      other.payload.useId === payload.useId &&
      isApplied(other, truth) &&
      codeOf(other, rules) !== named,
  )
}

/** @returns what is wrong with this refusal, or null */
export function judgeRefusal(of: Case): string | null {
  const code = String(of.end.code)
  return reasons[code]?.(of) ? null : `${of.saved.name} was refused ${code} for no reason`
}

/** The lowest balance possible, with the sales that had to be judged first. */
function leastPoints(of: Case): number {
  const { saved, end } = of
  const possible = membersOf(of).members.possible(saved.payload.memberId, end.version)
  const before = Math.min(...possible.map((id) => leastPointsOf(id, end.version, of)))
  return salesBefore(saved, of).reduce((sum, points) => sum + points, before)
}

/** Points of sales of the same outbox that had to be judged first, and were not. */
function salesBefore(saved: Saved, { end, book, truth, rules }: Omit<Case, 'saved'>): number[] {
  const { memberId } = saved.payload
  const late = countedBy(book, truth.ends).filter(
    (sale) =>
      sale.saved.name === 'purchase.record' &&
      sale.saved.payload.memberId === memberId &&
      sale.end.version >= end.version &&
      book.isFirst(sale.saved, saved),
  )
  if (late.length === 0) return []
  const { movements } = expectedAt(countedBy(book, truth.ends), rules, Number.POSITIVE_INFINITY)
  const leastOf = new Map(movements.map((each) => [each.operationId, each.least]))
  return late.map((sale) => leastOf.get(sale.saved.operationId) ?? 0)
}

/** The remainder of the purchase that this one names, and what a cent of it earned. */
function purchaseOf({ saved, end, book, truth, rules }: Case) {
  const counted = countedBy(book, truth.ends)
  const { purchases, rates } = expectedAt(counted, rules, end.version)
  const id = String(saved.payload.purchaseId)
  const [, , cents, reversed] = purchases.find((line) => line.startsWith(id))?.split(' ') ?? []
  return { cents: Number(cents), left: Number(cents) - Number(reversed), rate: rates.get(id) ?? 0 }
}

function mostTaken(of: Case): number {
  const { cents, rate } = purchaseOf(of)
  const { amount } = of.saved.payload
  return Math.ceil(((amount === undefined ? cents : centsOf(amount)) * rate) / unitsPerPoint)
}

function isDoneBefore({ saved, end, book, truth }: Case, name: string, field: string): boolean {
  return [...book.operations.values()].some((other) => {
    const otherEnd = truth.ends.get(other.operationId)
    return (
      other.name === name &&
      other.payload[field] === saved.payload[field] &&
      otherEnd?.status === 'applied' &&
      otherEnd.version <= end.version
    )
  })
}

/** An edit that came too late ends nothing that waits for the first version. */
function isTooLate({ operationId }: Saved, truth: Truth): boolean {
  return truth.ends.get(operationId)?.code === 'already_saved'
}

export function isApplied({ operationId }: Saved, truth: Truth): boolean {
  return truth.ends.get(operationId)?.status === 'applied'
}

export function chainOf({ chain }: Saved, book: Book): Saved[] {
  return [...book.operations.values()].filter((each) => each.chain === chain)
}

export function makersOf(id: unknown, book: Book): Saved[] {
  return [...book.operations.values()].filter((each) => createdBy(each) === id)
}
