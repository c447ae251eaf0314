/**
 * Sign-ups from this device that turned out otherwise than it showed: the server matched them to an
 * existing member, whose card got everything recorded for the new one, or put their welcome on hold.
 * Listed between the verdict and the pull that removes the row.
 */
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import { payloadOf } from '#pwa/records/outbox-row.ts'
import { customerTexts as texts } from '#pwa/texts/customer.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export interface DuplicateSignUp {
  operationId: string
  memberId: string
  name: string
  why: 'alreadyMember' | 'welcomeHeld'
  /** Whether card links that were never opened from a mail stopped working. */
  placesClosed: boolean
}

const tables: readonly DeviceTable[] = ['business', 'customer', 'purchase', 'coupon', 'reward']
const none: readonly DuplicateSignUp[] = []

export function useDuplicateSignUps(): readonly DuplicateSignUp[] {
  return useLive(readMetMembers, tables, none)
}

function readMetMembers(view: LoyaltyView): DuplicateSignUp[] {
  return view.outbox.rows().flatMap((row) => {
    const payload = payloadOf(row, 'customer.signUp')
    if (!payload || row.status !== 'acknowledged' || !row.result) return []
    const { alreadyMember, welcomeHeld } = row.result
    if (!alreadyMember && !welcomeHeld) return []
    const memberId = view.outbox.memberIdOf(payload.memberId)
    const { firstName, lastName } = shownCustomerOf(view, memberId) ?? payload
    const name = `${firstName} ${lastName}`
    const placesClosed = Number(row.result.placesClosed ?? 0) > 0
    const why = alreadyMember ? 'alreadyMember' : 'welcomeHeld'
    return [{ operationId: row.operationId, memberId, name, why, placesClosed }]
  })
}

/** Also says whether their open cards were closed. */
export function duplicateSentence({ why, placesClosed }: DuplicateSignUp, name: string): string {
  const sentence = texts.met[why](name)
  return placesClosed ? `${sentence} ${texts.placesClosed}` : sentence
}
