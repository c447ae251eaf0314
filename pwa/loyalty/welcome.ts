/** An owner's decisions on held welcome bonuses; works offline. */
import { openedDevice } from '#pwa/loyalty/device-actions.ts'
import type { LoyaltyView } from '#pwa/loyalty/loyalty-view.ts'
import { useLive } from '#pwa/loyalty/use-live.ts'
import { type OutboxRow, payloadOf } from '#pwa/records/outbox-row.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

const noTables: readonly DeviceTable[] = []
const nobody: readonly string[] = []

/**
 * Resolves once the decision is saved on this device.
 * @throws DeviceFull, DeviceClosed
 */
export async function decideWelcome(memberId: string, release: boolean): Promise<OutboxRow> {
  return openedDevice().perform('welcome.decide', { memberId, release })
}

/** Members whose held welcome was decided on this device; the decision hasn't synced yet. */
export function useDecidedWelcomes(): ReadonlySet<string> {
  return new Set(useLive(readDecided, noTables, nobody))
}

function readDecided(view: LoyaltyView): readonly string[] {
  return view.outbox
    .rows()
    .filter(({ name, status }) => name === 'welcome.decide' && status !== 'refused')
    .flatMap((row) => payloadOf(row, 'welcome.decide')?.memberId ?? [])
}
