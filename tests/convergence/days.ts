/**
 * The oracle's days: work belongs to the moment at which somebody pressed the button, by the time
 * that a right clock would have shown. Worked out from the model's own clocks.
 */

import { minuteMs } from '#schema/contract/time-spans.ts'
import type { Book, Saved } from './book.ts'
import { codeOf, type Rules } from './expected.ts'
import type { Dated, End, Truth } from './truth.ts'

const lateMs = 30 * 24 * 60 * minuteMs
/** A clock that is less than a minute off is taken as it is, and a busy server is late. */
const toleratedMs = 2 * minuteMs

export function judgeDays(book: Book, truth: Truth, openedAt: number, rules: Rules): string[] {
  return [...truth.dated, ...datedCoupons(book, truth, rules)].flatMap(
    ({ operationId, what, at }) => {
      const saved = book.operations.get(operationId)
      const end = truth.ends.get(operationId)
      if (!saved || !end || saved.key !== null) return []
      const possible = timesOf(saved, end, book, openedAt)
      if (possible.some((each) => Math.abs(each - at.getTime()) <= toleratedMs)) return []
      const told = possible.map((each) => new Date(each).toISOString()).join(' or ')
      return [`${what} ${operationId} belongs to ${at.toISOString()}, not ${told}`]
    },
  )
}

/** A coupon counts as used no earlier than it was issued, because two clocks may differ. */
function datedCoupons(book: Book, { ends, coupons }: Truth, rules: Rules): Dated[] {
  const byId = new Map(coupons.map((coupon) => [coupon.id, coupon]))
  const byCode = new Map(coupons.map((coupon) => [coupon.code, coupon]))
  const undone = new Set(
    [...book.operations.values()]
      .filter(({ name, operationId }) => {
        return name === 'couponUse.undo' && ends.get(operationId)?.status === 'applied'
      })
      .map(({ payload }) => payload.useId),
  )
  return [...book.operations.values()].flatMap((saved): Dated[] => {
    const { operationId, name, payload } = saved
    if (ends.get(operationId)?.status !== 'applied') return []
    const at =
      name === 'redemption.undo'
        ? byId.get(String(payload.couponId))?.voidedAt
        : name === 'coupon.use' && !undone.has(payload.useId)
          ? usedAt(byCode.get(codeOf(saved, rules)))
          : null
    return at ? [{ operationId, what: 'the coupon of', at }] : []
  })
}

function usedAt(coupon: Truth['coupons'][number] | undefined): Date | null {
  if (!coupon?.usedAt) return null
  return coupon.usedAt > coupon.rowIssuedAt ? coupon.usedAt : null
}

function timesOf(saved: Saved, end: End, book: Book, openedAt: number): number[] {
  // A retry or an edit keeps the time of the first.
  const { claimedMs } = book.get(saved.chain)
  const receivedMs = end.receivedAt.getTime()
  const skews = [...(book.skews.get(saved.operationId) ?? [])]
  // The browsers of one process share what they heard of the server's clock: a seal's is right. Work
  // that arrived without a push came in a seal, which a device may have made while it crashed. A
  // file names the server's time.
  const { operationId } = saved
  const isSealed = end.isSealed || book.everSealed.has(operationId)
  if (isSealed || book.carriedBy.has(operationId) || skews.length === 0) skews.push(0)
  return skews.map((skewMs) => {
    const madeMs = claimedMs - (Math.abs(skewMs) < minuteMs ? 0 : skewMs)
    const isPlausible = madeMs >= Math.max(receivedMs - lateMs, openedAt) && madeMs <= receivedMs
    return isPlausible ? madeMs : receivedMs
  })
}
