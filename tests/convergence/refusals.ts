/** Whether a no was right: each refusal needs its reason in what people had asked. */
import { type Book, createdBy, neededBy, type Saved } from './book.ts'
import {
  centsOf,
  countedBy,
  expectedAt,
  findFounders,
  priceAt,
  type Rules,
  unitsPerPoint,
} from './expected.ts'
import type { End, Truth } from './truth.ts'

interface Case {
  saved: Saved
  end: End
  book: Book
  truth: Truth
  rules: Rules
}

type Reason = (of: Case) => boolean

const reasons: Record<string, Reason> = {
  points_short: (of) =>
    leastPoints(of) <
    (of.saved.name === 'points.adjust'
      ? -Number(of.saved.payload.points)
      : priceAt(of.rules, of.end.version)),
  points_spent: (of) => leastPoints(of) < mostTaken(of),
  reward_changed: ({ saved, end, rules }) =>
    priceAt(rules, end.version) > Number(saved.payload.pointsSeen),
  coupon_used: (of) => isDoneBefore(of, 'coupon.use', 'code'),
  coupon_unknown: ({ saved, truth }) =>
    !truth.coupons.some(({ code }) => code === saved.payload.code),
  purchase_reversed: (of) => purchaseOf(of).left === 0,
  reversal_too_large: (of) => centsOf(of.saved.payload.amount) > purchaseOf(of).left,
  program_changed_meanwhile: (of) => isDoneBefore(of, 'program.change', 'revision'),
  // Asked by somebody who was an owner then.
  not_allowed: ({ saved }) => saved.name === 'points.adjust' || saved.name === 'program.change',
  purchase_unknown: (of) => !isDoneBefore(of, 'purchase.record', 'purchaseId'),
  // Another of the same chain made it already.
  id_taken: ({ saved, book, truth }) =>
    [...book.operations.values()].some(
      (other) => createdBy(other) === createdBy(saved) && isApplied(other, truth),
    ),
  already_saved: ({ saved, book, truth }) =>
    chainOf(saved, book).some(({ operationId }) => {
      const end = truth.ends.get(operationId)
      return operationId !== saved.operationId && end !== undefined && end.status !== 'discarded'
    }),
  depends_on_refused: ({ saved, book, truth }) =>
    neededBy(saved).some((id) => makersOf(id, book).some((maker) => !isApplied(maker, truth))),
  already_member: ({ saved, end, truth }) =>
    end.asker === 'visitor' && truth.members.has(String(saved.payload.email)),
  validation_failed: ({ saved }) => saved.isPoison,
  operation_unknown: ({ saved }) => saved.isPoison,
  owner_refused: ({ book, saved }) => book.ownerRefused.has(saved.operationId),
}

/** @returns what is wrong with this refusal, or null */
export function judgeRefusal(of: Case): string | null {
  const code = String(of.end.code)
  return reasons[code]?.(of) ? null : `${of.saved.name} was refused ${code} for no reason`
}

/** The balance as it may have been when this was judged: no later gain, every loss of its version. */
function leastPoints({ saved, end, book, truth, rules }: Case): number {
  const counted = countedBy(book, truth.ends)
  const memberId = findFounders(counted).get(String(saved.payload.memberId)) ?? ''
  const before = expectedAt(counted, rules, end.version - 1).pointsByMember.get(memberId) ?? 0
  const losses = expectedAt(counted, rules, end.version)
    .movements.filter((each) => each.memberId === memberId && each.version === end.version)
    .map(({ least }) => Math.min(0, least))
  return losses.reduce((sum, loss) => sum + loss, before)
}

/** What is left of the purchase that this one names, and what a cent of it earned. */
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

export function isApplied({ operationId }: Saved, truth: Truth): boolean {
  return truth.ends.get(operationId)?.status === 'applied'
}

export function chainOf({ chain }: Saved, book: Book): Saved[] {
  return [...book.operations.values()].filter((each) => each.chain === chain)
}

export function makersOf(id: unknown, book: Book): Saved[] {
  return [...book.operations.values()].filter((each) => createdBy(each) === id)
}
