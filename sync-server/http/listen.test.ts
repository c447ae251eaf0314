import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from './listen.ts'

const app = new Hono().post('/', async (context) => context.text(await context.req.text()))
const patience = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 50 }
let http: ReturnType<typeof listen>
let port: number

beforeAll(async () => {
  http = listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, undefined, patience)
  await once(http, 'listening')
  port = (http.address() as AddressInfo).port
})
afterAll(() => new Promise((closed) => http.close(closed)))

async function send(text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

async function heardUntilClosed(socket: Socket): Promise<string> {
  let heard = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    heard += chunk
  })
  await once(socket, 'close')
  return heard
}

const head = 'POST / HTTP/1.1\r\nHost: localhost\r\n'

test('answers a complete request', async () => {
  const socket = await send(`${head}Connection: close\r\nContent-Length: 5\r\n\r\nwhole`)
  expect(await heardUntilClosed(socket)).toMatch(/^HTTP\/1\.1 200[\s\S]*whole$/)
})

test.each([
  ['headers', head],
  ['a body', `${head}Content-Length: 100\r\n\r\nhalf`],
  ['a body in chunks', `${head}Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n`],
])('closes a connection whose %s never end', async (_, sent) => {
  expect(await heardUntilClosed(await send(sent))).not.toMatch(/ 200 /)
})

test('closes a connection whose body trickles in too slowly', async () => {
  const socket = await send(`${head}Content-Length: 100000\r\n\r\n`)
  const trickle = setInterval(() => socket.write('x'), 20)
  socket.on('error', () => {})
  const closed = heardUntilClosed(socket)
  await closed.finally(() => clearInterval(trickle))
  expect(await closed).not.toMatch(/ 200 /)
})

test('keeps an idle connection for longer than a proxy, which would send a call on a closing one', async () => {
  const server = listen({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'whole' })
  expect(await answer.text()).toBe('whole')
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? []
  // nginx, HAProxy and the load balancers of clouds end theirs after at most 60.
  expect(Number(seconds)).toBeGreaterThan(60)
  await new Promise((closed) => server.close(closed))
})

test('finds room for a thousand connections that come at once, where the system allows it', async () => {
  let connected = 0
  // The system's maximum is 4,096 by default on Linux, and 128 on others.
  const allowed = '/proc/sys/net/core/somaxconn'
  const most = existsSync(allowed) ? Number(readFileSync(allowed, 'utf8')) : 128
  const sockets = Array.from({ length: Math.min(1_000, most) }, () =>
    connect(port, '127.0.0.1').once('connect', () => {
      connected += 1
    }),
  )
  // A client that found no room tries again after a second (RFC 6298 §2.1).
  for (let turn = 0; turn < 10; turn += 1) await nextTurn()
  expect(connected).toBe(sockets.length)
  for (const socket of sockets) socket.destroy()
})
