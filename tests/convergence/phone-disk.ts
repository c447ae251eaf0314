/**
 * The disk of the only phone at a time. The visitor's code opens its database on Dexie's configured
 * storage, so this replaces it before that code loads.
 */
import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'

type Storage = { indexedDB: IDBFactory }

let inserted: { storage: Storage; isOff: () => boolean } | null = null

export function insertDisk(storage: Storage, isOff: () => boolean): void {
  inserted = { storage, isOff }
}

/** A phone that is off aborts whatever it was doing, since the next one shares this process. */
function current(): IDBFactory {
  if (!inserted || inserted.isOff()) throw new DOMException('The phone is off', 'AbortError')
  return inserted.storage.indexedDB
}

const indexedDB = {
  open: (...of: Parameters<IDBFactory['open']>) => current().open(...of),
  deleteDatabase: (name: string) => current().deleteDatabase(name),
  databases: () => current().databases(),
  cmp: (one: unknown, other: unknown) => current().cmp(one, other),
}
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })
