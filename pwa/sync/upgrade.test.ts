/**
 * A database that this version of the app cannot open: an upgrade that fails or is blocked, or one
 * that a newer version wrote. Nothing is lost, the status says so, the rescue file still works, and
 * the next good version finds every row.
 */
import { Dexie } from 'dexie'
import { IDBKeyRange, IDBObjectStore } from 'fake-indexeddb'
import { v7 } from 'uuid'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DeviceDatabase, databaseName } from '#pwa/device/device-database.ts'
import { accountId, businessId, Installation } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'

const purchase = () => ({ purchaseId: v7(), memberId: v7(), amount: '12.50' })
const name = databaseName({ accountId, businessId })

let server: PretendServer
let disk: Installation
let asked: string[]
const open = () => disk.open({ fetch: server.fetch })
const storage = () => ({ indexedDB: disk.indexedDB, IDBKeyRange })

beforeEach(async () => {
  server = new PretendServer()
  disk = new Installation()
  const device = open()
  await device.ready
  asked = []
  for (let count = 0; count < 3; count += 1) {
    asked.push((await device.perform('purchase.record', purchase())).operationId)
  }
  device.close()
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function operationsIn(file: Blob): Promise<string[]> {
  const { operations } = JSON.parse(await file.text()) as { operations: { operationId: string }[] }
  return operations.map(({ operationId }) => operationId)
}

/** Everything arrives through the next good version, and counts once. */
async function expectWhole() {
  const device = open()
  await device.ready
  expect(device.outbox.rows().map(({ operationId }) => operationId)).toEqual(asked)
  expect((await device.sync()).problem).toBe(null)
  expect([...server.effects]).toEqual(asked.map((id) => [id, 1]))
}

/** The next version of the app: one more index, which rewrites nothing. */
class NextDatabase extends DeviceDatabase {
  constructor() {
    super({ accountId, businessId }, storage())
    this.version(2).stores({ outbox: 'place, &operationId, [outboxId+seq], madeAt' })
  }
}

describe('an upgrade that fails', () => {
  /** As this version would find what an older one had left. */
  async function goBackOneVersion() {
    const now = new DeviceDatabase({ accountId, businessId }, storage())
    const kept = await Promise.all(now.tables.map((table) => table.toArray()))
    const tables = now.tables.map((table) => table.name)
    now.close()
    await new Dexie(name, storage()).delete()
    const older = new Dexie(name, storage())
    older.version(0.5).stores({
      pages: '',
      meta: 'key',
      outbox: 'place, &operationId',
      journal: '++number, lastVersion, settledAt',
    })
    for (const [index, rows] of kept.entries()) {
      if (tables[index] !== 'pages') await older.table(tables[index] ?? '').bulkAdd(rows)
    }
    return older
  }

  /** A tab that does not hear that a newer one wants to upgrade. */
  function holdOpen(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const opening = disk.indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result as IDBDatabase)
      opening.onerror = () => reject(opening.error)
    })
  }

  test('leaves everything as it was, says so, and the next start opens it', async () => {
    ;(await goBackOneVersion()).close()
    vi.spyOn(IDBObjectStore.prototype, 'createIndex').mockImplementation(() => {
      throw new DOMException('no room for an index', 'UnknownError')
    })
    const device = open()
    await expect(device.ready).rejects.toThrow()
    expect(device.status.getState().problem).toBe('databaseFailed')
    await expect(device.perform('purchase.record', purchase())).rejects.toThrow('cannot be opened')
    expect(await operationsIn(await device.exportOutbox())).toEqual(asked)
    device.close()

    vi.restoreAllMocks()
    await expectWhole()
  })

  test('or is blocked by an old tab says so, and goes on when that one closes', async () => {
    ;(await goBackOneVersion()).close()
    const oldTab = await holdOpen()
    const device = open()
    await vi.waitFor(() => expect(device.status.getState().problem).toBe('databaseBlocked'), {
      timeout: 15_000,
    })
    oldTab.close()
    await device.ready
    device.close()
    await expectWhole()
  })
})

describe('a database of a newer version', () => {
  test('is left alone by this one, which says so and can save its work to a file', async () => {
    const next = new NextDatabase()
    await next.open()
    next.close()
    const device = open()
    await expect(device.ready).rejects.toThrow()
    expect(device.status.getState().problem).toBe('databaseNewer')
    await expect(device.perform('purchase.record', purchase())).rejects.toThrow('cannot be opened')
    expect(await operationsIn(await device.exportOutbox())).toEqual(asked)
    device.close()

    const again = new NextDatabase()
    const rows = await again.outbox.orderBy('place').toArray()
    expect(rows.map(({ operationId }) => operationId)).toEqual(asked)
    expect(again.backendDB().version).toBe(20)
    again.close()
  })

  test('its work goes by the file to another device, and counts once', async () => {
    const next = new NextDatabase()
    await next.open()
    next.close()
    const device = open()
    await device.ready.catch(() => undefined)
    const other = new Installation().open({ fetch: server.fetch })
    await other.ready
    const text = await (await device.exportOutbox()).text()
    expect(await other.importOutbox(text)).toEqual({ added: 3, known: 0 })
    await other.sync()
    expect([...server.effects]).toEqual(asked.map((id) => [id, 1]))
  })
})
