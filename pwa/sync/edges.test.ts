/** Edge cases of a round: lost rows, lost messages, slow networks, a restored server. */
import { v7 } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import type { DeviceOptions } from '#pwa/sync/create-device.ts'
import { resendSettled } from '#pwa/sync/resend.ts'
import { reviveDevice } from '#pwa/sync/revive-device.ts'
import { Installation } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'

const purchase = () => ({ purchaseId: v7(), memberId: v7(), amount: '12.50' })

const startedAt = Date.parse('2026-11-21T09:00:00Z')

afterEach(() => vi.useRealTimers())

async function setUp() {
  let server = new PretendServer()
  const installation = new Installation()
  let now = startedAt
  const network = { fetch: ((input, init) => server.fetch(input, init)) as typeof fetch }
  const open = (more: Partial<DeviceOptions> = {}) =>
    installation.open({
      fetch: (input, init) => network.fetch(input, init),
      now: () => now,
      ...more,
    })
  const device = open()
  await device.ready
  return {
    device,
    network,
    server: () => server,
    restore: (older: PretendServer) => {
      server = older
    },
    pass: (ms: number) => {
      now += ms
    },
    open,
  }
}

test('saves and sends what a person does before a new device has opened its database', async () => {
  const server = new PretendServer()
  const device = new Installation().open({ fetch: (input, init) => server.fetch(input, init) })
  const row = await device.perform('purchase.record', purchase())
  expect(await device.context.door.database.outbox.get(row.place)).toMatchObject(row)
  await device.sync()
  expect(server.effects.get(row.operationId)).toBe(1)
})

test('sends work that another tab saved even if its message was lost', async () => {
  const { device, server, open } = await setUp()
  await device.sync()
  // The other tab writes to the same disk and sends no message.
  const other = open()
  await other.ready
  other.context.tabs.close()
  const row = await other.perform('purchase.record', purchase())
  await device.sync()
  expect(server().effects.get(row.operationId)).toBe(1)
})

test('continues if the disk lost a row that the server has', async () => {
  const { device, server, network } = await setUp()
  const lost = await device.perform('purchase.record', purchase())
  network.fetch = async (input, init) => {
    await server().fetch(input, init)
    throw new TypeError('network')
  }
  await device.sync()
  network.fetch = (input, init) => server().fetch(input, init)
  await device.context.door.within((database) => database.outbox.delete(lost.place))
  const next = await device.perform('purchase.record', purchase())
  const { length: before } = server().requests
  expect((await device.sync()).problem).toBe(null)
  expect(server().requests.length - before).toBeLessThan(6)
  expect(server().effects.get(next.operationId)).toBe(1)
  expect(device.status.getState().pendingCount).toBe(0)
})

test('the first answer ends the offline state, however long the rest of the round takes', async () => {
  const { device, server, network } = await setUp()
  network.fetch = () => Promise.reject(new TypeError('network'))
  await device.perform('purchase.record', purchase())
  await device.sync()
  expect(device.status.getState().problem).toBe('noAnswer')
  const duringPull = new Promise((resolve) => {
    network.fetch = (input, init) => {
      if (String(input).includes('/sync/pull')) resolve({ ...device.status.getState() })
      return server().fetch(input, init)
    }
  })
  await device.sync()
  expect(await duringPull).toMatchObject({ problem: null, pendingCount: 0, syncing: true })
})

test('a refusal ends the offline state as well', async () => {
  const { device, server, network } = await setUp()
  await device.sync()
  network.fetch = () => Promise.reject(new TypeError('network'))
  await device.sync()
  expect(device.status.getState().problem).toBe('noAnswer')
  server().put('reward', { id: v7() })
  server().minVersion = server().version
  let pulls = 0
  const atSecondPull = new Promise((resolve) => {
    network.fetch = (input, init) => {
      if (String(input).includes('/sync/pull')) pulls += 1
      if (pulls === 2) resolve(device.status.getState().problem)
      return server().fetch(input, init)
    }
  })
  await device.sync()
  expect(await atSecondPull).toBe(null)
})

test.each([
  ['a tab that was just opened', {}],
  ['the service worker', { headless: true }],
])('an answer to %s ends the offline state in the other tabs', async (_, more) => {
  const { device, server, network, open } = await setUp()
  network.fetch = () => Promise.reject(new TypeError('network'))
  await device.perform('purchase.record', purchase())
  await device.sync()
  expect(device.status.getState().problem).toBe('noAnswer')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  network.fetch = async (input, init) => {
    if (String(input).includes('/sync/pull')) await held
    return server().fetch(input, init)
  }
  const round = open(more).sync()
  await vi.waitFor(() => expect(device.status.getState().problem).toBe(null))
  release()
  await round
})

test('shrinks requests on a slow network until one gets through', async () => {
  const { device, server, network, pass } = await setUp()
  for (let count = 0; count < 100; count += 1) await device.perform('purchase.record', purchase())
  const bytesPerSecond = 1_250
  network.fetch = async (input, init) => {
    const tookMs = (String(init?.body ?? '').length / bytesPerSecond) * 1000
    pass(Math.min(tookMs, 20_000))
    if (tookMs > 20_000) throw new TypeError('the time is over')
    return server().fetch(input, init)
  }
  let rounds = 0
  while (device.status.getState().pendingCount > 0 && rounds < 5) {
    await device.sync()
    rounds += 1
  }
  expect(device.status.getState().pendingCount).toBe(0)
  expect(server().effects.size).toBe(100)
})

test('shrinks requests for a server that answers 503', async () => {
  const { device, server, network } = await setUp()
  for (let count = 0; count < 60; count += 1) await device.perform('purchase.record', purchase())
  const headers = { 'regulars-api': '1' }
  network.fetch = async (input, init) => {
    const { operations = [] } = JSON.parse(String(init?.body ?? '{}')) as { operations?: object[] }
    if (operations.length <= 16) return server().fetch(input, init)
    return new Response('{"code":"busy"}', { status: 503, headers })
  }
  for (let round = 0; round < 8; round += 1) await device.sync()
  expect(device.status.getState().pendingCount).toBe(0)
  expect(server().effects.size).toBe(60)
})

test('an outage does not make requests smaller', async () => {
  const { device, server, network } = await setUp()
  for (let count = 0; count < 100; count += 1) await device.perform('purchase.record', purchase())
  network.fetch = () => Promise.reject(new TypeError('offline'))
  for (let round = 0; round < 4; round += 1) await device.sync()
  network.fetch = (input, init) => server().fetch(input, init)
  await device.sync()
  const pushes = server().requests.filter((request) => request.body)
  expect(pushes.map(({ body }) => body?.operations.length)).toEqual([100])
})

test('restores refused and parked rows after the database was deleted', async () => {
  const { device, server } = await setUp()
  server().judge = () => ({ status: 'refused', code: 'points_short' })
  const refused = await device.perform('purchase.record', purchase())
  await device.sync()
  server().judge = () => ({ status: 'parked', code: 'business_paused' })
  const parked = await device.perform('purchase.record', purchase())
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
  const { operationId } = await device.perform('purchase.record', purchase())
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
  const row = await device.perform('purchase.record', purchase())
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
      rows.push(await device.perform('purchase.record', purchase()))
    }
    await device.sync()
    server().judge = () => ({ status: 'parked', code: 'business_paused' })
    rows.push(await device.perform('purchase.record', purchase()))
    await device.sync()
    network.fetch = () => Promise.reject(new TypeError('offline'))
    rows.push(await device.perform('purchase.record', purchase()))

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
      rows.push(await device.perform('purchase.record', purchase()))
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

const dayMs = 24 * 60 * 60 * 1000

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
    rows.push(await device.perform('purchase.record', purchase()))
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
  const row = await device.perform('purchase.record', purchase())
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
  const late = await device.perform('purchase.record', purchase())
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
    const first = await device.perform('purchase.record', purchase())
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
  const rows = [await device.perform('purchase.record', purchase())]
  const taken = await device.perform('purchase.record', purchase())
  await device.sync()
  const older = await backUpOf(server())
  older.epoch = 'two'
  restore(older)
  rows.push(await device.perform('purchase.record', purchase()))
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
  const row = await device.perform('purchase.record', purchase())
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
  const row = await device.perform('purchase.record', purchase())
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

test('verdicts for an outbox whose work another tab gave new numbers settle none of them', async () => {
  const { device, server, open } = await setUp()
  for (let count = 0; count < 3; count += 1) await device.perform('purchase.record', purchase())
  await device.sync()
  device.close()
  let isDisputed = false
  const other = open({
    step: async (step) => {
      if (step !== 'push:answered' || isDisputed) return
      isDisputed = true
      await resendSettled(other.context)
    },
  })
  const answered = await other.perform('purchase.record', purchase())
  await other.sync()
  const later = await other.perform('purchase.record', purchase())
  await other.sync()
  const { effects } = server()
  expect([answered, later].map(({ operationId }) => effects.get(operationId))).toEqual([1, 1])
  expect(other.status.getState()).toMatchObject({ pendingCount: 0, missing: 0 })
})

test('resends parked work to a server that forgot it', async () => {
  const { device, server, restore } = await setUp()
  server().judge = () => ({ status: 'parked', code: 'member_not_arrived' })
  const row = await device.perform('purchase.record', purchase())
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

const bo = {
  firstName: 'Bo',
  lastName: 'Castellan',
  email: 'bo@example.com',
  phone: null,
  marketingEmailConsent: false,
  marketingSmsConsent: false,
  pushNotificationConsent: false,
  termsAccepted: true,
  privacyPolicyAccepted: true,
}

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

test('remembers the joined member whom a sign-up met, not the kept one', async () => {
  const { device, server } = await setUp()
  const [memberId, kept, joinId] = [v7(), v7(), v7()]
  const result = { memberId: kept, joinId, alreadyMember: true }
  server().judge = () => ({ status: 'applied', result })
  await device.perform('customer.signUp', { memberId, ...bo })
  await device.sync()
  expect(device.outbox.memberIdOf(memberId)).toBe(joinId)
})

test('shows work queued for an existing member at that member', async () => {
  const { device, server, open } = await setUp()
  const [memberId, known] = [v7(), v7()]
  server().judge = ({ name, operationId }) =>
    name === 'customer.signUp'
      ? { status: 'applied', result: { memberId: known, alreadyMember: true } }
      : { status: 'applied', rows: [{ table: 'purchase', row: { id: operationId } }] }
  await device.perform('customer.signUp', { memberId, ...bo })
  expect(device.outbox.memberIdOf(memberId)).toBe(memberId)
  await device.sync()
  expect(device.outbox.memberIdOf(memberId)).toBe(known)
  // A screen that was open keeps using the old id, even after a restart.
  device.close()
  const again = open()
  await again.ready
  expect(again.outbox.memberIdOf(memberId)).toBe(known)
})

test('the checksum detects a restore that shows in nothing else', async () => {
  const { device, server, pass, restore } = await setUp()
  const rows = []
  for (let count = 0; count < 3; count += 1) {
    rows.push(await device.perform('purchase.record', purchase()))
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
