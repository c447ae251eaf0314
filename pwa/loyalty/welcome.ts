/** An owner's decision on a welcome that was held; offline too. */
import { openedDevice } from '#pwa/loyalty/device-actions.ts'
import type { OutboxRow } from '#pwa/sync/outbox-row.ts'

/** Resolves when it is saved on this device. @throws DeviceFull, DeviceClosed */
export async function decideWelcome(memberId: string, release: boolean): Promise<OutboxRow> {
  return openedDevice().perform('welcome.decide', { memberId, release })
}
