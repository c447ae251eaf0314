/** Outbox actions: discard, edit, retry, export to a file and import. */
import { Dexie } from 'dexie'
import { IDBDatabase } from 'fake-indexeddb'
import { v7 } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { dependentsOf } from '#pwa/records/outbox-row.ts'
import { TooLate } from '#pwa/sync/outbox-changes.ts'
import { WrongFile } from '#pwa/sync/outbox-file.ts'
import { InvalidPayload } from '#pwa/sync/perform.ts'
import { workAs } from '#pwa/sync/staff-claim.ts'
import { Installation } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'

const originalBegin = IDBDatabase.prototype.transaction

const purchase = (memberId = v7()) => ({ purchaseId: v7(), memberId, amount: '12.50' })
const person = (memberId: string) => ({
  memberId,
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.com',
  termsAccepted: true,
  privacyPolicyAccepted: true,
})

async function setUp() {
  const server = new PretendServer()
  const network = { fetch: server.fetch as typeof fetch }
  const open = () => new Installation().open({ fetch: (input, init) => network.fetch(input, init) })
  const device = open()
  await device.ready
  return { server, network, open, device }
}

const sent = (server: PretendServer) =>
  server.requests.flatMap(({ body }) => body?.operations ?? [])

describe('perform', () => {
  test('rejects a payload that the catalog rejects, with the fields, and writes nothing', async () => {
    const { device } = await setUp()
    const asked = device.perform('purchase.record', { ...purchase(), amount: 'ten' })
    await expect(asked).rejects.toThrow(InvalidPayload)
    await expect(asked).rejects.toMatchObject({ errors: [{ field: 'amount' }] })
    expect(await device.context.door.database.outbox.count()).toBe(0)
  })

  test('rejects half of a surrogate pair in a name, which databases cannot store', async () => {
    const { device } = await setUp()
    const firstName = 'Ada\ud83d'
    const asked = device.perform('customer.signUp', { ...person(v7()), firstName })
    await expect(asked).rejects.toMatchObject({ errors: [{ field: 'firstName' }] })
    expect(device.outbox.rows()).toEqual([])
  })

  test('a full disk is a visible refusal and leaves nothing half-written', async () => {
    const { device } = await setUp()
    const { database } = device.context.door
    const add = database.outbox.add.bind(database.outbox)
    database.outbox.add = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    await expect(device.perform('purchase.record', purchase())).rejects.toThrow('no room')
    database.outbox.add = add
    expect(await database.outbox.count()).toBe(0)
    expect((await device.perform('purchase.record', purchase())).seq).toBe(1)
  })
})

describe('a power cut', () => {
  test('every write to the outbox is flushed to disk before it resolves', async () => {
    // Dexie captures the method when it opens.
    const begin = vi.spyOn(IDBDatabase.prototype, 'transaction')
    const log: string[] = []
    begin.mockImplementation(function (this: IDBDatabase, stores, mode, options) {
      const transaction = originalBegin.call(this, stores, mode, options)
      if (mode === 'readwrite' && [stores].flat().includes('outbox')) {
        log.push(`begun ${transaction.durability}`)
        transaction.addEventListener('complete', () => log.push('complete'))
      }
      return transaction
    })
    const { server, open, device } = await setUp()
    const written = async (work: Promise<unknown>) => {
      log.length = 0
      await work
      return [...log, 'done']
    }
    const flushed = ['begun strict', 'complete', 'done']
    const ask = () => device.perform('purchase.record', purchase())

    expect(await written(ask())).toEqual(flushed)
    const { operationId } = await ask()
    const payload = purchase()
    const row = await device.perform('purchase.record', payload)
    expect(await written(device.discard(operationId, { withDependents: false }))).toEqual(flushed)
    const edit = device.edit(row.operationId, 'purchase.record', { ...payload, amount: '9' })
    expect(await written(edit)).toEqual(flushed)
    const file = await (await device.exportOutbox()).text()
    const other = open()
    await other.ready
    expect(await written(other.importOutbox(file))).toEqual(flushed)
    server.judge = () => ({ status: 'refused', code: 'member_erased' })
    const pushed = await written(device.sync())
    expect(pushed.filter((each) => each.startsWith('begun'))).not.toContain('begun default')
    expect(pushed.slice(0, 2)).toEqual(['begun strict', 'complete'])
    const [refused] = device.outbox.rows()
    expect(await written(device.retry(refused?.operationId ?? ''))).toEqual(flushed)
    begin.mockRestore()
  })
})

describe('discard', () => {
  test('a discarded waiting row keeps its number and is sent as discarded', async () => {
    const { server, device } = await setUp()
    const first = await device.perform('purchase.record', purchase())
    await device.perform('purchase.record', purchase())
    await device.discard(first.operationId, { withDependents: false })
    expect(device.status.getState().pendingCount).toBe(1)
    await device.sync()
    expect(sent(server).map(({ seq, discarded }) => [seq, discarded])).toEqual([
      [1, true],
      [2, undefined],
    ])
    expect(server.effects.size).toBe(1)
    expect(device.outbox.rows()).toEqual([])
  })

  test('discarding a sign-up discards the rows that depend on it', async () => {
    const { server, device } = await setUp()
    const memberId = v7()
    const signUp = await device.perform('customer.signUp', person(memberId))
    const bought = purchase(memberId)
    await device.perform('purchase.record', bought)
    await device.perform('purchase.reverse', { purchaseId: bought.purchaseId, memberId })
    await device.perform('purchase.record', purchase())
    expect(dependentsOf(signUp, device.outbox.rows()).map((row) => row.seq)).toEqual([2, 3])
    await device.discard(signUp.operationId, { withDependents: true })
    await device.sync()
    expect(server.effects.size).toBe(1)
  })

  test('shows a row as applied if the server had already applied it', async () => {
    const { server, network, device } = await setUp()
    const row = await device.perform('purchase.record', purchase())
    network.fetch = async (input, init) => {
      await server.fetch(input, init)
      throw new TypeError('network')
    }
    await device.sync()
    await device.discard(row.operationId, { withDependents: false })
    network.fetch = server.fetch
    await device.sync()
    expect(device.records.get('purchase', row.operationId)).toBeDefined()
    await expect(device.discard(row.operationId, { withDependents: false })).rejects.toThrow(
      TooLate,
    )
  })
})

describe('edit and retry', () => {
  test('an edit and what depends on it keep the time of their first versions', async () => {
    const server = new PretendServer()
    let now = Date.parse('2026-11-20T20:17:40Z')
    const device = new Installation().open({ fetch: server.fetch, now: () => now })
    await device.ready
    const memberId = v7()
    const signUp = await device.perform('customer.signUp', person(memberId))
    const { madeAt } = await device.perform('purchase.record', purchase(memberId))
    now += 2 * 86_400_000
    const payload = { ...person(memberId), lastName: 'Byron' }
    await device.edit(signUp.operationId, 'customer.signUp', payload)
    await device.sync()
    const counted = sent(server).filter(({ discarded }) => !discarded)
    expect(counted.map((each) => each.madeAt)).toEqual([signUp.madeAt, madeAt])
  })

  test('an edit is a new operation behind its first version; dependents follow it', async () => {
    const { server, device } = await setUp()
    const memberId = v7()
    const signUp = await device.perform('customer.signUp', person(memberId))
    await device.perform('purchase.record', purchase(memberId))
    const payload = { ...person(memberId), lastName: 'Byron' }
    await device.edit(signUp.operationId, 'customer.signUp', payload)
    await device.sync()
    expect(sent(server).map(({ name, discarded }) => [name, discarded ?? false])).toEqual([
      ['customer.signUp', true],
      ['purchase.record', true],
      ['customer.signUp', false],
      ['purchase.record', false],
    ])
    expect(server.effects.size).toBe(2)
  })

  test('an edit that came too late is not sent and cannot be retried', async () => {
    const { server, network, device } = await setUp()
    const bought = purchase()
    const row = await device.perform('purchase.record', bought)
    network.fetch = async (input, init) => {
      await server.fetch(input, init)
      throw new TypeError('network')
    }
    await device.sync()
    const edited = await device.edit(row.operationId, 'purchase.record', { ...bought, amount: '9' })
    network.fetch = server.fetch
    await device.sync()
    expect(server.effects.get(edited.operationId)).toBe(undefined)
    expect(device.outbox.rows()).toMatchObject([{ status: 'refused', code: 'already_saved' }])
    await expect(device.retry(edited.operationId)).rejects.toThrow(TooLate)
  })

  test('retries a refused row as a new operation, with the rows refused because of it', async () => {
    const { server, device } = await setUp()
    const memberId = v7()
    const signUp = await device.perform('customer.signUp', person(memberId))
    await device.perform('purchase.record', purchase(memberId))
    server.judge = ({ name }) => ({
      status: 'refused',
      code: name === 'customer.signUp' ? 'id_taken' : 'depends_on_refused',
    })
    await device.sync()
    server.judge = () => ({ status: 'applied', rows: [] })
    const again = await device.retry(signUp.operationId)
    expect(again.operationId).not.toBe(signUp.operationId)
    await device.sync()
    expect(device.outbox.rows()).toEqual([])
    expect(server.effects.size).toBe(2)
  })
})

describe('the file', () => {
  test('unsent rows move to another device under their ids and count once', async () => {
    const { server, network, open, device } = await setUp()
    await device.perform('purchase.record', purchase())
    await device.perform('purchase.record', purchase())
    const text = await (await device.exportOutbox()).text()
    const other = open()
    await other.ready
    expect(await other.importOutbox(text)).toEqual({ added: 2, known: 0 })
    expect(await other.importOutbox(text)).toEqual({ added: 0, known: 2 })
    await other.sync()
    network.fetch = server.fetch
    await device.sync()
    expect([...server.effects.values()]).toEqual([1, 1])
    expect(await other.importOutbox(text)).toEqual({ added: 0, known: 2 })
  })

  test.each(['lock', 'unlock by another person'])(
    'credits work to the person who pressed the button, even if a %s comes before the outbox is free',
    async (next) => {
      const { device, server } = await setUp()
      const [ada, cleo] = [v7(), v7()]
      workAs({ id: ada, key: new Uint8Array(32) })
      const first = await device.perform('purchase.record', purchase())
      // Locks the outbox, like a pull that stores a page.
      let release = () => {}
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const { database } = device.context.door
      const holding = database.transaction('rw', database.outbox, database.meta, async () => {
        await Dexie.waitFor(held)
      })
      const pressed = [
        device.perform('purchase.record', purchase()),
        device.edit(first.operationId, 'purchase.record', {
          ...(first.payload as ReturnType<typeof purchase>),
          amount: '7.00',
        }),
      ]
      workAs(next === 'lock' ? null : { id: cleo, key: new Uint8Array(32).fill(1) })
      release()
      await Promise.all([holding, ...pressed])
      await device.sync()
      expect(sent(server).map(({ staff }) => staff?.id)).toEqual([ada, ada, ada])
      workAs(null)
    },
  )

  test('work that memory writes back keeps the staff member who made it', async () => {
    const { server, device } = await setUp()
    const ada = v7()
    workAs({ id: ada, key: new Uint8Array(32) })
    const { operationId } = await device.perform('purchase.record', purchase())
    workAs(null)
    const { database } = device.context.door
    await database.transaction('rw', database.tables, async () => {
      for (const table of database.tables) await table.clear()
    })
    database.close({ disableAutoOpen: false })
    await vi.waitFor(async () => expect(await database.outbox.count()).toBe(1))
    await device.sync()
    expect(sent(server)).toMatchObject([{ operationId, staff: { id: ada } }])
  })

  test('the file and the importing device keep the staff member of work made at a till', async () => {
    const { server, network, open, device } = await setUp()
    const person = v7()
    workAs({ id: person, key: new Uint8Array(32) })
    const sale = await device.perform('purchase.record', purchase())
    workAs(null)
    const unclaimed = await device.perform('purchase.record', purchase())
    const other = open()
    await other.ready
    await other.importOutbox(await (await device.exportOutbox()).text())
    network.fetch = server.fetch
    await other.sync()
    const claims = new Map(
      sent(server).map(({ operationId, staff }) => [operationId, staff ?? null]),
    )
    expect(claims.get(sale.operationId)).toEqual({
      id: person,
      proof: expect.stringMatching(/.{40}/),
    })
    expect(claims.get(unclaimed.operationId)).toBe(null)
    expect(claims.get(sale.operationId)).toEqual(sale.staff)
  })

  test('work from a file keeps the time at which it was made', async () => {
    const { server, device } = await setUp()
    const made = Date.parse('2026-11-20T20:17:40Z')
    const stopped = new Installation().open({ fetch: server.fetch, now: () => made })
    await stopped.ready
    const { madeAt } = await stopped.perform('purchase.record', purchase())
    await device.importOutbox(await (await stopped.exportOutbox()).text())
    await device.sync()
    expect(sent(server)).toMatchObject([{ madeAt }])
  })

  test('exports and imports work dated before 1970', async () => {
    const { server, device } = await setUp()
    const now = () => Date.parse('1969-07-20T20:17:40Z')
    const stopped = new Installation().open({ fetch: server.fetch, now })
    await stopped.ready
    const { operationId } = await stopped.perform('purchase.record', purchase())
    const text = await (await stopped.exportOutbox()).text()
    expect(await device.importOutbox(text)).toEqual({ added: 1, known: 0 })
    await device.sync()
    expect(server.effects.get(operationId)).toBe(1)
  })

  test('rejects another business, another format and garbage with a message', async () => {
    const { device } = await setUp()
    const file = JSON.parse(await (await device.exportOutbox()).text())
    for (const text of ['', '{}', JSON.stringify({ ...file, businessId: v7() })]) {
      await expect(device.importOutbox(text)).rejects.toThrow(WrongFile)
    }
  })
})
