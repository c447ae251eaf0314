/**
 * The device of this window. The session opens it when a member of a business signs in, and closes
 * or wipes it when the session ends; screens read it through pwa/loyalty.
 */
import { createEmitter } from '#pwa/api/emitter.ts'
import { browserDatabase, readIdentity } from '#pwa/device/browser-database.ts'
import { type DeviceIdentity, databaseName } from '#pwa/device/device-database.ts'
import { keepHintInCookie } from '#pwa/device/outbox-hint.ts'
import { keepIndexed } from '#pwa/records/keep-indexed.ts'
import { askForBackgroundSync } from '#pwa/sync/background-sync.ts'
import { createDevice, type Device } from '#pwa/sync/create-device.ts'
import { endDevice } from '#pwa/sync/end-device.ts'
import { handOver } from '#pwa/sync/hand-over.ts'
import { keepInSync, type Syncing } from '#pwa/sync/keep-in-sync.ts'
import { isTillLocked } from '#pwa/sync/staff-claim.ts'
import { openBroadcast } from '#pwa/sync/tabs.ts'

const isSecure = () => location.protocol === 'https:'

/** The browser features that every device uses. */
const seams = (identity: DeviceIdentity) => ({
  identity,
  locks: navigator.locks ?? null,
  channel: openBroadcast,
  browser: browserDatabase(),
  hint: keepHintInCookie(databaseName(identity), document, isSecure()),
  sealedHint: keepHintInCookie(identity.businessId, document, isSecure(), 'sealed'),
})

interface Current {
  device: Device
  syncing: Syncing
  stopIndexing: () => void
}

let current: Current | null = null
const changes = createEmitter()

export function currentDevice(): Device | null {
  return current?.device ?? null
}

/** @returns a function that stops listening */
export const onDeviceChange = changes.listen

/**
 * Opens a device, loads it and keeps it in sync. Returns the open device if it has this identity.
 */
export function openDevice(identity: DeviceIdentity): Device {
  if (current && isSame(current.device.identity, identity)) {
    current.syncing.tryNow()
    return current.device
  }
  closeDevice()
  const given = seams(identity)
  const readAccountId = async () => (await readIdentity())?.id ?? null
  const device = createDevice({ ...given, readAccountId, isLocked: isTillLocked })
  const syncing = keepInSync(device, {
    locks: given.locks,
    fetch: (input, init) => fetch(input, init),
    storage: navigator.storage,
    window,
    document,
  })
  device.onAsked(() => void askForBackgroundSync(navigator.serviceWorker))
  current = { device, syncing, stopIndexing: keepIndexed(device.records) }
  device.context.tabs.listen((message) => {
    if (message.kind === 'wiped' && currentDevice() === device) closeDevice()
  })
  changes.emit()
  return device
}

/** Stops all work. The data stays on disk. */
export function closeDevice(): void {
  if (!current) return
  current.syncing.stop()
  current.stopIndexing()
  current.device.close()
  current = null
  changes.emit()
}

/** Syncs at once, when a person presses "try now". */
export function syncNow(): void {
  current?.syncing.tryNow()
}

/**
 * Signs out: deletes the business's rows from this browser.
 * @throws OpenWork, CannotSeal: then the person stays signed in
 */
export async function wipeDevice(options: { keepUnsent?: boolean } = {}): Promise<void> {
  const device = currentDevice()
  if (!device) return
  await endDevice(device.context, options)
  closeDevice()
}

/**
 * Pushes this browser's unsent work of an account whose access was withdrawn.
 * @see handOver
 */
export async function handOverDevice(identity: DeviceIdentity): Promise<boolean> {
  if (current && isSame(current.device.identity, identity)) closeDevice()
  const readAccountId = async () => identity.accountId
  return handOver(createDevice({ ...seams(identity), headless: true, readAccountId }))
}

function isSame(one: DeviceIdentity, other: DeviceIdentity): boolean {
  return (
    one.accountId === other.accountId &&
    one.businessId === other.businessId &&
    one.view === other.view
  )
}
