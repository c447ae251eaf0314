/**
 * Push against a pretend server: every operation ends exactly once, whatever happens to a request.
 */

import { v7 } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { Installation } from '#tests/support/pretend-device.ts'
import { PretendServer, refuse } from '#tests/support/pretend-server.ts'

const purchase = () => ({ purchaseId: v7(), memberId: v7(), amount: '12.50' })

/** An error page, or empty JSON, from a proxy between a till and the server. */
const html = { 'Content-Type': 'text/html' }
const json = { 'Content-Type': 'application/json' }
const page = '<html><title>Blocked</title></html>'
const strangers = [
  ...[200, 400, 403, 404, 409, 410, 422, 429, 502].map((status) => ({ status, body: page })),
  { status: 401, body: page, headers: { ...html, 'WWW-Authenticate': 'Basic' } },
  { status: 413, body: page, problem: 'intermediary' },
  { status: 200, body: '{}', headers: json },
  { status: 200, body: '[]', headers: json },
  { status: 413, body: '{}', headers: json, problem: 'intermediary' },
].map((answer) => ({ headers: html, problem: 'noAnswer', ...answer }))

async function setUp() {
  const server = new PretendServer()
  const installation = new Installation()
  const network = { fetch: server.fetch as typeof fetch }
  const open = () => installation.open({ fetch: (input, init) => network.fetch(input, init) })
  const device = open()
  await device.ready
  return { server, installation, network, open, device }
}

async function unpacked(init: RequestInit | undefined): Promise<string> {
  const packed = new Response(init?.body).body ?? new ReadableStream()
  return new Response(packed.pipeThrough(new DecompressionStream('gzip'))).text()
}

const statuses = (device: { outbox: { rows: () => readonly { status: string }[] } }) =>
  device.outbox.rows().map((row) => row.status)

describe('push', () => {
  test('sends waiting work in order, a hundred at a time', async () => {
    const { server, device } = await setUp()
    for (let count = 0; count < 250; count += 1) await device.perform('purchase.record', purchase())
    expect(device.status.getState().pendingCount).toBe(250)
    expect((await device.sync()).problem).toBe(null)
    const pushes = server.requests.filter((request) => request.body)
    expect(pushes.map((push) => push.body?.operations.length)).toEqual([100, 100, 50])
    expect(pushes.flatMap((push) => push.body?.operations.map((each) => each.seq))).toEqual(
      Array.from({ length: 250 }, (_, index) => index + 1),
    )
    expect(device.outbox.rows()).toEqual([])
    expect(device.records.count('purchase')).toBe(250)
  })

  test('sends again under the same id if the answer was lost, and it counts once', async () => {
    const { server, network, device } = await setUp()
    const row = await device.perform('purchase.record', purchase())
    network.fetch = async (input, init) => {
      await server.fetch(input, init)
      throw new TypeError('network')
    }
    expect((await device.sync()).problem).toBe('noAnswer')
    expect(statuses(device)).toEqual(['waiting'])
    network.fetch = server.fetch
    await device.sync()
    expect(server.effects.get(row.operationId)).toBe(1)
    expect(device.outbox.rows()).toEqual([])
  })

  test('treats a truncated answer, a captive portal and a proxy page as no answer', async () => {
    const { server, network, device } = await setUp()
    await device.perform('purchase.record', purchase())
    const answers = [
      () => new Response('{"epoch":"one","verd', { headers: { 'regulars-api': '1' } }),
      () => new Response('<html>Welcome to our Wi-Fi</html>'),
      () => new Response('Bad gateway', { status: 502 }),
      () => new Response('{"verdicts":[]}', { headers: { 'regulars-api': '1' } }),
    ]
    for (const answer of answers) {
      network.fetch = async () => answer()
      expect((await device.sync()).problem).toBe('noAnswer')
      expect(statuses(device)).toEqual(['waiting'])
    }
    network.fetch = server.fetch
    expect((await device.sync()).problem).toBe(null)
    expect(device.outbox.rows()).toEqual([])
  })

  test('gives up on a request without an answer after 20 seconds, and sends it again', async () => {
    const { server, network, device } = await setUp()
    const row = await device.perform('purchase.record', purchase())
    const timeouts: { ms: number; controller: AbortController }[] = []
    const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      timeouts.push({ ms, controller })
      return controller.signal
    })
    network.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        const { signal } = init ?? {}
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    const round = device.sync()
    await vi.waitUntil(() => timeouts.length > 0)
    expect(timeouts.map(({ ms }) => ms)).toEqual([20_000])
    timeouts[0]?.controller.abort(new DOMException('The time is over', 'TimeoutError'))
    expect((await round).problem).toBe('noAnswer')
    expect(statuses(device)).toEqual(['waiting'])
    spy.mockRestore()
    network.fetch = server.fetch
    await device.sync()
    expect(server.effects.get(row.operationId)).toBe(1)
  })

  test.each(strangers)(
    'keeps every sale while an intermediary answers $status $body, until the server answers',
    async ({ status, headers, body, problem }) => {
      const { server, network, device } = await setUp()
      for (let count = 0; count < 5; count += 1) {
        await device.perform('purchase.record', purchase())
      }
      const sizes: number[] = []
      network.fetch = async (_, init) => {
        if (init?.body) sizes.push(JSON.parse(String(init.body)).operations.length)
        return new Response(body, { status, headers })
      }
      for (let round = 0; round < 3; round += 1) {
        expect((await device.sync()).problem).toBe(problem)
        expect(statuses(device)).toEqual(Array(5).fill('waiting'))
      }
      // Only a 413 shrinks the batch: the first round cuts it, the next ones keep it small.
      expect(sizes).toEqual(status === 413 ? [5, 3, 2, 1, 1, 1] : [5, 5, 5])
      network.fetch = server.fetch
      expect((await device.sync()).problem).toBe(null)
      expect(device.outbox.rows()).toEqual([])
      expect([...server.effects.values()]).toEqual(Array(5).fill(1))
    },
  )

  test('pulls although an intermediary refuses every push, and cuts batches to what passes', async () => {
    const { server, network, device } = await setUp()
    for (let count = 0; count < 3; count += 1) await device.perform('purchase.record', purchase())
    server.put('purchase', { id: v7() })
    let passes = 0
    network.fetch = async (input, init) => {
      const { operations } = JSON.parse(String(init?.body ?? '{"operations":[]}'))
      return operations.length > passes
        ? new Response('<html>Too large</html>', { status: 413 })
        : server.fetch(input, init)
    }
    expect((await device.sync()).problem).toBe('intermediary')
    expect(device.records.count('purchase')).toBe(1)
    expect(statuses(device)).toEqual(['waiting', 'waiting', 'waiting'])
    passes = 2
    expect((await device.sync()).problem).toBe(null)
    expect(device.outbox.rows()).toEqual([])
    expect(device.records.count('purchase')).toBe(4)
  })

  test.each([
    ['a server of an earlier release', () => refuse(400, 'body_not_json')],
    ['a proxy', () => new Response('<html>Forbidden</html>', { status: 403 })],
  ])('sends work uncompressed if %s can’t read it compressed', async (_, unread) => {
    const { server, network, device } = await setUp()
    let compressed = 0
    network.fetch = async (input, init) => {
      if (new Headers(init?.headers).has('content-encoding')) {
        compressed += 1
        return unread()
      }
      const { body, status } = await server.fetch(input, init)
      return new Response(body, { status, headers: { 'regulars-api': '2' } })
    }
    await device.sync()
    for (let count = 0; count < 2; count += 1) {
      await device.perform('purchase.record', purchase())
      expect((await device.sync()).problem).toBe(null)
      expect(device.outbox.rows()).toEqual([])
    }
    expect([...server.effects.values()]).toEqual([1, 1])
    expect(compressed).toBe(1)
    // Other tests' devices send nothing compressed.
    network.fetch = server.fetch
    await device.sync()
  })

  test('compresses further after a proxy found the server away', async () => {
    const { server, network, device } = await setUp()
    const compressed: boolean[] = []
    network.fetch = async (input, init) => {
      const isCompressed = new Headers(init?.headers).has('content-encoding')
      if (init?.method === 'POST') compressed.push(isCompressed)
      if (compressed.length === 1) return new Response('<html>Bad gateway</html>', { status: 502 })
      const text = isCompressed ? await unpacked(init) : init?.body
      const { body, status } = await server.fetch(input, { ...init, ...(text && { body: text }) })
      return new Response(body, { status, headers: { 'regulars-api': '2' } })
    }
    await device.sync()
    await device.perform('purchase.record', purchase())
    expect((await device.sync()).problem).toBe('noAnswer')
    expect((await device.sync()).problem).toBe(null)
    await device.perform('purchase.record', purchase())
    expect((await device.sync()).problem).toBe(null)
    expect(compressed).toEqual([true, true, true])
    network.fetch = server.fetch
    await device.sync()
  })

  test('a refusal stays visible with its reason, and the queue moves on', async () => {
    const { server, device } = await setUp()
    const first = await device.perform('purchase.record', purchase())
    await device.perform('purchase.record', purchase())
    server.judge = (operation) =>
      operation.operationId === first.operationId
        ? { status: 'refused', code: 'member_erased' }
        : { status: 'applied' }
    await device.sync()
    expect(device.outbox.rows()).toMatchObject([{ status: 'refused', code: 'member_erased' }])
    expect(device.status.getState()).toMatchObject({ pendingCount: 0, refusedCount: 1 })
    await device.discard(first.operationId, { withDependents: false })
    expect(device.outbox.rows()).toEqual([])
  })

  test('a parked operation gets its final verdict from a pull', async () => {
    const { server, device } = await setUp()
    const row = await device.perform('purchase.record', purchase())
    server.judge = () => ({ status: 'parked', code: 'business_paused' })
    await device.sync()
    expect(device.outbox.rows()).toMatchObject([{ status: 'parked', code: 'business_paused' }])
    server.decide(row.operationId, 'applied')
    await device.sync()
    expect(device.outbox.rows()).toEqual([])
  })

  test('401 and 5xx keep everything; another account sends nothing', async () => {
    const { server, installation, network, device } = await setUp()
    await device.perform('purchase.record', purchase())
    network.fetch = async () => refuse(401, 'not_signed_in')
    expect((await device.sync()).problem).toBe('signedOut')
    network.fetch = async () => refuse(503, 'unavailable', { retryAfterSeconds: 7 })
    expect(await device.sync()).toMatchObject({ problem: 'serverBusy', retryAfterMs: 7000 })
    expect(statuses(device)).toEqual(['waiting'])
    const other = installation.open({ fetch: server.fetch, readAccountId: async () => 'other' })
    const before = server.requests.length
    expect((await other.sync()).problem).toBe('signedOut')
    expect(server.requests.length).toBe(before)
  })

  test.each([0, 3, 6])(
    'halves a refused batch until the bad operation (%i) is alone',
    async (at) => {
      const { server, network, device } = await setUp()
      const rows = []
      for (let count = 0; count < 7; count += 1) {
        rows.push(await device.perform('purchase.record', purchase()))
      }
      const culprit = rows[at]?.operationId
      network.fetch = async (input, init) => {
        const body = init?.body ? String(init.body) : ''
        const isPoisoned = body.includes(`${culprit}`) && !body.includes('"discarded":true')
        return isPoisoned ? refuse(400, 'validation_failed') : server.fetch(input, init)
      }
      expect((await device.sync()).problem).toBe(null)
      expect(device.outbox.rows()).toMatchObject([
        { operationId: culprit, status: 'refused', code: 'validation_failed' },
      ])
      expect(server.effects.size).toBe(6)
      await device.perform('purchase.record', purchase())
      expect((await device.sync()).problem).toBe(null)
      expect(server.effects.size).toBe(7)
    },
  )

  test('skips the number of an operation that cannot even be discarded', async () => {
    const { server, network, device } = await setUp()
    const bad = await device.perform('purchase.record', purchase())
    await device.perform('purchase.record', purchase())
    network.fetch = async (input, init) =>
      String(init?.body).includes(bad.operationId)
        ? refuse(400, 'validation_failed')
        : server.fetch(input, init)
    expect((await device.sync()).problem).toBe(null)
    expect(device.outbox.rows()).toMatchObject([
      { operationId: bad.operationId, status: 'refused' },
    ])
    expect(server.effects.size).toBe(1)
  })

  test('splits a request that is too large', async () => {
    const { server, device } = await setUp()
    const note = 'ü'.repeat(200)
    for (let count = 0; count < 100; count += 1) {
      await device.perform('purchase.record', { ...purchase(), note })
    }
    await device.sync()
    for (const { body } of server.requests) {
      if (body) expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThan(1 << 20)
    }
    expect(server.effects.size).toBe(100)
  })
})

describe('numbers', () => {
  test('sends work under a number that the server knows already, and it counts once', async () => {
    const { server, device } = await setUp()
    const { outboxId, operationId } = await device.perform('purchase.record', purchase())
    server.expected.set(outboxId, 9)
    expect((await device.sync()).problem).toBe(null)
    const pushes = server.requests.filter((request) => request.body)
    expect(pushes.map(({ body }) => body?.outboxId)).toEqual([outboxId])
    expect(server.effects.get(operationId)).toBe(1)
    expect(device.status.getState()).toMatchObject({ missing: 0, pendingCount: 0 })
  })

  test('resends what a restored server forgot, before the work that depends on it', async () => {
    const { server, device } = await setUp()
    const { outboxId } = await device.perform('purchase.record', purchase())
    await device.perform('purchase.record', purchase())
    await device.sync()
    server.expected.set(outboxId, 1)
    server.verdicts.clear()
    server.effects.clear()
    await device.perform('purchase.record', purchase())
    const before = device.outbox.rows().map(({ operationId }) => operationId)
    expect((await device.sync()).problem).toBe(null)
    const ids = [...server.effects.keys()]
    expect(ids.slice(2)).toEqual(before)
    expect([...server.effects.values()]).toEqual([1, 1, 1])
    expect(device.status.getState()).toMatchObject({ missing: 0, pendingCount: 0 })
    expect(device.outbox.rows()).toEqual([])
  })

  test('sends the others if the disk lost a row, and shows that one is missing', async () => {
    const { server, device, open } = await setUp()
    await device.perform('purchase.record', purchase())
    const lost = await device.perform('purchase.record', purchase())
    await device.perform('purchase.record', purchase())
    await device.context.door.database.outbox.delete(lost.place)
    device.close()
    const again = open()
    expect((await again.sync()).problem).toBe(null)
    expect(server.effects.size).toBe(2)
    expect(again.status.getState().missing).toBe(1)
    again.close()
    const later = open()
    await later.ready
    expect(later.status.getState().missing).toBe(1)
  })

  test('shows nothing missing if the server has the row that the disk lost', async () => {
    const { server, network, device, open } = await setUp()
    const lost = await device.perform('purchase.record', purchase())
    network.fetch = async (input, init) => {
      await server.fetch(input, init)
      throw new TypeError('network')
    }
    await device.sync()
    await device.context.door.database.outbox.delete(lost.place)
    device.close()
    network.fetch = server.fetch
    const again = open()
    const next = await again.perform('purchase.record', purchase())
    expect((await again.sync()).problem).toBe(null)
    expect(server.effects.get(next.operationId)).toBe(1)
    expect(again.status.getState()).toMatchObject({ missing: 0, pendingCount: 0 })
  })

  test('sends a row that only memory still has under its original number', async () => {
    const { server, device } = await setUp()
    await device.perform('purchase.record', purchase())
    const lost = await device.perform('purchase.record', purchase())
    await device.perform('purchase.record', purchase())
    await device.context.door.database.outbox.delete(lost.place)
    expect((await device.sync()).problem).toBe(null)
    expect(server.effects.size).toBe(3)
    expect(server.effects.get(lost.operationId)).toBe(1)
    expect(device.status.getState()).toMatchObject({ missing: 0, pendingCount: 0 })
  })

  test('sends a row that another tab puts back while those behind it are on their way', async () => {
    const { server, network, device } = await setUp()
    await device.perform('purchase.record', purchase())
    const lost = await device.perform('purchase.record', purchase())
    await device.perform('purchase.record', purchase())
    const { database } = device.context.door
    const kept = await database.outbox.get(lost.place)
    await database.outbox.delete(lost.place)
    device.context.mirror.remove([lost.operationId])
    let isPutBack = false
    network.fetch = async (input, init) => {
      const answer = await server.fetch(input, init)
      if (kept && !isPutBack) await database.outbox.put(kept)
      isPutBack = true
      return answer
    }
    expect((await device.sync()).problem).toBe(null)
    expect([...server.effects.values()]).toEqual([1, 1, 1])
    expect(device.status.getState().missing).toBe(0)
    expect(await database.outbox.count()).toBe(0)
  })

  test('two copies of one phone, each with the same numbers, both count', async () => {
    const { server, device } = await setUp()
    const { outboxId } = await device.perform('purchase.record', purchase())
    await device.sync()
    const copy = new Installation().open({ fetch: server.fetch })
    await copy.ready
    // Its storage is a copy of the other's.
    const { database } = device.context.door
    for (const row of await database.meta.toArray()) await copy.context.door.database.meta.put(row)
    const sales = [
      await copy.perform('purchase.record', purchase()),
      await device.perform('purchase.record', purchase()),
      await device.perform('purchase.record', purchase()),
    ]
    expect(sales.map((row) => [row.outboxId, row.seq])).toEqual([
      [outboxId, 2],
      [outboxId, 2],
      [outboxId, 3],
    ])
    await device.sync()
    await copy.sync()
    await device.sync()
    expect(sales.map(({ operationId }) => server.effects.get(operationId))).toEqual([1, 1, 1])
    for (const { status } of [device, copy]) {
      expect(status.getState()).toMatchObject({ missing: 0, pendingCount: 0 })
    }
  })
})
