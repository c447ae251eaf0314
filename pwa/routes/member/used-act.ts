/** The line of a used coupon, with its undo. */
import type { SpentCoupon } from '#pwa/loyalty/coupon.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { keep } from '#pwa/texts/keep.ts'
import { type CounterAct, readWords, type Words } from './acts.ts'

interface UsedCoupon {
  couponId: string
  memberId: string
  /** Null if this device doesn't know the member. */
  name: string | null
  what: Words
}

export function usedAct(
  { operation: { operationId }, useId }: SpentCoupon,
  { couponId, memberId, ...used }: UsedCoupon,
): CounterAct {
  const name = used.name && keep(used.name)
  const what = () => keep(readWords(used.what))
  return {
    operationId,
    about: name ? { memberId, name, what } : undefined,
    sentence: () => (name ? texts.used(what(), name) : texts.usedUnknown(what())),
    undo: {
      of: { kind: 'use', use: { couponId, memberId, useId } },
      memberId,
      sentence: () => texts.undoneUse(what(), name),
    },
  }
}
