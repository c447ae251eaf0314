/**
 * Limits what an attacker or a broken client can cost: deeply nested bodies, invalid cursors,
 * hundreds of streams. Each is refused with a clear message, and nothing breaks.
 *
 * @module-tag deep
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { attemptKey } from '#sync-server/rule/attempts.ts'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness

const signIn = (email: string) => new TestBrowser(running.url).signIn(email)

beforeAll(async () => {
  shop = await createTestBusiness(running)
})

describe('a deeply nested body', () => {
  const nested = (depth: number, open = '[', close = ']') =>
    `${open.repeat(depth)}1${close.repeat(depth)}`

  test.each([
    ['lists', nested(5_000)],
    ['objects', nested(5_000, '{"a":', '}')],
    ['one level too many', `{"email":"a@example.com","x":${nested(limits.jsonDepth)}}`],
  ])('of %s is refused before it is read', async (_, body) => {
    const answer = await new TestBrowser(running.url).call('auth.login', { body })
    expect([answer.status, answer.body.code]).toEqual([400, 'body_not_json'])
  })

  test('in a push is refused, and the next push is accepted', async () => {
    const device = new TestDevice(await signIn(shop.staffEmail))
    const operation = { operationId: newId(), seq: 1, name: 'x', v: 1, madeAt: new Date() }
    const push = { outboxId: newId(), deviceNow: new Date(), operations: [operation] }
    const text = JSON.stringify(push).replace('"v":1', `"v":1,"payload":${nested(5_000)}`)
    const deep = await device.browser.send('POST', '/api/sync/push', { body: text })
    expect(deep.status).toBe(400)
    expect((await device.push(device.make('customer.signUp', signUpPayload()))).status).toBe(200)
  })

  test('doesn’t count brackets inside strings', async () => {
    const browser = await signIn(shop.ownerEmail)
    const answer = await browser.call('auth.updateProfile', {
      body: { firstName: '[{"'.repeat(30), lastName: 'Vance' },
    })
    expect(answer.status).toBe(200)
  })
})

test('refuses an operation too large for any form without storing it, and applies the next', async () => {
  const device = new TestDevice(await signIn(shop.staffEmail))
  const large = { ...signUpPayload(), firstName: 'x'.repeat(serverLimits.operationPayloadLength) }
  const operation = device.make('customer.signUp', large)
  const pushed = await device.push(operation, device.make('customer.signUp', signUpPayload()))
  expect(pushed.body.verdicts).toMatchObject([
    { status: 'refused', code: 'validation_failed' },
    { status: 'applied' },
  ])
  const kept = await running.sql`select payload from applied_operation
    where operation_id = ${operation.operationId}`
  expect(kept).toEqual([{ payload: null }])
})

describe('strangers at a printed code', () => {
  const join = (code: string, changes: object = {}) =>
    new TestBrowser(running.url).call('customer.signUp', {
      params: { code },
      body: { ...signUpPayload(), ...changes },
    })

  test('can join at a limited rate and learn when to retry, while staff continue', async () => {
    const its = await createTestBusiness(running)
    const asked = serverLimits.joinsPerNetworkPerMinute + 10
    const answers = await Promise.all(Array.from({ length: asked }, () => join(its.code)))
    const joined = answers.filter(({ status }) => status === 201)
    expect(joined).toHaveLength(serverLimits.joinsPerNetworkPerMinute)
    const turnedAway = answers.filter(({ status }) => status === 429)
    expect(turnedAway).toHaveLength(10)
    for (const { body, headers } of turnedAway) {
      expect(body.code).toBe('too_many')
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    }
    const till = new TestDevice(await signIn(its.staffEmail))
    const pushed = await till.push(till.make('customer.signUp', signUpPayload()))
    expect(pushed.body.verdicts).toMatchObject([{ status: 'applied' }])
    expect((await join(shop.code)).status).toBe(201)
    running.turnClock(61_000)
    expect((await join(its.code)).status).toBe(201)
  })

  test('can detect only a limited number of members a minute', async () => {
    const its = await createTestBusiness(running)
    const email = `${newId()}@example.com`
    expect((await join(its.code, { email })).status).toBe(201)
    const codes: string[] = []
    for (let n = 0; n < serverLimits.memberAnswersPerNetworkPerMinute + 3; n += 1) {
      codes.push((await join(its.code, { email })).body.code)
    }
    expect(codes.filter((code) => code === 'already_member')).toHaveLength(
      serverLimits.memberAnswersPerNetworkPerMinute,
    )
    expect(codes.slice(-3)).toEqual(Array(3).fill('too_many'))
    running.turnClock(61_000)
  })

  test('count as a limited number of scans a minute and still get answers', async () => {
    const its = await createTestBusiness(running)
    const browser = new TestBrowser(running.url)
    for (let n = 0; n < serverLimits.scansPerNetworkPerMinute + 5; n += 1) {
      const answer = await browser.call('signUp.lookUp', {
        params: { code: its.code },
        headers: { 'Scan-Id': newId() },
      })
      expect(answer.status).toBe(200)
    }
    const [row] = await running.sql`
      select count(*)::int as scans from scan where business_id = ${its.businessId}`
    expect(row?.scans).toBe(serverLimits.scansPerNetworkPerMinute)
  })

  test('are slowed down when guessing codes by sign-up, as with lookups', async () => {
    const statuses: number[] = []
    for (let n = 0; n < serverLimits.codeMissesPerMinute + 3; n += 1) {
      statuses.push((await join(`NONE${n}`)).status)
    }
    expect(
      statuses.slice(0, serverLimits.codeMissesPerMinute).every((status) => status === 404),
    ).toBe(true)
    expect(statuses.slice(-3)).toEqual([429, 429, 429])
  })
})

describe('a stranger who never pauses', () => {
  const look = () =>
    new TestBrowser(running.url).call('signUp.lookUp', { params: { code: shop.code } })
  // Bypasses HTTP: on a busy machine the window would end before enough calls arrive.
  function visitWithoutPause() {
    const { admission } = running.server
    for (;;) admission.visit('127.0.0.1', 'signUp')
  }

  test('is refused whatever they call, while signed-in people continue', async () => {
    running.turnClock(serverLimits.visitorCallsWindowSeconds * 1000)
    const staff = await signIn(shop.staffEmail)
    expect((await look()).status).toBe(200)
    expect(visitWithoutPause).toThrow()
    expect((await look()).status).toBe(429)
    expect((await staff.call('auth.user')).status).toBe(200)
    running.turnClock(serverLimits.visitorCallsWindowSeconds * 1000)
    expect((await look()).status).toBe(200)
  })

  test('waits for each further refusal', async () => {
    running.turnClock(61_000)
    let codes = 0
    const guess = () => {
      codes += 1
      return new TestBrowser(running.url).call('signUp.lookUp', {
        params: { code: `WAIT${codes}` },
      })
    }
    expect((await guess()).status).toBe(404)
    // Raises the network's counter to the limit, as more guesses in this minute would.
    const key = attemptKey('misses.code', '127.0.0.1')
    const counted = await running.sql`update attempt set count = ${serverLimits.codeMissesPerMinute}
      where key = ${key} returning key`
    expect(counted).toHaveLength(1)
    const timed = async () => {
      const startedAt = performance.now()
      const { status } = await guess()
      return status === 429 ? performance.now() - startedAt : 0
    }
    const burst = Array.from({ length: 3 * serverLimits.refusalsAtOnce + 1 }, timed)
    expect(Math.max(...(await Promise.all(burst)))).toBeGreaterThanOrEqual(
      serverLimits.refusalHeldMs - 20,
    )
    running.turnClock(60_000)
  })
})

test.each([
  's1_staff_0_-1_0_0',
  's1_staff_0_1_60000_5',
  's1_staff_-3_0_0_0',
  's1_staff_1e3_0_0_0',
  's1_staff_0_0_-5_0',
  `c1_staff_-1_${newId()}`,
  `c1_staff_0x10_${newId()}`,
  `c1_staff_99999999999999999999_${newId()}`,
])('answers must_refetch for the invented cursor %s', async (cursor) => {
  const browser = await signIn(shop.staffEmail)
  const answer = await browser.call('sync.pull', { query: { cursor } })
  expect([answer.status, answer.body.code]).toEqual([409, 'must_refetch'])
})

describe('poke streams', () => {
  const open = async (browser: TestBrowser) => {
    const stop = new AbortController()
    const answer = await fetch(`${running.url}/api/sync/pokes`, {
      headers: { Cookie: browser.cookie, 'Sec-Fetch-Site': 'same-origin' },
      signal: stop.signal,
    })
    const { status, headers } = answer
    // Keep a reference: an unreferenced response is garbage-collected, which ends its stream.
    return { answer, status, headers, close: () => stop.abort() }
  }

  test('are limited per session, and closing one makes room', async () => {
    const staff = await signIn(shop.staffEmail)
    const streams = []
    for (let count = 0; count < serverLimits.pokeStreamsPerSession; count += 1) {
      streams.push(await open(staff))
    }
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
    const tooMany = await open(staff)
    expect([tooMany.status, tooMany.headers.get('retry-after')]).toEqual([429, '60'])
    const colleague = await open(await signIn(shop.ownerEmail))
    expect(colleague.status).toBe(200)

    streams.pop()?.close()
    await expect.poll(async () => (await open(staff)).status, { timeout: 15_000 }).toBe(200)
    for (const { close } of [...streams, colleague]) close()
  })

  test('stay free when only their headers are requested', async () => {
    const staff = await signIn((await createTestBusiness(running)).staffEmail)
    const headers = { Cookie: staff.cookie, 'Sec-Fetch-Site': 'same-origin' }
    for (let count = 0; count < serverLimits.pokeStreamsPerSession; count += 1) {
      const { status } = await fetch(`${running.url}/api/sync/pokes`, { method: 'HEAD', headers })
      expect(status).toBe(200)
    }
    const stream = await open(staff)
    expect(stream.status).toBe(200)
    stream.close()
  })

  test('are limited per business', async () => {
    const busy = await createTestBusiness(running)
    const sessions = []
    const needed = serverLimits.pokeStreamsPerBusiness / serverLimits.pokeStreamsPerSession
    for (let count = 0; count <= needed; count += 1) sessions.push(await signIn(busy.staffEmail))
    const last = sessions.pop()
    const each = Array.from({ length: serverLimits.pokeStreamsPerSession }, () => 'one more')
    const streams = await Promise.all(sessions.flatMap((session) => each.map(() => open(session))))
    expect(streams.every(({ status }) => status === 200)).toBe(true)
    expect(last && (await open(last)).status).toBe(429)
    const other = await open(await signIn(shop.ownerEmail))
    expect(other.status).toBe(200)
    for (const { close } of [...streams, other]) close()
  })
})
