/**
 * What a caller who means harm, or a broken client, may cost: bodies nested without end, cursors
 * nobody wrote, streams by the hundred. Each is refused with a sentence, and nothing breaks.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

let running: TestServer
let shop: TestBusiness

const signIn = (email: string) => new TestBrowser(running.url).signIn(email)

beforeAll(async () => {
  running = await startTestServer()
  shop = await createTestBusiness(running)
})
afterAll(() => running.close())

describe('a body that is nested without end', () => {
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

  test('in a push is refused, and what is pushed next is taken', async () => {
    const device = new TestDevice(await signIn(shop.staffEmail))
    const operation = { operationId: newId(), seq: 1, name: 'x', v: 1, madeAt: new Date() }
    const push = { outboxId: newId(), deviceNow: new Date(), operations: [operation] }
    const text = JSON.stringify(push).replace('"v":1', `"v":1,"payload":${nested(5_000)}`)
    const deep = await device.browser.send('POST', '/api/sync/push', { body: text })
    expect(deep.status).toBe(400)
    expect((await device.push(device.make('scan.record', scan()))).status).toBe(200)
  })

  test('brackets inside of a text are text', async () => {
    const browser = await signIn(shop.ownerEmail)
    const answer = await browser.call('auth.updateProfile', {
      body: { firstName: '[{"'.repeat(30), lastName: 'Vance' },
    })
    expect(answer.status).toBe(200)
  })

  const scan = () => ({ scanId: newId(), code: shop.code, scannedAt: new Date().toISOString() })
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
])('the cursor %s, which nobody wrote, asks to begin anew', async (cursor) => {
  const browser = await signIn(shop.staffEmail)
  const answer = await browser.call('sync.pull', { query: { cursor } })
  expect([answer.status, answer.body.code]).toEqual([409, 'must_refetch'])
})

describe('poke streams', () => {
  const open = async (browser: TestBrowser) => {
    const stop = new AbortController()
    const { status, headers } = await fetch(`${running.url}/api/sync/pokes`, {
      headers: { Cookie: browser.cookie, 'Sec-Fetch-Site': 'same-origin' },
      signal: stop.signal,
    })
    return { status, headers, close: () => stop.abort() }
  }

  test('are so many a session, and a closed one makes room', async () => {
    const staff = await signIn(shop.staffEmail)
    const streams = []
    for (let count = 0; count < limits.pokeStreamsPerSession; count += 1) {
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

  test('are so many a business, whoever of it asks', async () => {
    const busy = await createTestBusiness(running)
    const sessions = []
    const needed = limits.pokeStreamsPerBusiness / limits.pokeStreamsPerSession
    for (let count = 0; count <= needed; count += 1) sessions.push(await signIn(busy.staffEmail))
    const last = sessions.pop()
    const streams = []
    for (const session of sessions) {
      for (let count = 0; count < limits.pokeStreamsPerSession; count += 1) {
        streams.push(await open(session))
      }
    }
    expect(streams.every(({ status }) => status === 200)).toBe(true)
    expect(last && (await open(last)).status).toBe(429)
    const other = await open(await signIn(shop.ownerEmail))
    expect(other.status).toBe(200)
    for (const { close } of [...streams, other]) close()
  })
})
