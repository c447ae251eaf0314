/**
 * Vitest's setup of the `unit` project, whose files share a worker: each file loads our modules
 * again and has its own databases. Dexie looks for an IndexedDB only once, so it must exist early.
 */
import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { vi } from 'vitest'

vi.resetModules()
globalThis.indexedDB = new IDBFactory()
