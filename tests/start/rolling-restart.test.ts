/**
 * Three servers behind a proxy that asks `/readyz`, each stopped and started in turn while devices
 * push 15 operations a second: every call is answered, and every operation counts once.
 *
 * @module-tag deep
 */
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { makeDataDir, query } from '#tests/start/programs.ts'
import { findFreePort, type Started, startServer, stop, stopStarted } from '#tests/start/serving.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { createEmptyDatabase } from '#tests/support/database.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'

const callsPerSecond = 15
const devices = 30
const drainSeconds = 2
const checkEveryMs = 200

let proxy: Balancer | undefined
afterEach(async () => {
  proxy?.close()
  await stopStarted()
})

/**
 * Sends each call to the next server that was ready at the latest check, as nginx and haproxy do: it
 * repeats a call whose connection was refused, and no other.
 */
class Balancer {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #ready = new Set<number>()
  readonly #http: Server
  #turn = 0
  #isClosed = false
  failed = 0

  constructor(ports: number[]) {
    for (const port of ports) void this.#watch(port)
    this.#http = createServer((asked, answer) => {
      const parts: Buffer[] = []
      asked.on('data', (part: Buffer) => parts.push(part))
      asked.on('end', () => this.#pass(asked, answer, Buffer.concat(parts), ports.length))
    })
  }

  get readyCount(): number {
    return this.#ready.size
  }

  async listen(port: number): Promise<string> {
    await new Promise<void>((resolve) => this.#http.listen(port, '127.0.0.1', resolve))
    return `http://127.0.0.1:${port}`
  }

  async #watch(port: number): Promise<void> {
    while (!this.#isClosed) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      await answer?.text().catch(() => '')
      if (answer?.ok) this.#ready.add(port)
      else this.#ready.delete(port)
      await pause(checkEveryMs)
    }
  }

  #pass(asked: IncomingMessage, answer: ServerResponse, body: Buffer, triesLeft: number): void {
    const ports = [...this.#ready]
    const port = ports[this.#turn++ % Math.max(1, ports.length)]
    const fail = () => {
      this.failed += 1
      answer.writeHead(502).end()
    }
    if (port === undefined) {
      fail()
      return
    }
    const { method, url, headers } = asked
    const forwarded = request({ port, method, path: url, headers, agent: this.#agent })
    forwarded.on('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
      given.on('error', () => answer.destroy())
    })
    forwarded.on('error', (error: NodeJS.ErrnoException) => {
      const isRefused = error.code === 'ECONNREFUSED' && triesLeft > 1
      if (answer.headersSent) answer.destroy()
      else if (isRefused) this.#pass(asked, answer, body, triesLeft - 1)
      else fail()
    })
    forwarded.end(body)
  }

  close(): void {
    this.#isClosed = true
    this.#agent.destroy()
    this.#http.closeAllConnections()
    this.#http.close()
  }
}

test('a rolling restart of three servers fails no call, and ends pokes for them to come again', async () => {
  const database = await createEmptyDatabase()
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()]
  const publicPort = await findFreePort()
  const dataDir = makeDataDir()
  const start = (port: number) =>
    startServer(database.ownerUrl, {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${publicPort}`,
      DATA_DIR: dataDir,
      DRAIN_SECONDS: String(drainSeconds),
    })
  const servers: Started[] = []
  let printed = ''
  for (const port of ports) {
    const server = start(port)
    servers.push(server)
    printed += await server.said
  }
  proxy = new Balancer(ports)
  const url = await proxy.listen(publicPort)
  const isWhole = () => expect.poll(() => proxy?.readyCount, { timeout: 60_000 }).toBe(3)
  await isWhole()
  const [, email = '', password = ''] = /(owner@lanternhouse\.example) {2}(\S+)/.exec(printed) ?? []
  const owner = await new TestBrowser(url).signIn(email, password)

  const fleet = Array.from({ length: devices }, () => new TestDevice(owner))
  const idle = [...fleet]
  const pushes: Promise<number>[] = []
  let isOver = false
  const push = async (device: TestDevice) => {
    const { status } = await device.push(device.make('customer.signUp', signUpPayload()))
    idle.push(device)
    return status
  }
  const load = (async () => {
    while (!isOver) {
      const device = idle.shift()
      if (device) pushes.push(push(device))
      await pause(1000 / callsPerSecond)
    }
  })()

  for (const [index, port] of ports.entries()) {
    const pokes = await openPokes(port, owner.cookie)
    const code = await stop(servers[index]?.child as Started['child'])
    expect(code).toBe(0)
    // The stream ended by itself, so a device comes again at once.
    expect(await pokes.ended).toContain('still here')
    const again = start(port)
    servers[index] = again
    await again.said
    await isWhole()
  }
  isOver = true
  await load

  const answered = await Promise.all(pushes)
  expect(answered.filter((status) => status !== 200)).toEqual([])
  expect(proxy.failed).toBe(0)
  expect(answered.length).toBeGreaterThan(50)
  const [row] = await query(
    database.ownerUrl,
    (sql) => sql`select count(*)::int as count from customer where email like '%@example.com'
      and first_name = 'Bo' and last_name = 'Castellan'`,
  )
  expect(row?.count).toBe(answered.length)
}, 300_000)

/** `ended` is what the stream said until its end; rejects if it was cut. */
async function openPokes(port: number, cookie: string): Promise<{ ended: Promise<string> }> {
  const headers = { cookie, 'Sec-Fetch-Site': 'same-origin' }
  const stream = await fetch(`http://127.0.0.1:${port}/api/sync/pokes`, { headers })
  expect(stream.status).toBe(200)
  return { ended: stream.text() }
}
