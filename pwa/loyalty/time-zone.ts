/** A business without a time zone takes that of its owner's browser: proposed once in a window. */
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
    // A browser that hides where it is, or knows no name for it.
    if (!validTimeZone.safeParse(timeZone).success) return
    proposed.add(device)
    const revision = business.programRevision ?? firstRuleId
    const proposal = { revision, changes: { timeZone }, ifUnset: true }
    // A device that is full tries again with its next start.
    device.perform('program.change', proposal).catch(() => {})
  }, [isOwner, device, business])
}

/** Also of a row that an earlier app has stored; where the business has one by now, nothing changes. */
function isWanted({ timeZone, readOnly, features }: Business): boolean {
  return !timeZone && !readOnly && features.loyalty
}
