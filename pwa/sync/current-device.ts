/**
 * The device that this window works with. The session opens it when somebody of a business is
 * signed in, and closes or wipes it when that ends; screens read it through pwa/loyalty.
 */
import { Dexie } from 'dexie'
import { browserDatabase, readIdentity } from '#pwa/device/browser-database.ts'
import { type DeviceIdentity, databaseName } from '#pwa/device/device-database.ts'
import { clearDevice, UnsentWork } from '#pwa/device/wipe.ts'
import { createDevice, type Device } from '#pwa/sync/create-device.ts'
import { keepInSync, type Syncing } from '#pwa/sync/keep-in-sync.ts'
import { keepIndexed } from '#pwa/sync/keep-indexed.ts'
import { sealUnsent } from '#pwa/sync/seal-outbox.ts'
import type { SyncContext } from '#pwa/sync/sync-context.ts'
import { openBroadcast } from '#pwa/sync/tabs.ts'

interface Current {
  device: Device
  syncing: Syncing
  stopIndexing: () => void
}

let current: Current | null = null
const listeners = new Set<() => void>()

export function currentDevice(): Device | null {
  return current?.device ?? null
}

/** @returns how to stop listening */
export function onDeviceChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens, loads and keeps in sync. The same identity again is the same device. */
export function openDevice(identity: DeviceIdentity): Device {
  if (current && isSame(current.device.identity, identity)) {
    current.syncing.tryNow()
    return current.device
  }
  closeDevice()
  const locks = navigator.locks ?? null
  const device = createDevice({
    identity,
    locks,
    channel: openBroadcast,
    browser: browserDatabase(),
    readAccountId: async () => (await readIdentity())?.id ?? null,
  })
  const syncing = keepInSync(device, {
    locks,
    fetch: (input, init) => fetch(input, init),
    storage: navigator.storage,
    window,
    document,
  })
  current = { device, syncing, stopIndexing: keepIndexed(device.records) }
  device.context.tabs.listen((message) => {
    if (message.kind === 'wiped' && currentDevice() === device) closeDevice()
  })
  tell()
  return device
}

/** Everything stays on disk; nothing runs any more. */
export function closeDevice(): void {
  if (!current) return
  current.syncing.stop()
  current.stopIndexing()
  current.device.close()
  current = null
  tell()
}

/** A person pressed "try now". */
export function syncNow(): void {
  current?.syncing.tryNow()
}

/**
 * Signing out: the business's rows go. Unsent work is sealed for the server (`keepUnsent: true`),
 * thrown away because the person said so (`false`), or stops the sign-out (left out).
 * @throws UnsentWork when something is unsent and the person was not asked; CannotSeal when the
 * server's key was never heard: then nothing is lost and the person stays signed in
 */
export async function wipeDevice(options: { keepUnsent?: boolean } = {}): Promise<void> {
  const device = currentDevice()
  if (!device) return
  const { context } = device
  if (options.keepUnsent) await sealAndClear(context)
  else await clear(context, options.keepUnsent === false ? 'all' : new Set())
  context.tabs.tell({ kind: 'wiped' })
  closeDevice()
  await deleteSoon(databaseName(device.identity))
}

function clear(context: SyncContext, allowed: ReadonlySet<string> | 'all') {
  return context.door.within((database) => clearDevice(database, allowed))
}

/** What was saved between the sealing and the clearing is sealed in another turn. */
async function sealAndClear(context: SyncContext, turnsLeft = 3): Promise<void> {
  const sealed = await sealUnsent(context)
  try {
    await clear(context, sealed)
  } catch (error) {
    if (!(error instanceof UnsentWork) || turnsLeft === 0) throw error
    await sealAndClear(context, turnsLeft - 1)
  }
}

/** It is empty by now; a tab that still holds it open must not keep a person from signing out. */
async function deleteSoon(name: string): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, 1_000))
  await Promise.race([Dexie.delete(name).catch(() => undefined), patience])
}

function isSame(one: DeviceIdentity, other: DeviceIdentity): boolean {
  return (
    one.accountId === other.accountId &&
    one.businessId === other.businessId &&
    one.view === other.view
  )
}

function tell() {
  for (const listener of [...listeners]) listener()
}
