/**
 * `/metrics`: closed by default, complete, and without a name, an address, a key, a code or an id
 * of anyone. The same holds for the log, which names businesses and accounts only by their ids.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { api } from '#schema/contract/api.ts'
import { operations } from '#schema/contract/operation.ts'
import { refusals } from '#schema/contract/refusal.ts'
import { parkedReason, verdictStatus } from '#schema/contract/sync.ts'
import { newId } from '#sync-server/rule/id.ts'
import { createLog, logEvents } from '#sync-server/telemetry.ts'
import { liveADay } from '#tests/isolation/day-of-a-business.ts'
import { createWorld, type World } from '#tests/isolation/world.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness, startTestServer, type TestServer } from '#tests/support/server.ts'

const token = 'metrics-token-0123456789-abcdefgh'
const lines: string[] = []
let running: TestServer
let world: World

beforeAll(async () => {
  const log = createLog((line) => lines.push(line))
  running = await startTestServer({ METRICS_TOKEN: token }, { log })
  world = await createWorld(running)
})
afterAll(() => running.close())

const ask = (authorization = `Bearer ${token}`, url = running.url) =>
  fetch(`${url}/metrics`, { headers: { authorization } })
async function metrics(): Promise<string> {
  const answer = await ask()
  expect(answer.status).toBe(200)
  return answer.text()
}
function seriesIn(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return Number(line?.slice(series.length))
}

test('is closed to everyone without the token', async () => {
  for (const wrong of ['', token, `Bearer ${token}x`, `Basic ${token}`]) {
    const answer = await ask(wrong)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('regulars_')
  }
})

test('is closed by default', async () => {
  const closed = await startTestServer()
  expect((await ask('Bearer undefined', closed.url)).status).toBe(404)
  expect((await ask('Bearer ', closed.url)).status).toBe(404)
  await closed.close()
})

test('counts calls, verdicts, repairs, pushes and pulls', async () => {
  const shop = await createTestBusiness(running)
  const device = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const before = await metrics()
  const purchase = { purchaseId: newId(), memberId: newId(), amount: '8.00', note: null }
  const join = device.make('customer.signUp', signUpPayload())
  await device.push(join, device.make('purchase.record', purchase))
  await device.push(device.make('coupon.use', { code: 'AAAA-BBBB-CCCC' }))
  await device.browser.call('sync.pull', { query: { refetch: 'customer' } })
  await new TestBrowser(running.url).call('sync.pull', { query: {} })
  const after = await metrics()
  const grown = (series: string) => seriesIn(after, series) - (seriesIn(before, series) || 0)
  const verdict = (operation: string, verdict: string, code: string) =>
    grown(`regulars_verdicts_total{operation="${operation}",verdict="${verdict}",code="${code}"}`)
  expect(grown('regulars_requests_total{call="sync.push",status="200"}')).toBe(2)
  expect(grown('regulars_requests_total{call="sync.pull",status="401"}')).toBe(1)
  expect(grown('regulars_request_seconds_count{call="sync.push"}')).toBe(2)
  expect(verdict('customer.signUp', 'applied', '')).toBe(1)
  expect(verdict('purchase.record', 'parked', 'member_not_arrived')).toBe(1)
  expect(verdict('coupon.use', 'refused', 'coupon_unknown')).toBe(1)
  expect(grown('regulars_events_total{event="sync.repair"}')).toBe(1)
  expect(grown('regulars_push_operations_sum')).toBe(3)
  expect(grown('regulars_pull_rows_count')).toBe(1)
})

test('shows queues, streams, connections and the event loop', async () => {
  const { url, cookie } = world.browsers.staff
  const stop = new AbortController()
  const headers = { cookie, 'Sec-Fetch-Site': 'same-origin' }
  const stream = await fetch(`${url}/api/sync/pokes`, { headers, signal: stop.signal })
  await stream.body?.getReader().read()
  await running.sql`insert into email_queue (recipient, kind, fields, created_at, due_at)
    values ('late@example.com', 'x', '{}', now() - interval '1 hour', now() + interval '1 hour')`
  const text = await metrics()
  stop.abort()
  expect(seriesIn(text, 'regulars_poke_streams')).toBe(1)
  expect(seriesIn(text, 'regulars_write_queue_operations')).toBe(0)
  expect(seriesIn(text, 'regulars_write_queue_oldest_seconds')).toBe(0)
  expect(seriesIn(text, 'regulars_serving_connections_max')).toBe(10)
  expect(seriesIn(text, 'regulars_mails_waiting')).toBeGreaterThan(0)
  expect(seriesIn(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
})

describe('after a day with strangers', () => {
  const secrets: string[] = []

  beforeAll(async () => {
    const shop = await createTestBusiness(running)
    await liveADay(running, shop)
    const { browsers, first } = world
    const person = signUpPayload({ firstName: 'Wilhelmina', lastName: 'Featherstonehaugh' })
    const device = new TestDevice(browsers.owner)
    await device.push(
      device.make('customer.signUp', { ...person, phone: '+1 555 867 5309' }),
      // A device may name any operation.
      {
        ...device.make('coupon.use', { code: 'KKKK-LLLL-MMMM' }),
        name: 'wilhelmina.joins' as never,
      },
    )
    const { businessId } = first
    const query = { q: person.email }
    await browsers.owner.call('business.customers', { params: { businessId }, query })
    await browsers.nobody.call('customer.page', { params: { customerId: first.customerId } })
    await browsers.nobody.send('GET', `/api/customer/${newId()}?email=${person.email}`)
    await browsers.nobody.send('GET', '/api/wilhelmina@example.com/nothing')
    await browsers.nobody.send('GET', `/customer/${first.customerId}`)
    const login = { email: person.email, password: 'Wrong-Guess-1' }
    await browsers.nobody.call('auth.login', { body: login })
    secrets.push(
      ...['wilhelmina', 'featherstonehaugh', '867 5309', person.email, 'Wrong-Guess-1'],
      ...[first.customerId, first.code, shop.code, shop.ownerEmail, shop.staffEmail, token],
      ...['KKKK-LLLL', 'Castellan', '@example.com', '127.0.0.1'],
      ...[browsers.owner, browsers.staff].map(({ cookie }) => cookie.replace(/^session=/, '')),
    )
  })

  test('the metrics name no one, and take labels from catalogs', async () => {
    const text = await metrics()
    for (const secret of secrets) expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/i)
    const known: Record<string, Set<string>> = {
      call: new Set([...Object.keys(api), 'page', 'other']),
      operation: new Set([...Object.keys(operations), 'unknown']),
      event: new Set(logEvents),
      code: new Set(['', ...Object.keys(refusals), ...Object.values(parkedReason.def.entries)]),
      verdict: new Set(Object.values(verdictStatus.def.entries)),
    }
    const ours = text.split('\n').filter((line) => line.startsWith('regulars_'))
    const labels = ours.flatMap((line) => [...line.matchAll(/(\w+)="([^"]*)"/g)])
    const strange = labels.filter(([, label = '', value = '']) => {
      if (label === 'status') return !/^[2-5]\d\d$/.test(value)
      if (label === 'le') return false
      return !known[label]?.has(value)
    })
    expect(strange.map(([pair]) => pair)).toEqual([])
    expect(ours.length).toBeGreaterThan(50)
  })

  test('the log names no one, and takes its routes from the catalog', () => {
    expect(lines.length).toBeGreaterThan(20)
    const text = lines.join('\n').toLowerCase()
    for (const secret of secrets) expect(text).not.toContain(secret.toLowerCase())
    const named = ['at', 'level', 'event', 'requestId', 'method', 'route', 'status', 'tookMs']
    for (const line of lines.map((each) => JSON.parse(each))) {
      if (line.event === 'request') expect(Object.keys(line).sort()).toEqual(named.toSorted())
      expect(['info', 'warn', 'error']).toContain(line.level)
    }
  })
})

test('the board and the alerts read metrics that exist', async () => {
  const text = await metrics()
  const there = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const read = (path: string) =>
    readFileSync(join(import.meta.dirname, '../../deploy/monitoring', path), 'utf8')
  const board = JSON.parse(read('grafana-board.json'))
  const alerts = parse(read('alerts.yaml'))
  const explained = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const rules = alerts.groups.flatMap(
    ({ rules }: { rules: { alert: string; expr: string }[] }) => rules,
  )
  const asked = [
    ...rules.map(({ expr }: { expr: string }) => expr),
    ...board.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    ),
  ]
  expect(asked.length).toBeGreaterThan(15)
  for (const expr of asked) {
    const names = [...expr.matchAll(/\b(?:regulars|nodejs|process)_\w+/g)].map(([name]) => name)
    expect(names.length + Number(/\bup\b/.test(expr))).toBeGreaterThan(0)
    const missing = names.filter(
      (name) => !there.has(name) && !there.has(name.replace(/_(bucket|count|sum)$/, '')),
    )
    expect({ expr, missing }).toEqual({ expr, missing: [] })
  }
  for (const { alert } of rules) expect(explained).toContain(`\`${alert}\``)
})
