/**
 * Pull against a pretend server: the device equals the server at its cursor, and rows never
 * flicker.
 */
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { readPullState } from '#pwa/sync/pull.ts'
import { Installation } from '#tests/support/pretend-device.ts'
import { PretendServer, refuse } from '#tests/support/pretend-server.ts'

let clock = 0
function customer(firstName: string) {
  clock += 1
  return {
    id: v7(),
    firstName,
    lastName: 'Test',
    email: `${firstName}@example.com`,
    phone: null,
    points: 0,
    totalSpent: '0.00',
    createdAt: new Date(1_700_000_000_000 + clock * 1000).toISOString(),
  }
}

async function setUp() {
  const server = new PretendServer()
  const installation = new Installation()
  const network = { fetch: server.fetch as typeof fetch }
  const open = (more: object = {}) =>
    installation.open({ fetch: (input, init) => network.fetch(input, init), ...more })
  const device = open()
  await device.ready
  return { server, installation, network, open, device }
}

const names = (device: {
  records: { searchCustomers: (q: string, n: number) => { firstName: string }[] }
}) => device.records.searchCustomers('', 1000).map((row) => row.firstName)

describe('pull', () => {
  test('fetches a first sync of several pages, then only changes', async () => {
    const { server, device } = await setUp()
    server.pageRows = 3
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) server.put('customer', customer(name))
    await device.sync()
    expect(names(device).sort().join('')).toBe('abcdefg')
    expect(device.status.getState()).toMatchObject({ whole: true, progress: null, problem: null })
    const before = server.requests.length
    server.put('customer', customer('h'))
    await device.sync()
    expect(server.requests.length - before).toBe(1)
    expect(names(device)[0]).toBe('h')
  })

  test('a first sync is usable before it ends and resumes where it was cut off', async () => {
    const { server, network, open, device } = await setUp()
    server.pageRows = 2
    for (const name of ['a', 'b', 'c', 'd', 'e']) server.put('customer', customer(name))
    let answers = 0
    network.fetch = async (input, init) => {
      answers += 1
      if (answers > 2) throw new TypeError('network')
      return server.fetch(input, init)
    }
    expect((await device.sync()).problem).toBe('noAnswer')
    expect(names(device).length).toBe(4)
    expect(device.status.getState().whole).toBe(false)
    expect(device.status.getState().progress).toEqual({ rows: 4, total: 5 })
    device.close()
    network.fetch = server.fetch
    const again = open()
    await again.ready
    expect(names(again).length).toBe(4)
    const before = server.requests.length
    await again.sync()
    expect(names(again).length).toBe(5)
    expect(server.requests.length - before).toBe(2)
  })

  test('a first sync in pages includes what changed while it was fetched', async () => {
    const { server, network, open, device } = await setUp()
    server.pageRows = 2
    const people = ['a', 'b', 'c', 'd'].map(customer)
    for (const each of people) server.put('customer', each)
    let answers = 0
    network.fetch = async (input, init) => {
      answers += 1
      if (answers > 2) throw new TypeError('network')
      const answer = await server.fetch(input, init)
      // Every customer buys something between the first page and the last.
      if (answers === 1) server.put('customer', ...people.map((each) => ({ ...each, points: 7 })))
      return answer
    }
    await device.sync()
    expect([device.records.count('customer'), device.status.getState().whole]).toEqual([2, false])
    device.close()
    network.fetch = server.fetch
    const again = open()
    await again.ready
    const before = server.requests.length
    await again.sync()
    expect(server.requests.length - before).toBe(3)
    expect(again.status.getState().whole).toBe(true)
    expect([...again.records.rows('customer')].map(({ points }) => points)).toEqual([7, 7, 7, 7])
  })

  test('does not store an older answer that arrives again', async () => {
    const { server, network, device } = await setUp()
    const row = customer('a')
    const put = (points: number) => {
      const changed = { ...row, points }
      server.put('customer', changed)
    }
    put(0)
    await device.sync()
    const kept: string[] = []
    network.fetch = async (input, init) => {
      const answer = await server.fetch(input, init)
      kept.push(await answer.clone().text())
      return answer
    }
    put(110)
    await device.sync()
    put(115)
    await device.sync()
    const [older] = kept
    network.fetch = async () => new Response(older, { headers: { 'regulars-api': '1' } })
    const pulledAt = device.status.getState().lastPulledAt
    expect((await device.sync()).problem).toBe('noAnswer')
    expect([...device.records.rows('customer')].map(({ points }) => points)).toEqual([115])
    expect(device.context.loader?.version).toBe(server.version)
    expect(device.status.getState().lastPulledAt).toBe(pulledAt)
    network.fetch = server.fetch
    put(120)
    expect((await device.sync()).problem).toBe(null)
    expect([...device.records.rows('customer')].map(({ points }) => points)).toEqual([120])
  })

  test('does not store an older answer in the middle of a pull of several answers', async () => {
    const { server, network, device } = await setUp()
    server.put('customer', customer('a'))
    await device.sync()
    const kept: string[] = []
    network.fetch = async (input, init) => {
      const answer = await server.fetch(input, init)
      kept.push(await answer.clone().text())
      return answer
    }
    server.put('customer', customer('b'))
    await device.sync()
    server.pageRows = 2
    for (const name of ['c', 'd', 'e']) server.put('customer', customer(name))
    let answers = 0
    network.fetch = async (input, init) => {
      answers += 1
      if (answers === 1) return server.fetch(input, init)
      return new Response(kept[0], { headers: { 'regulars-api': '1' } })
    }
    expect((await device.sync()).problem).toBe('noAnswer')
    expect(answers).toBe(2)
    expect(device.records.count('customer')).toBe(2)
    network.fetch = server.fetch
    expect((await device.sync()).problem).toBe(null)
    expect(device.records.count('customer')).toBe(5)
  })

  test('changes of several pages become visible together', async () => {
    const { server, network, device } = await setUp()
    server.put('customer', customer('a'))
    await device.sync()
    server.pageRows = 2
    for (const name of ['b', 'c', 'd', 'e', 'f']) server.put('customer', customer(name))
    const seen: number[] = []
    network.fetch = async (input, init) => {
      seen.push(device.records.count('customer'))
      return server.fetch(input, init)
    }
    await device.sync()
    expect(seen).toEqual([1, 1, 1, 6])
    expect(device.records.count('customer')).toBe(6)
  })

  test('changes cut off between pages resume, and are not shown in part', async () => {
    const { server, network, open, device } = await setUp()
    server.put('customer', customer('a'))
    await device.sync()
    server.pageRows = 2
    for (const name of ['b', 'c', 'd', 'e', 'f']) server.put('customer', customer(name))
    let answers = 0
    network.fetch = async (input, init) => {
      answers += 1
      if (answers > 2) throw new TypeError('network')
      return server.fetch(input, init)
    }
    await device.sync()
    expect(device.records.count('customer')).toBe(1)
    device.close()
    network.fetch = server.fetch
    const again = open()
    await again.ready
    expect(again.records.count('customer')).toBe(1)
    server.put('customer', customer('g'))
    await again.sync()
    expect(names(again).join('')).toBe('gfedcba')
  })

  test('a deletion removes the row on disk and in memory', async () => {
    const { server, open, device } = await setUp()
    const gone = customer('a')
    server.put('customer', gone, customer('b'))
    await device.sync()
    server.remove('customer', gone.id)
    await device.sync()
    expect(names(device)).toEqual(['b'])
    const again = open()
    await again.ready
    expect(names(again)).toEqual(['b'])
  })

  test('must_refetch: fetches a snapshot in the background, swaps it at once, keeps the outbox', async () => {
    const { server, network, open, device } = await setUp()
    const gone = customer('a')
    server.put('customer', gone, customer('b'))
    await device.sync()
    server.remove('customer', gone.id)
    for (const name of ['c', 'd', 'e']) server.put('customer', customer(name))
    server.minVersion = server.version
    server.pageRows = 2
    const seen: string[] = []
    network.fetch = async (input, init) => {
      seen.push(names(device).join(''))
      if (init?.body) throw new TypeError('network')
      return server.fetch(input, init)
    }
    const row = await device.perform('purchase.record', {
      purchaseId: v7(),
      memberId: gone.id,
      amount: '3',
    })
    network.fetch = async (input, init) => {
      if (!init?.body) seen.push(names(device).join(''))
      return server.fetch(input, init)
    }
    await device.sync()
    expect(new Set(seen.slice(0, -1))).toEqual(new Set(['ba']))
    expect(names(device).join('')).toBe('edcb')
    expect(server.effects.get(row.operationId)).toBe(1)
    const again = open()
    await again.ready
    expect(names(again).join('')).toBe('edcb')
    const pages = await again.context.door.database.pages.toCollection().primaryKeys()
    expect(new Set(pages.map((key) => key[0])).size).toBe(1)
  })

  test('fetches everything again if an earlier release had begun to fetch one table', async () => {
    const { server, open, device } = await setUp()
    server.put('customer', customer('a'))
    server.put('purchase', { id: v7() })
    await device.sync()
    const state = await device.context.door.within(readPullState)
    const fetching = { generation: state.generation + 1, kind: 'snapshot', pages: 0 } as const
    // The app was updated between the repair's beginning and its first answer.
    await device.context.door.database.meta.put({
      ...state,
      fetching: { ...fetching, cursor: state.cursor, repair: ['customer'] },
    })
    server.put('customer', customer('b'))
    device.close()
    const again = open()
    expect((await again.sync()).problem).toBe(null)
    expect(names(again).join('')).toBe('ba')
    expect(again.records.count('purchase')).toBe(1)
  })

  test('fetches everything again from a server with another epoch', async () => {
    const { server, device } = await setUp()
    server.put('customer', customer('a'))
    await device.sync()
    server.epoch = 'two'
    server.put('customer', customer('b'))
    await device.sync()
    expect(names(device).join('')).toBe('ba')
    expect((await device.sync()).problem).toBe(null)
  })

  test.each(['one', 'two'])(
    'follows a restored server in several answers, epoch %s',
    async (epoch) => {
      const { server, network, device } = await setUp()
      const rows = ['a', 'b', 'c', 'd', 'e'].map(customer)
      server.put('customer', ...rows)
      for (let version = 0; version < 20; version += 1) server.put('customer', customer('x'))
      await device.sync()
      const restored = new PretendServer()
      Object.assign(restored, { epoch, pageRows: 2 })
      restored.put('customer', ...rows)
      network.fetch = restored.fetch
      await device.sync()
      expect((await device.sync()).problem).toBe(null)
      expect(device.context.loader?.version).toBe(restored.version)
      expect(names(device).join('')).toBe('edcba')
    },
  )

  test('gives up on a server that keeps asking to start again', async () => {
    const { server, device } = await setUp()
    const epochs = Array.from({ length: 20 }, (_, index) => `epoch ${index}`)
    server.put('customer', customer('a'))
    await device.sync()
    Object.defineProperty(server, 'epoch', { get: () => epochs.pop() })
    expect((await device.sync()).problem).toBe('noAnswer')
    expect(names(device)).toEqual(['a'])
  })

  test('an empty pull takes one request and no write', async () => {
    const { server, device } = await setUp()
    server.put('customer', customer('a'))
    await device.sync()
    const before = await device.context.door.database.meta.get('pull')
    await device.sync()
    expect(await device.context.door.database.meta.get('pull')).toEqual(before)
  })

  test('a role that sees less drops rows it must not see; one that sees more fetches them', async () => {
    const { server, installation, device } = await setUp()
    server.put('customer', customer('a'))
    await device.sync()
    device.close()
    const staff = installation.open({
      fetch: async () => Promise.reject(new TypeError('network')),
      identity: { ...device.identity, view: 'staff' },
    })
    await staff.ready
    expect(names(staff)).toEqual([])
    staff.close()
    const again = installation.open({ fetch: server.fetch })
    await again.sync()
    expect(names(again)).toEqual(['a'])
  })

  test('an ended session deletes the rows at once and keeps the outbox until it is sealed', async () => {
    const { server, network, open, device } = await setUp()
    server.put('customer', customer('a'))
    await device.sync()
    await device.perform('purchase.record', { purchaseId: v7(), memberId: v7(), amount: '3' })
    network.fetch = async (_, init) =>
      init?.body ? refuse(503, 'unavailable') : refuse(401, 'device_revoked')
    expect((await device.sync()).problem).toBe('ended')
    expect(names(device)).toEqual([])
    expect(device.status.getState().pendingCount).toBe(1)
    const again = open()
    await again.ready
    expect(names(again)).toEqual([])
    expect(again.status.getState().pendingCount).toBe(1)
  })
})

describe('pending work', () => {
  test('arrives with the answer to its push, in one request and in the same turn', async () => {
    const { server, device } = await setUp()
    await device.sync()
    const asked = server.requests.length
    const { operationId } = await device.perform('purchase.record', {
      purchaseId: v7(),
      memberId: v7(),
      amount: '3',
    })
    server.put('customer', { id: v7() })
    const sums: number[] = []
    const look = () => sums.push(device.outbox.rows().length + device.records.count('purchase'))
    device.records.subscribe(() => queueMicrotask(look))
    device.outbox.subscribe(() => queueMicrotask(look))
    expect(await device.sync()).toMatchObject({ problem: null })
    expect(server.requests.slice(asked).map(({ path }) => path)).toEqual(['/api/sync/push'])
    expect(device.records.get('purchase', operationId)).toBeDefined()
    expect(device.records.count('customer')).toBe(1)
    expect(new Set(sums)).toEqual(new Set([1]))
  })

  test('is overlaid until a pull brings it, in the same turn', async () => {
    const { server, network, device } = await setUp()
    server.brings = false
    await device.sync()
    const row = await device.perform('purchase.record', {
      purchaseId: v7(),
      memberId: v7(),
      amount: '3',
    })
    network.fetch = async (input, init) => {
      if (!init?.body) throw new TypeError('network')
      return server.fetch(input, init)
    }
    await device.sync()
    expect(device.outbox.rows()).toMatchObject([{ status: 'acknowledged' }])
    network.fetch = server.fetch
    const sums: number[] = []
    const look = () => sums.push(device.outbox.rows().length + device.records.count('purchase'))
    device.records.subscribe(() => queueMicrotask(look))
    device.outbox.subscribe(() => queueMicrotask(look))
    await device.sync()
    expect(device.records.get('purchase', row.operationId)).toBeDefined()
    expect(new Set(sums)).toEqual(new Set([1]))
  })

  test('an acknowledged row is still there after a restart, until the pull', async () => {
    const { server, network, open, device } = await setUp()
    server.brings = false
    await device.sync()
    await device.perform('purchase.record', { purchaseId: v7(), memberId: v7(), amount: '3' })
    network.fetch = async (input, init) => {
      if (!init?.body) throw new TypeError('network')
      return server.fetch(input, init)
    }
    await device.sync()
    device.close()
    const again = open()
    await again.ready
    expect(again.outbox.rows()).toMatchObject([{ status: 'acknowledged' }])
    network.fetch = server.fetch
    await again.sync()
    expect(again.outbox.rows()).toEqual([])
  })

  test('shows each row once even if the disk has no room for a pull', async () => {
    const { server, network, device } = await setUp()
    server.brings = false
    await device.sync()
    await device.perform('purchase.record', { purchaseId: v7(), memberId: v7(), amount: '3' })
    network.fetch = async (input, init) => {
      if (!init?.body) throw new TypeError('network')
      return server.fetch(input, init)
    }
    await device.sync()
    network.fetch = server.fetch
    const { pages } = device.context.door.database
    const bulkPut = pages.bulkPut.bind(pages)
    const shown = () => device.outbox.rows().length + device.records.count('purchase')
    let shownBeforeKept = 0
    Object.assign(pages, {
      bulkPut: () => {
        shownBeforeKept = device.records.count('purchase')
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect((await device.sync()).problem).toBe('deviceFull')
    expect([shownBeforeKept, shown()]).toEqual([1, 1])
    Object.assign(pages, { bulkPut })
    expect((await device.sync()).problem).toBe(null)
    expect([device.outbox.rows().length, device.records.count('purchase')]).toEqual([0, 1])
  })
})
