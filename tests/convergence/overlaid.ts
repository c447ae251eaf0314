/**
 * The oracle's screen: what a device shows of a member is the server's state at its version and the
 * effect of its own pending work, worked out from the book.
 */
import type { Book } from './book.ts'
import {
  type Counted,
  centsOf,
  type Expected,
  firstRule,
  type Rules,
  unitsPerPoint,
} from './expected.ts'
import { termsAround } from './rewards.ts'
import type { Truth } from './truth.ts'

/** One screen: its members, and the work it shows as pending, in its order. */
export interface Overlaid {
  version: number
  members: { id: string; points: number; cents: number }[]
  pending: { operationId: string; memberId: string }[]
  /** Members whom pending joins join or separate. */
  moving: readonly string[]
  /** The member whom the device shows for each of them. */
  into: ReadonlyMap<string, string>
}

interface Around {
  book: Book
  truth: Truth
  counted: Counted[]
  rules: Rules
  expected: Expected
}

const welcomePoints = 100

/** @returns members of whom the screen showed something else */
export function judgeOverlaid(
  { version, members, pending, moving, into }: Overlaid,
  around: Around,
): string[] {
  const { book, truth, counted, rules, expected } = around
  const isIn = (operationId: string) => {
    const end = truth.ends.get(operationId)
    return end?.status === 'applied' && end.version <= version
  }
  const left = new Map(
    expected.purchases.map((line) => {
      const [id = '', , cents, reversed] = line.split(' ')
      return [id, Number(cents) - Number(reversed)]
    }),
  )
  const buyers = new Map(
    expected.purchases.map((line) => {
      const [id = '', memberId = ''] = line.split(' ')
      return [id, memberId]
    }),
  )
  const spent = new Map(expected.balances.map((line) => [line.split(' ')[0], line.split(' ')[2]]))
  const joined = new Map(
    expected.joins.map((line) => line.split(' ').slice(0, 2) as [string, string]),
  )
  const keptOf = (id: string) => (moving.includes(id) ? into.get(id) : joined.get(id)) ?? id
  const paid = new Map<unknown, number | null>()
  for (const { saved, end } of counted) {
    if (end.version > version) continue
    const { couponId } = saved.payload
    if (saved.name === 'reward.redeem') paid.set(couponId, rules.paid.get(String(couponId)) ?? 0)
    if (saved.name === 'redemption.undo') paid.set(couponId, null)
  }
  const names = new Set(pending.map(({ operationId }) => book.get(operationId).name))
  // Prices and rates that wait for the server are the device's own.
  const hasOwnPrices = names.has('reward.change') || names.has('reward.create')
  const hasOneRate = counted.every(({ saved }) => saved.name !== 'program.change')
  const changes = new Map<string, { points: number; units: number; cents: number }>()
  const unclear = new Set<string>()

  for (const { operationId, memberId: namedId } of pending) {
    const { name, payload } = book.get(operationId)
    if (isIn(operationId)) continue
    // A reversal may name the buyer by an id that this device does not know as theirs.
    const buyerId = name === 'purchase.reverse' ? buyers.get(String(payload.purchaseId)) : undefined
    const memberId = buyerId === undefined ? namedId : keptOf(buyerId)
    const change = changes.get(memberId) ?? { points: 0, units: 0, cents: 0 }
    const joinId = String(payload.joinId)
    const points = spent.has(joinId) ? expected.pointsByMember.get(joinId) : undefined
    changes.set(memberId, change)
    if (name === 'customer.join' && points !== undefined) {
      change.points += points
      change.cents += centsOf(spent.get(joinId))
    }
    if (name === 'purchase.record') {
      const id = String(payload.purchaseId)
      if (left.has(id)) continue
      buyers.set(id, memberId)
      const cents = centsOf(payload.amount)
      left.set(id, cents)
      change.cents += cents
      change.units += cents * 100
      if (!hasOneRate || names.has('program.change') || payload.ruleId !== firstRule) {
        unclear.add(memberId)
      }
    }
    if (name === 'purchase.reverse') {
      const id = String(payload.purchaseId)
      const most = left.get(id) ?? 0
      const cents = payload.amount === undefined ? most : Math.min(most, centsOf(payload.amount))
      left.set(id, most - cents)
      change.cents -= cents
      // A device estimates the points of a part.
      unclear.add(memberId)
    }
    if (name === 'points.adjust') change.points += Number(payload.points)
    if (name === 'welcome.decide' && payload.release) change.points += welcomePoints
    if (name === 'reward.redeem') {
      if (paid.has(payload.couponId)) continue
      const terms = termsAround(payload.rewardId, { counted, rules, version }).at(-1)
      const seen = Number(payload.pointsSeen)
      const points = Math.min(seen, terms?.points ?? seen)
      paid.set(payload.couponId, points)
      change.points -= points
      if (hasOwnPrices) unclear.add(memberId)
    }
    if (name === 'redemption.undo') {
      change.points += paid.get(payload.couponId) ?? 0
      if (paid.has(payload.couponId)) paid.set(payload.couponId, null)
      // A device need not hold a used coupon, and shows no undoing of one that it doesn't hold.
      const isUsed = expected.usedCodes.includes(rules.codeById.get(String(payload.couponId)) ?? '')
      if (hasOwnPrices || isUsed) unclear.add(memberId)
    }
  }

  return members.flatMap(({ id, points, cents }) => {
    if (moving.includes(id)) return []
    const change = changes.get(id) ?? { points: 0, units: 0, cents: 0 }
    const carry = expected.carryByMember.get(id) ?? 0
    const earned = Math.floor((carry + change.units) / unitsPerPoint)
    const shouldHave = (expected.pointsByMember.get(id) ?? 0) + change.points + earned
    const shouldSpend = centsOf(spent.get(id)) + change.cents
    if (cents !== shouldSpend) return `${id} spent ${cents} at ${version}, not ${shouldSpend}`
    if (unclear.has(id) || points === shouldHave) return []
    return `${id} shows ${points} points at ${version}, not ${shouldHave}`
  })
}
