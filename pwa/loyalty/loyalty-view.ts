/**
 * Input of the reads in pwa/loyalty: the server's rows, the outbox, and the overlay made from it.
 * The overlay is rebuilt only if the outbox or a table it depends on has changed.
 */
import { overlayOf } from '#pwa/loyalty/overlay/make-overlay.ts'
import type { Overlay } from '#pwa/loyalty/overlay/overlay.ts'
import type { OutboxMirror } from '#pwa/records/outbox-mirror.ts'
import type { RecordStore } from '#pwa/records/record-store.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { timeZoneOf } from '#schema/contract/day.ts'
import type { DeviceTable } from '#schema/contract/sync.ts'

export interface LoyaltyView {
  businessId: string
  records: RecordStore
  outbox: OutboxMirror
  overlay: Overlay
}

const overlayTables: readonly DeviceTable[] = [
  'business',
  'customer',
  'reward',
  'coupon',
  'purchase',
]

/** Increases with every change of these tables, the outbox, or joins, which every read follows. */
export function versionOf(device: ViewedDevice, tables: readonly DeviceTable[]): number {
  let version = device.outbox.version + device.records.version('memberJoin')
  for (const table of tables) version += device.records.version(table)
  return version
}

/** @returns the ids whose rows are a member's until pending joins arrive; usually the one id */
export function pendingGroupOf({ overlay }: LoyaltyView, memberId: string): string[] {
  const joined = [...overlay.joined].filter(([, keepId]) => keepId === memberId)
  return [memberId, ...joined.map(([joinId]) => joinId)]
}

export type ViewedDevice = Pick<Device, 'records' | 'outbox'> & {
  identity: Pick<Device['identity'], 'businessId'>
}

const overlays = new WeakMap<ViewedDevice, { version: number; overlay: Overlay }>()

export function viewOf(device: ViewedDevice): LoyaltyView {
  const { records, outbox, identity } = device
  const version = versionOf(device, overlayTables)
  let known = overlays.get(device)
  if (known?.version !== version) {
    known = {
      version,
      overlay: overlayOf({
        businessId: identity.businessId,
        records,
        rows: outbox.rows(),
        sending: outbox.sending,
        memberIdOf: (id) => outbox.memberIdOf(id),
      }),
    }
    overlays.set(device, known)
  }
  return { businessId: identity.businessId, records, outbox, overlay: known.overlay }
}

/** The time zone in which this business's days begin and end. */
export function timeZoneOfView({ overlay, records, businessId }: LoyaltyView): string {
  return timeZoneOf(overlay.business ?? records.get('business', businessId) ?? null)
}
