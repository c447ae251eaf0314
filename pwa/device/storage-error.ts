/**
 * Storage failures by what a person can do about them: make room (`DeviceFull`), sign in again
 * (`DeviceClosed`), reload (`DeviceUnopened`), or nothing, because the browser closed the handle
 * and a second try may work.
 */
import { ShownError } from '#pwa/api/shown-error.ts'
import { failureTexts } from '#pwa/texts/failure.ts'

/** There is no room: nothing was written, and the screen says so. */
export class DeviceFull extends ShownError {
  constructor(cause: unknown) {
    super('The device has no room left', { cause })
    this.name = 'DeviceFull'
  }
  get sentence(): string {
    return failureTexts.deviceFull
  }
}

/** This database was signed out, here or in another tab: nothing may be added to it. */
export class DeviceClosed extends ShownError {
  constructor() {
    super('This device is signed out')
    this.name = 'DeviceClosed'
  }
  get sentence(): string {
    return failureTexts.deviceClosed
  }
}

/** The database exists but this app version cannot open it: its data stays untouched. */
export class DeviceUnopened extends ShownError {
  constructor(cause: unknown) {
    super('The database cannot be opened', { cause })
    this.name = 'DeviceUnopened'
  }
  get sentence(): string {
    return failureTexts.deviceUnopened
  }
}

/** A newer app version wrote this database: an older one must not write to it. */
export class DatabaseNewer extends Error {
  constructor() {
    super('A newer version of the app wrote this database')
    this.name = 'DatabaseNewer'
  }
}
