/** The device's sync status for screens, and the button that tries again. */
import { useSyncExternalStore } from 'react'
import { openedDevice } from '#pwa/loyalty/device-actions.ts'
import { useDevice } from '#pwa/loyalty/use-live.ts'
import { syncNow } from '#pwa/sync/current-device.ts'
import { initialStatus, type SyncStatus } from '#pwa/sync/sync-status.ts'

export type { SyncProblem, SyncStatus } from '#pwa/sync/sync-status.ts'
export { countFailed, countUnsent } from '#pwa/sync/sync-status.ts'

const neverChanges = () => () => undefined
const closedStatus = () => initialStatus

export function useSyncStatus(): SyncStatus {
  const device = useDevice()
  return useSyncExternalStore(
    device ? device.status.subscribe : neverChanges,
    device ? device.status.getState : closedStatus,
  )
}

/** A person pressed "Try now". */
export const tryNow = syncNow

/** A person asks once more. @returns how much the server still cannot read */
export async function retryUnreadable(): Promise<number> {
  const device = openedDevice()
  await device.retryUnreadable()
  return device.status.getState().unreadableCount
}

/** A person gives up what the server cannot read. @returns whether it was what they were asked */
export function deleteUnreadable(count: number): Promise<boolean> {
  return openedDevice().deleteUnreadable(count)
}

/** A person has read what an eviction took. */
export function dismissEviction(): Promise<void> {
  return openedDevice().dismissEviction()
}
