/** Shared by the actions of pwa/loyalty: the open device, and refusals that need no server. */

import { refusalSentence } from '#pwa/api/refusal-sentence.ts'
import { ShownError } from '#pwa/api/shown-error.ts'
import { newId } from '#pwa/device/ids.ts'
import { DeviceClosed } from '#pwa/device/storage-error.ts'
import { type LoyaltyView, viewOf } from '#pwa/loyalty/loyalty-view.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { currentDevice } from '#pwa/sync/current-device.ts'
import { type RefusalCode, refusals } from '#schema/contract/refusal.ts'

export { newId }

/**
 * This device already knows that the server would refuse: nothing was saved, and the sentence says
 * why.
 */
export class RefusedHere extends ShownError {
  readonly code: RefusalCode
  constructor(code: RefusalCode) {
    super(code)
    this.name = 'RefusedHere'
    this.code = code
  }
  get sentence(): string {
    return refusalSentence(this.code, refusals[this.code].message)
  }
}

/** @throws DeviceClosed if no member of a business is signed in */
export function openedDevice(): Device {
  const device = currentDevice()
  if (!device) throw new DeviceClosed()
  return device
}

/** @throws RefusedHere if `why` returns a reason */
export function refuseHere(device: Device, why: (view: LoyaltyView) => RefusalCode | null): void {
  const code = why(viewOf(device))
  if (code) throw new RefusedHere(code)
}
