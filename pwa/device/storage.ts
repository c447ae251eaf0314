/**
 * How safe this device's storage is. A till asks the browser to keep it for good at its first
 * queued operation (docs/sync-protocol.md) and watches the room left; what is denied or short is said.
 */
export interface StorageHealth {
  /** False when the browser may evict it; null while unknown or not asked. */
  persisted: boolean | null
  usedBytes: number | null
  roomBytes: number | null
}

/** Safari 16 has no `estimate`. */
export type StorageSeam = Partial<Pick<StorageManager, 'persist' | 'persisted' | 'estimate'>>

/** Below this the person is warned: a first sync of 50,000 customers takes about 30 MB. */
const roomShortBytes = 50 * 1024 * 1024

export function isRoomShort(health: StorageHealth): boolean {
  return health.roomBytes !== null && health.roomBytes < roomShortBytes
}

export async function readStorageHealth(storage: StorageSeam | undefined): Promise<StorageHealth> {
  const persisted = await storage?.persisted?.().catch(() => null)
  const estimate = await storage?.estimate?.().catch(() => null)
  const used = estimate?.usage ?? null
  const quota = estimate?.quota ?? null
  return {
    persisted: persisted ?? null,
    usedBytes: used,
    roomBytes: used === null || quota === null ? null : Math.max(0, quota - used),
  }
}

/** Asks once; the browser decides, some by asking the person. Never throws. */
export async function askToPersist(storage: StorageSeam | undefined): Promise<boolean | null> {
  if (!storage) return null
  if (await storage.persisted?.().catch(() => false)) return true
  return (await storage.persist?.().catch(() => null)) ?? null
}
