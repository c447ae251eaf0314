/**
 * Access to a device's database. If the browser closes the handle, it is reopened and the work runs
 * again, so work must be repeatable (ids and compare-and-set ensure that). It closes for a newer
 * app version that wants to upgrade; a deletion by another tab closes it for good.
 */
import type { DeviceDatabase } from '#pwa/device/device-database.ts'
import {
  DatabaseNewer,
  DeviceClosed,
  DeviceFull,
  DeviceUnopened,
} from '#pwa/device/storage-error.ts'
import { isDeviceFull, isHandleLost } from '#pwa/device/storage-reason.ts'

/**
 * blocked: an old tab holds it open; outdated: a newer version took over in another tab; newer: a
 * newer version wrote it, and this one leaves it alone; failed: it cannot be opened, for example
 * after a failed upgrade, which leaves the data as it was.
 */
export type DoorState = 'opening' | 'open' | 'blocked' | 'outdated' | 'newer' | 'failed' | 'closed'

export interface DatabaseDoor {
  readonly database: DeviceDatabase
  readonly state: () => DoorState
  open: () => Promise<void>
  /** @throws DeviceFull if there is no room, DeviceClosed after a sign-out, DeviceUnopened */
  within: <Result>(work: (database: DeviceDatabase) => PromiseLike<Result>) => Promise<Result>
  close: () => void
}

export function openDoor(
  database: DeviceDatabase,
  tell: (state: DoorState) => void = () => {},
): DatabaseDoor {
  let state: DoorState = 'opening'
  const become = (next: DoorState) => {
    if (state === 'closed' || state === next) return
    state = next
    tell(next)
  }
  const shut = (why: 'outdated' | 'closed') => {
    become(why)
    database.close()
  }

  database.on('blocked', () => become('blocked'))
  database.on('versionchange', (event) => shut(event.newVersion ? 'outdated' : 'closed'))

  async function open() {
    try {
      await database.open()
      become('open')
    } catch (error) {
      become(error instanceof DatabaseNewer ? 'newer' : 'failed')
      throw error
    }
  }

  async function within<Result>(work: (database: DeviceDatabase) => PromiseLike<Result>) {
    if (state === 'closed') throw new DeviceClosed()
    try {
      const result = await work(database)
      // Dexie reopened the database on its own.
      if (state === 'failed') become('open')
      return result
    } catch (error) {
      if (isUnopened()) throw new DeviceUnopened(error)
      if (isDeviceFull(error)) throw new DeviceFull(error)
      if (!isHandleLost(error) || state === 'outdated') throw error
      // A deletion by another tab closes the handle too; its event may come a moment later.
      await new Promise((resolve) => setTimeout(resolve, 0))
      if (isClosed()) throw new DeviceClosed()
      if (!database.isOpen()) await open()
      return await work(database)
    }
  }

  const isUnopened = () => state === 'failed' || state === 'newer'
  const isClosed = () => state === 'closed'
  return { database, state: () => state, open, within, close: () => shut('closed') }
}
