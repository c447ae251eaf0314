/** The device's sync status for screens, and the actions that a person can take on it. */
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

/** For the "Try now" button. */
export const tryNow = syncNow

/**
 * Resends unreadable work.
 * @returns how many operations the server still cannot read
 */
export async function retryUnreadable(): Promise<number> {
  const device = openedDevice()
  await device.retryUnreadable()
  return device.status.getState().unreadableCount
}

/**
 * Deletes unreadable work if its number is still `count`.
 * @returns whether it was deleted
 */
export function deleteUnreadable(count: number): Promise<boolean> {
  return openedDevice().deleteUnreadable(count)
}

/** Dismisses the notice about evicted work. */
export function dismissEviction(): Promise<void> {
  return openedDevice().dismissEviction()
}
