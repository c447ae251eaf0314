/** Edge cases of a round: lost rows, lost messages, slow networks, sign-ups of known members. */
import { v7 } from 'uuid'
import { expect, test, vi } from 'vitest'
import { resendSettled } from '#pwa/sync/resend.ts'
import { Installation } from '#tests/support/pretend-device.ts'
import { PretendServer } from '#tests/support/pretend-server.ts'
import { bo, newPurchase, setUp } from '#tests/support/restorable-device.ts'

test('saves and sends what a person does before a new device has opened its database', async () => {
  const server = new PretendServer()
  const device = new Installation().open({ fetch: (input, init) => server.fetch(input, init) })
  const row = await device.perform('purchase.record', newPurchase())
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
  const row = await other.perform('purchase.record', newPurchase())
  await device.sync()
  expect(server().effects.get(row.operationId)).toBe(1)
})

test('continues if the disk lost a row that the server has', async () => {
  const { device, server, network } = await setUp()
  const lost = await device.perform('purchase.record', newPurchase())
  network.fetch = async (input, init) => {
    await server().fetch(input, init)
    throw new TypeError('network')
  }
  await device.sync()
  network.fetch = (input, init) => server().fetch(input, init)
  await device.context.door.within((database) => database.outbox.delete(lost.place))
  const next = await device.perform('purchase.record', newPurchase())
  const { length: before } = server().requests
  expect((await device.sync()).problem).toBe(null)
  expect(server().requests.length - before).toBeLessThan(6)
  expect(server().effects.get(next.operationId)).toBe(1)
  expect(device.status.getState().pendingCount).toBe(0)
})

test('the first answer ends the offline state, however long the rest of the round takes', async () => {
  const { device, server, network } = await setUp()
  network.fetch = () => Promise.reject(new TypeError('network'))
  await device.perform('purchase.record', newPurchase())
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
  await device.perform('purchase.record', newPurchase())
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
  for (let count = 0; count < 100; count += 1)
    await device.perform('purchase.record', newPurchase())
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
  for (let count = 0; count < 60; count += 1) await device.perform('purchase.record', newPurchase())
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
  for (let count = 0; count < 100; count += 1)
    await device.perform('purchase.record', newPurchase())
  network.fetch = () => Promise.reject(new TypeError('offline'))
  for (let round = 0; round < 4; round += 1) await device.sync()
  network.fetch = (input, init) => server().fetch(input, init)
  await device.sync()
  const pushes = server().requests.filter((request) => request.body)
  expect(pushes.map(({ body }) => body?.operations.length)).toEqual([100])
})

test('verdicts for an outbox whose work another tab gave new numbers settle none of them', async () => {
  const { device, server, open } = await setUp()
  for (let count = 0; count < 3; count += 1) await device.perform('purchase.record', newPurchase())
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
  const answered = await other.perform('purchase.record', newPurchase())
  await other.sync()
  const later = await other.perform('purchase.record', newPurchase())
  await other.sync()
  const { effects } = server()
  expect([answered, later].map(({ operationId }) => effects.get(operationId))).toEqual([1, 1])
  expect(other.status.getState()).toMatchObject({ pendingCount: 0, missing: 0 })
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
