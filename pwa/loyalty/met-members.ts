/**
 * Sign-ups from this device that met an existing member: what was recorded for the new one went to
 * the card that was there. Told between the verdict and the pull that takes the row away.
 */
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { shownCustomerOf } from '#pwa/loyalty/shown-customer.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import { payloadOf } from '#pwa/sync/outbox-row.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export interface MetMember {
  operationId: string
  memberId: string
  name: string
  /** Cards that no mail had opened: their addresses open nothing any more. */
  placesClosed: boolean
}

const tables: readonly DeviceTable[] = ['business', 'customer', 'purchase', 'coupon', 'reward']
const none: readonly MetMember[] = []

export function useMetMembers(): readonly MetMember[] {
  return useLive(readMetMembers, tables, none)
}

export function readMetMembers(view: LoyaltyView): MetMember[] {
  return view.outbox.rows().flatMap((row) => {
    const payload = payloadOf(row, 'customer.signUp')
    if (!payload || row.status !== 'acknowledged' || row.result?.alreadyMember !== true) return []
    const memberId = view.outbox.memberIdOf(payload.memberId)
    const { firstName, lastName } = shownCustomerOf(view, memberId) ?? payload
    const name = `${firstName} ${lastName}`
    const placesClosed = Number(row.result.placesClosed ?? 0) > 0
    return [{ operationId: row.operationId, memberId, name, placesClosed }]
  })
}
