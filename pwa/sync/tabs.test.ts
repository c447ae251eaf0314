/**
 * Two tabs of one browser: they agree, one of them sends, and a sign-out in one closes the other.
 */
import { v7 } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { clearDevice } from '#pwa/device/wipe.ts'
import type { Device } from '#pwa/sync/create-device.ts'
import { putBackLost, reviveDevice } from '#pwa/sync/revive-device.ts'
import { Installation, settled } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'

/** A long timeout, for busy machines. */
const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 15_000 })

const purchase = () => ({ purchaseId: v7(), memberId: v7(), amount: '12.50' })

async function setUp() {
  const server = new PretendServer()
  const installation = new Installation()
  const network = { fetch: server.fetch as typeof fetch }
  const open = (more: object = {}) =>
    installation.open({ fetch: (input, init) => network.fetch(input, init), ...more })
  const [one, other] = [open(), open()]
  await Promise.all([one.ready, other.ready])
  return { server, network, open, one, other }
}

describe('two tabs', () => {
  test('see each other’s work, and number it without a gap', async () => {
    const { one, other } = await setUp()
    await Promise.all([
      one.perform('purchase.record', purchase()),
      other.perform('purchase.record', purchase()),
      one.perform('purchase.record', purchase()),
    ])
    await settled(one)
    await settled(other)
    expect(one.outbox.rows().map((row) => row.seq)).toEqual([1, 2, 3])
    expect(other.outbox.rows()).toEqual(one.outbox.rows())
    expect(other.status.getState().pendingCount).toBe(3)
  })

  test('one sends, the other shows the outcome', async () => {
    const { server, one, other } = await setUp()
    await one.perform('purchase.record', purchase())
    server.put('reward', { id: v7() })
    await one.sync()
    await settled(other)
    expect(other.outbox.rows()).toEqual([])
    expect(other.records.count('purchase')).toBe(1)
    expect(other.records.count('reward')).toBe(1)
    expect(other.status.getState()).toMatchObject({ syncing: false, sendingCount: 0 })
  })

  test('both show the rows of now after the browser cleared the database under them', async () => {
    const { server, one, other } = await setUp()
    const ids = [v7(), v7()]
    server.put('reward', ...ids.map((id) => ({ id })))
    await one.sync()
    await other.sync()
    const { database } = one.context.door
    await database.transaction('rw', database.tables, () =>
      Promise.all(database.tables.map((table) => table.clear())),
    )
    server.remove('reward', ids[0] ?? '')
    await reviveDevice(one.context)
    await one.sync()
    await reviveDevice(other.context)
    await other.sync()
    for (const { records } of [one, other]) expect(records.count('reward')).toBe(1)
  })

  test('an answer to one ends the offline state in the other, before the round is over', async () => {
    const { server, network, one, other } = await setUp()
    network.fetch = () => Promise.reject(new TypeError('network'))
    await one.sync()
    await eventually(() => expect(other.status.getState().problem).toBe('noAnswer'))
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    network.fetch = async (input, init) => {
      if (String(input).includes('/sync/pull')) await held
      return server.fetch(input, init)
    }
    await one.perform('purchase.record', purchase())
    const round = one.sync()
    await eventually(() => expect(other.status.getState().problem).toBe(null))
    expect(other.status.getState().syncing).toBe(true)
    release()
    await round
  })

  test('send every operation once when they sync at the same time', async () => {
    const { server, one, other } = await setUp()
    for (let count = 0; count < 20; count += 1) await one.perform('purchase.record', purchase())
    const ends = await Promise.all([one.sync(), other.sync()])
    expect(ends.some((end) => end.elsewhere)).toBe(true)
    expect([...server.effects.values()].every((count) => count === 1)).toBe(true)
    expect(server.effects.size).toBe(20)
  })

  test('bypass a tab that froze with the lock, after a while', async () => {
    const { server, network, open, one } = await setUp()
    await one.perform('purchase.record', purchase())
    network.fetch = () => new Promise(() => {})
    void one.sync()
    let now = Date.now()
    const other = open({ now: () => now })
    await other.ready
    network.fetch = server.fetch
    expect((await other.sync()).elsewhere).toBe(true)
    now += 60_000
    expect((await other.sync()).elsewhere).toBe(false)
    expect(server.effects.size).toBe(1)
  })

  test('do not store an answer that another tab has overtaken', async () => {
    const { server, open, other } = await setUp()
    const id = v7()
    const put = (name: string) => {
      const row = { id, name }
      server.put('reward', row)
    }
    put('Old')
    await other.sync()
    put('New')
    let isOvertaken = false
    const slow = open({
      // This tab bypassed one that seemed dead, so both are in a round.
      locks: new Installation().locks,
      step: async (step: string) => {
        if (step !== 'pull:answered' || isOvertaken) return
        isOvertaken = true
        put('Newest')
        await other.sync()
      },
    })
    await slow.ready
    await slow.sync()
    for (const tab of [slow, other]) {
      await settled(tab)
      expect(tab.records.get('reward', id)?.name).toBe('Newest')
      expect(tab.context.loader?.version).toBe(server.version)
    }
  })

  test('after a sign-out in one, nothing can be added in the other', async () => {
    const { one, other } = await setUp()
    await one.context.door.within((database) => clearDevice(database, new Set()))
    await expect(other.perform('purchase.record', purchase())).rejects.toThrow('signed out')
    one.close()
    await one.context.door.database.delete()
    await eventually(() => expect(other.context.door.state()).toBe('closed'))
    expect(other.status.getState().problem).toBe('signedOut')
  })

  test('a sign-out killed after it cleared the disk signs the other tab out', async () => {
    const { one, other } = await setUp()
    await one.context.door.within((database) => clearDevice(database, new Set()))
    expect((await other.sync()).problem).toBe('signedOut')
  })

  test('a database handle that the browser closes is opened again', async () => {
    const { one } = await setUp()
    await one.perform('purchase.record', purchase())
    one.context.door.database.close({ disableAutoOpen: false })
    const row = await one.perform('purchase.record', purchase())
    expect(row.seq).toBe(2)
  })

  test('write unsent work back to disk if the database is deleted under an open window', async () => {
    const { server, open } = await setUp()
    const device = open()
    await device.sync()
    await device.perform('purchase.record', purchase())
    await device.sync()
    const row = await device.perform('purchase.record', purchase())
    const { database } = device.context.door
    await database.transaction('rw', database.tables, async () => {
      for (const table of database.tables) await table.clear()
    })
    database.close({ disableAutoOpen: false })
    await eventually(async () => expect(await database.outbox.count()).toBe(1))
    expect((await device.sync()).problem).toBe(null)
    expect(server.effects.get(row.operationId)).toBe(1)
    expect(device.records.count('purchase')).toBe(2)
  })

  const clear = async ({ context }: Device) => {
    const { database } = context.door
    await database.transaction('rw', database.tables, async () => {
      for (const table of database.tables) await table.clear()
    })
  }

  test.each([
    ['the service worker', { headless: true }],
    ['another window', {}],
  ])('write unsent work back to disk after %s recreated the database', async (_who, how) => {
    const { server, network, open } = await setUp()
    const device = open()
    await device.sync()
    network.fetch = () => Promise.reject(new TypeError('network'))
    const rows = []
    for (let sale = 0; sale < 3; sale += 1) {
      rows.push(await device.perform('purchase.record', purchase()))
    }
    await clear(device)
    const first = open(how)
    await first.ready
    network.fetch = server.fetch
    // The window thaws and gets the event that its handle was lost.
    device.context.door.database.close({ disableAutoOpen: false })
    await eventually(async () => {
      await device.sync()
      expect(server.effects.size).toBe(3)
    })
    expect([...server.effects]).toEqual(rows.map(({ operationId }) => [operationId, 1]))
    expect(device.status.getState()).toMatchObject({ pendingCount: 0, missing: 0 })
  })

  test('write unsent work back under numbers that no other row has, after the disk went back', async () => {
    const { server, network, open } = await setUp()
    const device = open()
    await device.sync()
    network.fetch = () => Promise.reject(new TypeError('network'))
    const { database } = device.context.door
    const before = await database.meta.get('outbox')
    const rows = []
    for (let sale = 0; sale < 3; sale += 1) {
      rows.push(await device.perform('purchase.record', purchase()))
    }
    await database.transaction('rw', database.outbox, database.meta, async () => {
      await database.outbox.clear()
      if (before) await database.meta.put(before)
    })
    const other = open()
    await other.ready
    rows.push(await other.perform('purchase.record', purchase()))
    expect(await putBackLost(device.context)).toBe(true)
    const kept = await database.outbox.orderBy('place').toArray()
    expect(kept.map(({ seq }) => seq).sort()).toEqual([1, 2, 3, 4])
    expect(new Set(kept.map(({ operationId }) => operationId))).toEqual(
      new Set(rows.map(({ operationId }) => operationId)),
    )
    rows.push(await device.perform('purchase.record', purchase()))
    expect(rows.at(-1)?.seq).toBe(5)
    network.fetch = server.fetch
    expect((await device.sync()).problem).toBe(null)
    expect([...server.effects.values()]).toEqual(rows.map(() => 1))
    expect(device.status.getState()).toMatchObject({ pendingCount: 0, missing: 0 })
  })

  test('send unsent work from memory even if the window gets no event about the lost handle', async () => {
    const { server, open } = await setUp()
    const device = open()
    await device.sync()
    const row = await device.perform('purchase.record', purchase())
    await clear(device)
    await open({ headless: true }).ready
    expect((await device.sync()).problem).toBe(null)
    expect(server.effects.get(row.operationId)).toBe(1)
  })

  test('do not write back work that another window has settled or withdrawn', async () => {
    const { server, one, other } = await setUp()
    const [kept, withdrawn] = [
      await one.perform('purchase.record', purchase()),
      await one.perform('purchase.record', purchase()),
    ]
    await settled(other)
    const memory = other.outbox.rows()
    await one.discard(withdrawn.operationId, { withDependents: false })
    await one.sync()
    expect(memory.map(({ status }) => status)).toEqual(['waiting', 'waiting'])
    expect(await putBackLost(other.context, memory)).toBe(false)
    await other.sync()
    expect([...server.effects]).toEqual([[kept.operationId, 1]])
  })

  test('restore an edit with its first version, so that one of the two counts', async () => {
    const { server, network, open } = await setUp()
    const device = open()
    const bought = purchase()
    const row = await device.perform('purchase.record', bought)
    network.fetch = async (input, init) => {
      await server.fetch(input, init)
      throw new TypeError('network')
    }
    await device.sync()
    const edited = await device.edit(row.operationId, 'purchase.record', { ...bought, amount: '9' })
    const { database } = device.context.door
    await database.transaction('rw', database.tables, async () => {
      for (const table of database.tables) await table.clear()
    })
    database.close({ disableAutoOpen: false })
    await eventually(async () => expect(await database.outbox.count()).toBe(2))
    network.fetch = server.fetch
    await device.sync()
    expect([...server.effects.keys()]).toEqual([row.operationId])
    expect(device.outbox.get(edited.operationId)).toMatchObject({ code: 'already_saved' })
  })

  test('let a newer version upgrade', async () => {
    const { one, other } = await setUp()
    const { database } = one.context.door
    const request = (
      database as unknown as { _deps: { indexedDB: IDBFactory } }
    )._deps.indexedDB.open(database.name, 20)
    await new Promise((resolve, reject) => {
      request.onsuccess = resolve
      request.onerror = reject
    })
    expect(other.status.getState().problem).toBe('databaseOutdated')
    request.result.close()
  })
})
