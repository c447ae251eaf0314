import { EventEmitter, once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Hono } from 'hono'
import { beforeEach, expect, test } from 'vitest'
import { serverLimits } from '#sync-server/server-limits.ts'
import type { HttpEnv } from './call.ts'
import { CallerTurns, takeCallerTurn, takeNetworkTurn } from './caller-turns.ts'
import { listen } from './listen.ts'

const places = serverLimits.turnsPerCaller
const crowdSize = 5 * places
let turns: CallerTurns
let under: number
let most: number
let done: number

beforeEach(() => {
  turns = new CallerTurns()
  under = 0
  most = 0
  done = 0
})

async function work(): Promise<void> {
  under += 1
  most = Math.max(most, under)
  await nextTurn()
  under -= 1
  done += 1
}
const crowd = (size = crowdSize) => Array.from({ length: size }, () => turns.pass('crowd', work))

test('never delays a caller with no more requests than slots', async () => {
  const all = crowd(places)
  expect(under).toBe(places)
  await Promise.all(all)
})

test('queues a crowd and serves other callers at once', async () => {
  const all = Promise.all(crowd())
  expect(under).toBe(places)
  let isServed = false
  const neighbor = turns.pass('neighbor', async () => {
    isServed = true
  })
  expect(isServed).toBe(true)
  await neighbor
  await all
  expect(done).toBe(crowdSize)
})

test('serves a crowd one at a time, with a rest after each, while another caller is present', async () => {
  const all = crowd()
  await turns.pass('neighbor', async () => {})
  await Promise.all(all.slice(0, places))
  most = 0
  const startedAt = performance.now()
  await Promise.all(all)
  expect(most).toBe(1)
  const rests = crowdSize - places - 1
  // A timer may fire a millisecond early.
  expect(performance.now() - startedAt).toBeGreaterThan(rests * (serverLimits.turnRestMsMin - 1))
})

test('starts only a few requests of many networks per event-loop turn', async () => {
  const begun: number[] = []
  const crowd = Array.from({ length: 20 }, (_, network) =>
    turns.passVisitor(`network ${network}`, async () => {
      begun.push(network)
    }),
  )
  let isServed = false
  const neighbor = turns.pass('business', async () => {
    isServed = true
  })
  await neighbor
  expect(isServed).toBe(true)
  expect(begun.length).toBeLessThanOrEqual(serverLimits.visitorsBegunPerLoop)
  let most = 0
  while (begun.length < crowd.length) {
    const before = begun.length
    await nextTurn()
    most = Math.max(most, begun.length - before)
  }
  expect(most).toBe(serverLimits.visitorsBegunPerLoop)
  await Promise.all(crowd)
  expect(begun).toEqual([...begun].sort((one, other) => one - other))
})

test('scales the rest with the time a request took', async () => {
  let now = 0
  turns = new CallerTurns(() => now)
  const startedAt: number[] = []
  const slow = () =>
    turns.pass('crowd', async () => {
      startedAt.push(performance.now())
      now += 40
    })
  await turns.pass('neighbor', async () => {})
  await Promise.all(Array.from({ length: places + 1 }, slow))
  const restMs = (startedAt.at(-1) ?? 0) - (startedAt[0] ?? 0)
  expect(restMs).toBeGreaterThan(40 * serverLimits.turnRestFactor - 1)
})

test('lets a crowd use all slots when it is alone', async () => {
  const all = crowd()
  await Promise.all(all.slice(0, places))
  most = 0
  await Promise.all(all)
  expect(most).toBe(places)
})

test('gives at most one answer per slot before the event loop turns', async () => {
  const all = Array.from({ length: crowdSize }, () =>
    turns.pass('crowd', async () => {
      done += 1
    }),
  )
  expect(done).toBe(places)
  await Promise.all(all)
  expect(done).toBe(crowdSize)
})

test('frees the slot of a failed request', async () => {
  const failing = Array.from({ length: 3 * places }, () =>
    turns.pass('crowd', () => Promise.reject(new Error('no'))),
  )
  const outcomes = await Promise.allSettled(failing)
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true)
  await expect(turns.pass('crowd', async () => 'well')).resolves.toBe('well')
})

test('refuses a caller over its queue limit and no other caller', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const all = Array.from({ length: places + serverLimits.turnsWaitingPerCaller }, () =>
    turns.pass('crowd', () => ended),
  )
  await expect(turns.pass('crowd', work)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(turns.pass('other', async () => 'served')).resolves.toBe('served')
  void all
  end()
})

/** Sessions whose token is the account's id; counts how many are read at once. */
function appOfSessions(): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>()
  const config = { publicUrl: 'http://localhost:3000', loopback: true }
  app.use(async ({ req, set }, next) => {
    set('origin', { network: req.path, userAgent: '', language: 'en' })
    await next()
  })
  app.use(takeCallerTurn(turns, { config, sessions: { secureCookies: false } }))
  app.use(async ({ req, set }, next) => {
    await work()
    const accountId = req.header('cookie') ?? ''
    const isEnded = accountId.includes('ended')
    set(
      'actor',
      isEnded
        ? { kind: 'visitor' }
        : {
            kind: 'account',
            accountId,
            sessionId: accountId,
            role: 'staff',
            businessId: 'cafe',
            isTill: false,
            onlyOwnAccount: false,
            elevatedUntil: null,
          },
    )
    await next()
  })
  app.all('*', (context) => context.text('done'))
  app.onError((error, context) => context.text(error.message, 503))
  return app
}

function callAs(
  app: Hono<HttpEnv>,
  account: string,
  path = '/',
  method = 'GET',
): Promise<Response> {
  const headers = { Cookie: `session=${account}`, 'Sec-Fetch-Site': 'same-origin' }
  return Promise.resolve(app.request(path, { method, headers }))
}

test('gives all accounts of one business together one caller’s slots', async () => {
  const app = appOfSessions()
  const accounts = Array.from({ length: crowdSize }, (_, n) => `account-${n}`)
  for (const account of accounts) await callAs(app, account, `/${account}`)
  most = 0
  await Promise.all(accounts.map((account) => callAs(app, account, `/${account}`)))
  expect([done, most]).toEqual([2 * crowdSize, places])
})

test('reads no more sessions of one network at once than it has slots', async () => {
  const app = appOfSessions()
  await Promise.all(Array.from({ length: crowdSize }, (_, n) => callAs(app, `account-${n}`)))
  expect(done).toBe(crowdSize)
  expect(most).toBeLessThanOrEqual(places)
})

test('counts calls of an ended session against the network', async () => {
  const app = appOfSessions()
  await callAs(app, 'ended')
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const business = Array.from({ length: places }, () => turns.pass('business cafe', () => ended))
  expect((await callAs(app, 'ended')).status).toBe(200)
  end()
  await Promise.all(business)
})

test('lets a push wait for its business’s slots only while the server has places for pushes', async () => {
  const app = appOfSessions()
  await callAs(app, 'account')
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const hold = (caller: string) => turns.pass(caller, () => ended)
  const ownSlots = Array.from({ length: places }, () => hold('business cafe'))
  const push = () => callAs(app, 'account', '/api/sync/push', 'POST')
  const patient = push()
  // It begins in the turn after the one in which the call arrived.
  for (let turn = 0; turn < 2; turn += 1) await nextTurn()
  const others: Promise<void>[] = []
  for (let other = 0; other < serverLimits.writersAtOnce; other += 1) {
    await new Promise<void>((begun) => {
      const hold = () => {
        begun()
        return ended
      }
      others.push(turns.passPush((work) => turns.pass(`business ${other}`, work), hold))
    })
  }
  const pull = callAs(app, 'account', '/api/sync/pull')
  expect((await push()).status).toBe(503)
  end()
  expect((await patient).status).toBe(200)
  expect((await pull).status).toBe(200)
  expect((await push()).status).toBe(200)
  await Promise.all([...ownSlots, ...others])
})

test('begins a push once a turn passes in which no call arrives, or in time although calls go on', async () => {
  let now = 0
  turns = new CallerTurns(() => now)
  const app = appOfSessions()
  let isPushed = false
  const push = () => {
    isPushed = false
    return callAs(app, 'account', '/api/sync/push', 'POST').then(() => {
      isPushed = true
    })
  }
  const others: Promise<Response>[] = []
  async function callInEachTurn(count: number): Promise<void> {
    for (let call = 0; call < count; call += 1) {
      others.push(callAs(app, `account-${call}`, '/api/sync/pull'))
      await nextTurn()
    }
  }
  const patient = push()
  await callInEachTurn(3 * places)
  expect(isPushed).toBe(false)
  await patient

  const bounded = push()
  await callInEachTurn(1)
  now += serverLimits.hearingMsMax
  await callInEachTurn(3 * places)
  expect(isPushed).toBe(true)
  await Promise.all([bounded, ...others])
})

test('queues the sign-ups of many networks by one code, and serves another code at once', async () => {
  const app = new Hono<HttpEnv>()
  app.use(async ({ req, set }, next) => {
    set('origin', { network: req.header('from') ?? '', userAgent: '', language: 'en' })
    await next()
  })
  app.use(takeNetworkTurn(turns))
  app.post('/signup/crowded', async (context) => {
    await work()
    return context.text('joined')
  })
  app.get('*', (context) => context.text('page'))
  app.post('*', (context) => context.text('joined'))
  const ask = (path: string, method: string, from: string) =>
    app.request(path, { method, headers: { from } })
  const crowd = Array.from({ length: crowdSize }, (_, n) => ask('/signup/crowded', 'POST', `${n}`))
  expect((await ask('/signup/other', 'POST', 'a')).status).toBe(200)
  expect((await ask('/signup/crowded', 'GET', 'a')).status).toBe(200)
  expect(done).toBeLessThan(crowdSize)
  await Promise.all(crowd)
  expect(done).toBe(crowdSize)
  expect(most).toBeLessThanOrEqual(places)
})

test('serves a crowd at full pace beside a proxy’s health checks', async () => {
  const app = new Hono<HttpEnv>()
  app.use(async (context, next) => {
    context.set('origin', { network: '203.0.113.7', userAgent: '', language: 'en' })
    await next()
  })
  app.use(takeNetworkTurn(turns))
  app.get('/readyz', (context) => context.text('ready'))
  const all = crowd()
  expect((await app.request('/readyz')).status).toBe(200)
  await Promise.all(all.slice(0, places))
  most = 0
  await Promise.all(all)
  expect(most).toBe(places)
})

test('answers a health check from a network whose queue is full', async () => {
  const app = new Hono<HttpEnv>()
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  app.use(async (context, next) => {
    context.set('origin', { network: '203.0.113.7', userAgent: '', language: 'en' })
    await next()
  })
  app.use(takeNetworkTurn(turns))
  app.get('/healthz', (context) => context.text('alive'))
  app.get('*', async (context) => {
    await ended
    return context.text('page')
  })
  app.onError((error, context) => context.text(error.message, 503))
  const crowd = Array.from({ length: places + serverLimits.turnsWaitingPerCaller }, () =>
    app.request('/'),
  )
  expect((await app.request('/')).status).toBe(503)
  expect((await app.request('/healthz')).status).toBe(200)
  void crowd
  end()
})

test('lets a network rest for its own work only, not for its wait in a code’s queue', async () => {
  let now = 0
  turns = new CallerTurns(() => now)
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const join = (network: string, signUp: () => Promise<void>) =>
    turns.pass(network, () => turns.pass('cafe', signUp), { crowd: 'cafe', rests: false })
  const others = Array.from({ length: places }, (_, n) => join(`other ${n}`, () => ended))
  const answeredAt: number[] = []
  const own = Array.from({ length: places + 1 }, () =>
    join('own', async () => {
      answeredAt.push(performance.now())
    }),
  )
  now += 1_000
  await turns.pass('neighbor', async () => {})
  end()
  await Promise.all([...others, ...own])
  const [before = 0, last = 0] = answeredAt.slice(-2)
  expect(last - before).toBeLessThan(serverLimits.turnRestMsMax / 2)
})

test('leaves a code’s queue to its sign-ups', async () => {
  const app = new Hono<HttpEnv>()
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  app.use(async ({ req, set }, next) => {
    set('origin', { network: req.header('from') ?? '', userAgent: '', language: 'en' })
    await next()
  })
  app.use(takeNetworkTurn(turns))
  app.post('/signup/cafe', (context) => context.text('joined'))
  app.post('*', async (context) => {
    await ended
    return context.text('no call')
  })
  app.onError((error, context) => context.text(error.message, 503))
  const ask = (path: string, from: string) =>
    app.request(path, { method: 'POST', headers: { from } })
  const most = places + serverLimits.turnsWaitingPerCaller
  const flood = Array.from({ length: most }, (_, n) => ask('/customer/cafe', `${n % 126}`))
  expect((await ask('/signup/cafe', 'victim')).status).toBe(200)
  end()
  await Promise.all(flood)
})

test.each(['text/plain', 'image/png'])('holds no slot for half-sent bodies of %s', async (type) => {
  const app = new Hono<HttpEnv>()
  let arrived = 0
  let allArrived = () => {}
  const all = new Promise<void>((resolve) => {
    allArrived = resolve
  })
  app.use(async (context, next) => {
    context.set('origin', { network: '203.0.113.7', userAgent: '', language: 'en' })
    arrived += 1
    if (arrived === places) allArrived()
    await next()
  })
  app.use(takeNetworkTurn(turns))
  app.post('/signup/cafe', async (context) => context.text(await context.req.text()))
  const http = listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  let slowAnswers = 0
  const slow = Array.from({ length: places }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('data', () => {
      slowAnswers += 1
    })
    const head = `POST /signup/cafe HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${type}`
    socket.write(`${head}\r\nContent-Length: 10\r\n\r\nhalf`)
    return socket
  })
  await all
  const address = `http://127.0.0.1:${port}/signup/cafe`
  const answer = await fetch(address, { method: 'POST', body: 'whole' })
  expect(await answer.text()).toBe('whole')
  expect(slowAnswers).toBe(0)
  for (const socket of slow) socket.end('wholes')
  await Promise.all(slow.map((socket) => once(socket.resume(), 'close')))
  await new Promise((closed) => http.close(closed))
})

test.each(['/customer/cafe', '/signup/cafe'])(
  'begins no work at %s for a caller who hung up in the queue',
  async (path) => {
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const heard = new EventEmitter()
    const app = new Hono<HttpEnv>()
    app.use(async (context, next) => {
      context.set('origin', { network: '203.0.113.7', userAgent: '', language: 'en' })
      context.env.outgoing?.once('close', () => heard.emit('closed'))
      const answered = next()
      heard.emit('queued')
      await answered
    })
    app.use(takeNetworkTurn(turns))
    const begun: string[] = []
    app.post('*', async (context) => {
      begun.push(await context.req.text())
      if (begun.length <= places) await ended
      return context.text('done')
    })
    app.onError((error, context) => context.text(error.message, 503))
    const http = listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
    await once(http, 'listening')
    const { port } = http.address() as AddressInfo
    const ask = async (body: string, signal?: AbortSignal) => {
      const queued = once(heard, 'queued')
      const answer = fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        body,
        ...(signal && { signal }),
      })
      await queued
      return { answer }
    }
    const inside: Promise<Response>[] = []
    for (let at = 0; at < places; at += 1) inside.push((await ask('inside')).answer)
    const hangUp = new AbortController()
    const { answer: left } = await ask('left', hangUp.signal)
    const { answer: stayed } = await ask('stayed')
    const closed = once(heard, 'closed')
    hangUp.abort()
    await expect(left).rejects.toThrow()
    await closed
    end()
    expect((await stayed).status).toBe(200)
    await Promise.all(inside)
    expect(begun.filter((body) => body !== 'inside')).toEqual(['stayed'])
    await new Promise((over) => http.close(over))
  },
)
