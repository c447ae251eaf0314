/** A server that was restored from a backup, or a disk that was cleared, loses no work. */
import { v7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { reviveDevice } from '#pwa/sync/revive-device.ts'
import { dayMs } from '#schema/contract/time-spans.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'
import { bo, newPurchase, setUp, startedAt } from '#tests/support/restorable-device.ts'

afterEach(() => vi.useRealTimers())

test('restores refused and parked rows after the database was deleted', async () => {
  const { device, server } = await setUp()
  server().judge = () => ({ status: 'refused', code: 'points_short' })
  const refused = await device.perform('purchase.record', newPurchase())
  await device.sync()
  server().judge = () => ({ status: 'parked', code: 'business_paused' })
  const parked = await device.perform('purchase.record', newPurchase())
  await device.sync()
  const { database } = device.context.door
  await database.transaction('rw', database.tables, () =>
    Promise.all(database.tables.map((table) => table.clear())),
  )
  await reviveDevice(device.context)
  expect(device.outbox.rows().map(({ operationId, status }) => [operationId, status])).toEqual([
    [refused.operationId, 'refused'],
    [parked.operationId, 'waiting'],
  ])
  server().decide(parked.operationId, 'applied')
  await device.sync()
  await device.sync()
  expect(device.outbox.rows().map(({ status }) => status)).toEqual(['refused'])
})

test('resends parked work from memory to a server that was restored before the disk was cleared', async () => {
  const { device, server, restore } = await setUp()
  server().judge = () => ({ status: 'parked', code: 'business_paused' })
  const { operationId } = await device.perform('purchase.record', newPurchase())
  await device.sync()
  restore(new PretendServer())
  const { database } = device.context.door
  await database.transaction('rw', database.tables, () =>
    Promise.all(database.tables.map((table) => table.clear())),
  )
  await reviveDevice(device.context)
  await device.sync()
  expect(server().effects.get(operationId)).toBe(1)
  expect(device.outbox.rows().filter(({ status }) => status === 'parked')).toEqual([])
})

test('work survives a round that finds its database deleted, and is sent at once', async () => {
  const { device, server } = await setUp()
  await device.sync()
  const row = await device.perform('purchase.record', newPurchase())
  const { database } = device.context.door
  await database.transaction('rw', database.tables, () =>
    Promise.all(database.tables.map((table) => table.clear())),
  )
  // The first round finds no database: it keeps the rows in memory, and the next round is far away.
  expect((await device.sync()).problem).toBe('signedOut')
  device.onAsked(() => void device.sync())
  database.on.close.fire(new Event('close'))
  await vi.waitFor(() => expect(server().effects.get(row.operationId)).toBe(1))
  await vi.waitFor(() => expect(device.status.getState().problem).toBe(null))
})

test.each(['with a new epoch', 'with the old one'])(
  'resends what a restored server forgot, %s',
  async (epoch) => {
    const { device, server, network, restore } = await setUp()
    const rows = []
    for (let count = 0; count < 3; count += 1) {
      rows.push(await device.perform('purchase.record', newPurchase()))
    }
    await device.sync()
    server().judge = () => ({ status: 'parked', code: 'business_paused' })
    rows.push(await device.perform('purchase.record', newPurchase()))
    await device.sync()
    network.fetch = () => Promise.reject(new TypeError('offline'))
    rows.push(await device.perform('purchase.record', newPurchase()))

    // The backup has the first operation and nothing later.
    const older = new PretendServer()
    older.epoch = epoch === 'with a new epoch' ? 'two' : 'one'
    const [first] = server().requests.filter((request) => request.body)
    const known = { ...first?.body, operations: first?.body?.operations.slice(0, 1) }
    await older.fetch('/api/sync/push', { method: 'POST', body: JSON.stringify(known) })
    restore(older)
    network.fetch = (input, init) => server().fetch(input, init)
    expect((await device.sync()).problem).toBe(null)
    expect(rows.map((row) => older.effects.get(row.operationId))).toEqual([1, 1, 1, 1, 1])
    expect(device.status.getState()).toMatchObject({ pendingCount: 0, parkedCount: 0, missing: 0 })
    expect(device.records.count('purchase')).toBe(5)
  },
)

test.each([
  ['answers as if nothing had happened', 0],
  ['asks to fetch everything', 5],
])(
  'a till with nothing to send meets another epoch, and the server %s',
  async (_how, forgottenUntil) => {
    const { device, server, restore } = await setUp()
    const rows = []
    for (let count = 0; count < 3; count += 1) {
      rows.push(await device.perform('purchase.record', newPurchase()))
    }
    await device.sync()
    const older = new PretendServer()
    older.epoch = 'two'
    const [first] = server().requests.filter((request) => request.body)
    const known = { ...first?.body, operations: first?.body?.operations.slice(0, 1) }
    await older.fetch('/api/sync/push', { method: 'POST', body: JSON.stringify(known) })
    // Other devices are faster: their work gets the versions that this till has seen.
    for (let count = 0; count < 5; count += 1) older.put('reward', { id: v7() })
    older.minVersion = forgottenUntil
    restore(older)
    expect((await device.sync()).problem).toBe(null)
    expect(rows.map((row) => older.effects.get(row.operationId))).toEqual([1, 1, 1])
    expect(device.records.count('purchase')).toBe(3)
    expect(device.records.count('reward')).toBe(5)
  },
)

/** A server that only knows the first operation of this one. */
async function backUpOf(server: PretendServer): Promise<PretendServer> {
  const older = new PretendServer()
  const [first] = server.requests.filter((request) => request.body)
  const known = { ...first?.body, operations: first?.body?.operations.slice(0, 1) }
  await older.fetch('/api/sync/push', { method: 'POST', body: JSON.stringify(known) })
  return older
}

test('a retry of a use that a restored server refuses relies on the same coupon', async () => {
  const { device, server, restore } = await setUp()
  const reliesOn = v7()
  server().judge = () => ({ status: 'applied', result: { reliesOn } })
  const { operationId } = await device.perform('coupon.use', { code: 'ABCD-EFGH-JKMN' })
  await device.sync()
  const restored = new PretendServer()
  restored.epoch = 'two'
  restored.judge = () => ({ status: 'refused', code: 'feature_off' })
  restore(restored)
  await device.sync()
  await device.retry(operationId)
  await device.sync()
  const uses = restored.requests.flatMap(({ body }) => body?.operations ?? [])
  expect(uses.map((use) => use.reliesOn)).toEqual([reliesOn, reliesOn])
})

test('a snapshot older than the shown version reveals a restore, even under the old epoch', async () => {
  const { device, server, restore } = await setUp()
  const rows = []
  for (let count = 0; count < 3; count += 1) {
    rows.push(await device.perform('purchase.record', newPurchase()))
  }
  await device.sync()
  const older = await backUpOf(server())
  restore(older)
  await device.sync()
  expect(rows.map((row) => older.effects.get(row.operationId))).toEqual([1, 1, 1])
})

test('resends to a restored server what was pushed before the first pull', async () => {
  const { device, server, network, restore } = await setUp()
  network.fetch = async (input, init) => {
    if (String(input).includes('/pull')) throw new TypeError('network')
    return server().fetch(input, init)
  }
  const row = await device.perform('purchase.record', newPurchase())
  await device.sync()
  expect(device.outbox.get(row.operationId)?.status).toBe('acknowledged')
  network.fetch = (input, init) => server().fetch(input, init)
  const older = new PretendServer()
  older.epoch = 'two'
  restore(older)
  await device.sync()
  expect(older.effects.get(row.operationId)).toBe(1)
  expect(device.outbox.rows()).toEqual([])
})

/** The server applies it, and its answer is lost. */
async function takeBackTooLate({
  device,
  server,
  network,
}: Pick<Awaited<ReturnType<typeof setUp>>, 'device' | 'server' | 'network'>) {
  const late = await device.perform('purchase.record', newPurchase())
  network.fetch = async (input, init) => {
    await server().fetch(input, init)
    throw new TypeError('network')
  }
  await device.sync()
  network.fetch = (input, init) => server().fetch(input, init)
  await device.discard(late.operationId, { withDependents: false })
  await device.sync()
  return late
}

test.each(['with a new epoch', 'with the old one'])(
  'resends work as counting that was taken back too late, %s',
  async (epoch) => {
    const { device, server, network, restore } = await setUp()
    const first = await device.perform('purchase.record', newPurchase())
    await device.sync()
    const older = await backUpOf(server())
    if (epoch === 'with a new epoch') older.epoch = 'two'
    const late = await takeBackTooLate({ device, server, network })
    expect(device.records.count('purchase')).toBe(2)

    restore(older)
    await device.sync()
    await device.sync()
    expect([first, late].map((row) => older.effects.get(row.operationId))).toEqual([1, 1])
    expect(device.records.count('purchase')).toBe(2)
    expect(device.status.getState()).toMatchObject({ pendingCount: 0, refusedCount: 0, missing: 0 })
  },
)

test('an operation withdrawn while a restored server asks for it stays withdrawn', async () => {
  const { device, server, network, restore } = await setUp()
  const rows = [await device.perform('purchase.record', newPurchase())]
  const taken = await device.perform('purchase.record', newPurchase())
  await device.sync()
  const older = await backUpOf(server())
  older.epoch = 'two'
  restore(older)
  rows.push(await device.perform('purchase.record', newPurchase()))
  // The server asks for the work it forgot; the device's attempt to send it again fails.
  let isAsked = false
  network.fetch = (input, init) => {
    if (isAsked) return Promise.reject(new TypeError('network'))
    isAsked = true
    return server().fetch(input, init)
  }
  await device.sync()
  network.fetch = (input, init) => server().fetch(input, init)
  await device.discard(taken.operationId, { withDependents: false })
  await device.sync()
  expect(device.outbox.rows()).toEqual([])
  // A later restore forgets the withdrawal; this device does not.
  const oldest = new PretendServer()
  oldest.epoch = 'three'
  restore(oldest)
  await device.sync()
  expect(oldest.effects.has(taken.operationId)).toBe(false)
  expect(rows.map((row) => oldest.effects.get(row.operationId))).toEqual([1, 1])
})

test('resends what a server forgot for thirty days, and no longer', async () => {
  const { device, restore, pass, open } = await setUp()
  const row = await device.perform('purchase.record', newPurchase())
  await device.sync()
  device.close()
  pass(29 * dayMs)
  const older = new PretendServer()
  older.epoch = 'two'
  restore(older)
  const again = open()
  await again.sync()
  expect(older.effects.get(row.operationId)).toBe(1)
  again.close()
  pass(31 * dayMs)
  const later = open()
  await later.sync()
  expect(await later.context.door.within(({ journal }) => journal.count())).toBe(0)
})

test.each([
  ['ahead while it starts', 0, 400],
  ['behind while it sends', -400, 0],
])('keeps what it sent for thirty days although its clock is %s', async (_when, sent, started) => {
  vi.useFakeTimers({ toFake: ['Date'], now: startedAt })
  const right = Date.now()
  const { network, server, restore, open } = await setUp()
  network.fetch = async (input, init) => {
    const answer = await server().fetch(input, init)
    answer.headers.set('date', new Date(right).toUTCString())
    return answer
  }
  const start = (daysOff: number) => {
    vi.setSystemTime(right + daysOff * dayMs)
    return open({ now: Date.now })
  }
  const device = start(sent)
  const row = await device.perform('purchase.record', newPurchase())
  await device.sync()
  device.close()
  const wrong = start(started)
  await wrong.sync()
  wrong.close()
  const older = new PretendServer()
  older.epoch = 'two'
  restore(older)
  const again = start(0)
  await again.sync()
  expect(older.effects.get(row.operationId)).toBe(1)
})

test('resends parked work to a server that forgot it', async () => {
  const { device, server, restore } = await setUp()
  server().judge = () => ({ status: 'parked', code: 'member_not_arrived' })
  const row = await device.perform('purchase.record', newPurchase())
  await device.sync()
  expect(device.outbox.get(row.operationId)?.status).toBe('parked')
  const older = new PretendServer()
  older.epoch = 'two'
  restore(older)
  await device.sync()
  await device.sync()
  expect(older.effects.get(row.operationId)).toBe(1)
  expect(device.outbox.rows()).toEqual([])
})

test('forgets the member to whom a sign-up led on a server that was restored since', async () => {
  const { device, server, restore } = await setUp()
  const [memberId, known] = [v7(), v7()]
  server().judge = () => ({ status: 'applied', result: { memberId: known, alreadyMember: true } })
  await device.perform('customer.signUp', { memberId, ...bo })
  await device.sync()
  expect(device.outbox.memberIdOf(memberId)).toBe(known)
  // It has lost that member, so this sign-up founds one.
  const older = new PretendServer()
  older.epoch = 'two'
  older.judge = () => ({ status: 'applied', result: { memberId } })
  restore(older)
  await device.sync()
  expect(device.outbox.memberIdOf(memberId)).toBe(memberId)
})

test('the checksum detects a restore that shows in nothing else', async () => {
  const { device, server, pass, restore } = await setUp()
  const rows = []
  for (let count = 0; count < 3; count += 1) {
    rows.push(await device.perform('purchase.record', newPurchase()))
  }
  await device.sync()
  // The backup has one operation; other devices' work has taken the versions that this device saw.
  const older = await backUpOf(server())
  for (let count = 0; count < 5; count += 1) older.put('reward', { id: v7() })
  restore(older)
  await device.sync()
  expect(device.records.count('reward')).toBeLessThan(5)
  pass(7 * 60 * 60 * 1000)
  expect((await device.sync()).problem).toBe(null)
  expect(rows.map((row) => older.effects.get(row.operationId))).toEqual([1, 1, 1])
  expect(device.records.count('purchase')).toBe(3)
  expect(device.records.count('reward')).toBe(5)
  expect(device.status.getState()).toMatchObject({ pendingCount: 0, missing: 0 })
})

test('an operation withdrawn too late stays in the journal as one that counts', async () => {
  const all = await setUp()
  const { operationId } = await takeBackTooLate(all)
  const journal = await all.device.context.door.within((open) => open.journal.toArray())
  expect(journal.flatMap(({ rows }) => rows)).toMatchObject([
    { operationId, status: 'acknowledged', discarded: false },
  ])
})

test('resends what an earlier release kept as withdrawn although it counted', async () => {
  const all = await setUp()
  const { operationId } = await takeBackTooLate(all)
  await all.device.context.door.within(({ journal }) =>
    journal.toCollection().modify((batch) => {
      batch.rows = batch.rows.map((row) => ({ ...row, discarded: true }))
    }),
  )
  const restored = new PretendServer()
  restored.epoch = 'two'
  all.restore(restored)
  await all.device.sync()
  await all.device.sync()
  expect(restored.effects.get(operationId)).toBe(1)
})
