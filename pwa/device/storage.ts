/**
 * How safe this device's storage is. A till asks for persistent storage at its first queued
 * operation (docs/sync-protocol.md) and monitors the free space; screens report a denial or a
 * shortage.
 */
export interface StorageHealth {
  /** False if the browser may evict the data; null while unknown. */
  persisted: boolean | null
  usedBytes: number | null
  roomBytes: number | null
}

/** Safari 16 has no `estimate`. */
export type StorageSeam = Partial<Pick<StorageManager, 'persist' | 'persisted' | 'estimate'>>

/** Warns below this: a first sync of 50,000 customers takes about 30 MB. */
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

/** Asks once; some browsers ask the person. Never throws. */
export async function askToPersist(storage: StorageSeam | undefined): Promise<boolean | null> {
  if (!storage) return null
  if (await storage.persisted?.().catch(() => false)) return true
  return (await storage.persist?.().catch(() => null)) ?? null
}
