/** An owner's decision on a held welcome bonus; works offline. */
import { openedDevice } from '#pwa/loyalty/device-actions.ts'
import type { OutboxRow } from '#pwa/sync/outbox-row.ts'

/**
 * Resolves once the decision is saved on this device.
 * @throws DeviceFull, DeviceClosed
 */
export async function decideWelcome(memberId: string, release: boolean): Promise<OutboxRow> {
  return openedDevice().perform('welcome.decide', { memberId, release })
}
