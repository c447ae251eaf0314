/**
 * The disk of the one phone there is at a time. The visitor's code opens its database by what Dexie
 * has as its storage, so this is put there before that code is loaded.
 */
import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'

type Storage = { indexedDB: IDBFactory }

let inserted: { storage: Storage; isOff: () => boolean } | null = null

export function insertDisk(storage: Storage, isOff: () => boolean): void {
  inserted = { storage, isOff }
}

/** A phone that is off ends whatever it was doing: there is only this one process for the next. */
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
