/**
 * A database that this app version cannot open: its upgrade fails or is blocked, or a newer version
 * wrote it. Nothing is lost, the status reports it, the export still works, and the next good
 * version finds every row.
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

/** Checks that the next good version sends everything, and that it counts once. */
async function expectWhole() {
  const device = open()
  await device.ready
  expect(device.outbox.rows().map(({ operationId }) => operationId)).toEqual(asked)
  expect((await device.sync()).problem).toBe(null)
  expect([...server.effects]).toEqual(asked.map((id) => [id, 1]))
}

/** The next app version: one more index, which rewrites nothing. */
class NextDatabase extends DeviceDatabase {
  constructor() {
    super({ accountId, businessId }, storage())
    this.version(2).stores({ outbox: 'place, &operationId, [outboxId+seq], madeAt' })
  }
}

describe('an upgrade that fails', () => {
  /** Recreates the database as an older version would have left it. */
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

  /** A tab that ignores a newer one's request to upgrade. */
  function holdOpen(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const opening = disk.indexedDB.open(name)
      opening.onsuccess = () => resolve(opening.result as IDBDatabase)
      opening.onerror = () => reject(opening.error)
    })
  }

  test('leaves everything as it was, reports it, and the next start opens it', async () => {
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

  test('is reported when an old tab blocks it, and continues when that tab closes', async () => {
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
  test('stays untouched; this version reports it and can export its work', async () => {
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

  test('exports its work to another device, where it counts once', async () => {
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
