/** What a person does with rows of the outbox: discard, edit, retry, save to a file and take in. */
import { IDBDatabase } from 'fake-indexeddb'
import { v7 } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { TooLate } from '#pwa/sync/outbox-changes.ts'
import { WrongFile } from '#pwa/sync/outbox-file.ts'
import { dependentsOf } from '#pwa/sync/outbox-row.ts'
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
  test('refuses what the catalog refuses, with the fields, and writes nothing', async () => {
    const { device } = await setUp()
    const asked = device.perform('purchase.record', { ...purchase(), amount: 'ten' })
    await expect(asked).rejects.toThrow(InvalidPayload)
    await expect(asked).rejects.toMatchObject({ errors: [{ field: 'amount' }] })
    expect(await device.context.door.database.outbox.count()).toBe(0)
  })

  test('refuses half of a character in a name, which no database would keep', async () => {
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
  test('everything that writes the outbox is flushed before it is said to be done', async () => {
    // Dexie takes hold of it when it opens.
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
  test('a waiting one keeps its number and goes out as discarded', async () => {
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

  test('a sign-up takes along what builds on it', async () => {
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

  test('what the server had applied already is shown as it is', async () => {
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
  test('an edit is a new operation behind its first version; dependants follow it', async () => {
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

  test('an edit that came too late is not sent and cannot be asked again', async () => {
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

  test('a refused one is retried as a new operation, with what was refused because of it', async () => {
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
  test('unsent rows travel to another device under their ids and count once', async () => {
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

  test('what was made at a till says in the file, and wherever it is handed in, whose it is', async () => {
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

  test('a clock before 1970 keeps nothing out of the file, nor the file out of another device', async () => {
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

  test('another business, another format and garbage are refused with a sentence', async () => {
    const { device } = await setUp()
    const file = JSON.parse(await (await device.exportOutbox()).text())
    for (const text of ['', '{}', JSON.stringify({ ...file, businessId: v7() })]) {
      await expect(device.importOutbox(text)).rejects.toThrow(WrongFile)
    }
  })
})
