/** Proposes the owner's browser time zone for a business that has none, once per window. */
import { useEffect } from 'react'
import { useBusiness } from '#pwa/loyalty/business.ts'
import { useDevice } from '#pwa/loyalty/use-live.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import type { Business } from '#schema/contract/business.ts'
import { firstRuleId } from '#schema/contract/earning.ts'
import { timeZone as validTimeZone } from '#schema/contract/id.ts'

const proposed = new WeakSet<Device>()

/** @param isOwner true while an owner of this device's business is signed in */
export function useProposedTimeZone(isOwner: boolean): void {
  const device = useDevice()
  const { business } = useBusiness()
  useEffect(() => {
    if (!isOwner || !device || !business || !isWanted(business) || proposed.has(device)) return
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    // The browser hides its location or has no name for it.
    if (!validTimeZone.safeParse(timeZone).success) return
    proposed.add(device)
    const revision = business.programRevision ?? firstRuleId
    const proposal = { revision, changes: { timeZone }, ifUnset: true }
    // If the disk is full, the next start tries again.
    device.perform('program.change', proposal).catch(() => {})
  }, [isOwner, device, business])
}

/**
 * Also for rows that an earlier app version stored; if the business has a time zone by now, the
 * server changes nothing.
 */
function isWanted({ timeZone, readOnly, features }: Business): boolean {
  return !timeZone && !readOnly && features.loyalty
}
