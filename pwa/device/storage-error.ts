/**
 * What can go wrong with this device's disk, told apart by what a person can do about it: make
 * room (`DeviceFull`), sign in again (`DeviceClosed`), reload (`DeviceUnopened`), or nothing,
 * because the browser took the handle away and a second try may work.
 */
import { ShownError } from '#pwa/api/shown-error.ts'
import { failureTexts } from '#pwa/texts/failure.ts'

/** There is no room: nothing was written. The screen refuses visibly. */
export class DeviceFull extends ShownError {
  constructor(cause: unknown) {
    super('The device has no room left', { cause })
    this.name = 'DeviceFull'
  }
  get sentence(): string {
    return failureTexts.deviceFull
  }
}

/** This database was signed out of, here or in another tab: nothing may be added to it. */
export class DeviceClosed extends ShownError {
  constructor() {
    super('This device is signed out')
    this.name = 'DeviceClosed'
  }
  get sentence(): string {
    return failureTexts.deviceClosed
  }
}

/** The database is there and this version of the app cannot open it: nothing of it is touched. */
export class DeviceUnopened extends ShownError {
  constructor(cause: unknown) {
    super('The database cannot be opened', { cause })
    this.name = 'DeviceUnopened'
  }
  get sentence(): string {
    return failureTexts.deviceUnopened
  }
}

/** A newer version of the app wrote this database: an older one must not write into it. */
export class DatabaseNewer extends Error {
  constructor() {
    super('A newer version of the app wrote this database')
    this.name = 'DatabaseNewer'
  }
}
