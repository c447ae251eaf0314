/**
 * Every mounted route goes through admission or is answered from memory. A stranger calls every
 * route of the app, so a new route that does neither fails here.
 */
import { rmSync } from 'node:fs'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#sync-server/app.ts'
import { Admission } from '#sync-server/http/admission.ts'
import type { HttpEnv } from '#sync-server/http/call.ts'
import { newId } from '#sync-server/rule/id.ts'
import type { Server } from '#sync-server/server.ts'
import { createTestBusiness, startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeWrittenDist } from '#tests/support/written-dist.ts'

class CountingAdmission extends Admission {
  count = 0
  override visit(network: string, family: string): void {
    this.count += 1
    super.visit(network, family)
  }
  override writePage(network: string): void {
    this.count += 1
    super.writePage(network)
  }
}

let running: TestServer
let dist: string
let code: string
let admission: CountingAdmission
let app: Hono<HttpEnv>
let isReady: boolean

beforeAll(async () => {
  dist = await makeWrittenDist()
  running = await startTestServer()
  code = (await createTestBusiness(running)).code
  admission = new CountingAdmission(running.server.clock)
  const server: Server = Object.create(running.server, { admission: { value: admission } })
  app = createApp(server, dist)
})
afterAll(async () => {
  await running.close()
  rmSync(dist, { recursive: true, force: true })
})

const asPage = { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' }
const asCall = { Accept: 'application/json', 'Sec-Fetch-Mode': 'cors' }

async function ask(method: string, path: string, as: Record<string, string>): Promise<Response> {
  const outer = new Hono<HttpEnv>()
  outer.use(async (context, next) => {
    await next()
    isReady = context.var.isReady === true
  })
  outer.route('/', app)
  outer.notFound(() => new Response(null, { status: 404 }))
  const body = method === 'GET' ? {} : { body: '{}' }
  const headers = { Host: 'localhost', 'Sec-Fetch-Site': 'same-origin', ...as }
  const type = { 'Content-Type': 'application/json' }
  return outer.request(path, { method, headers: { ...headers, ...type }, ...body })
}

/**
 * @returns the routes that a stranger reaches uncounted although they aren't answered from memory
 */
async function findUncounted(): Promise<string[]> {
  const routes = app.routes.map(({ method, path }) => {
    const filled = path
      .replace(/:code/g, code)
      .replace(/:\w+\{[^/]*\}/g, '1')
      .replace(/:\w+/g, newId())
      .replace(/\*/g, 'nothing')
    return `${method === 'ALL' ? 'GET' : method} ${filled}`
  })
  const uncounted: string[] = []
  for (const route of new Set(routes)) {
    const [method = '', path = ''] = route.split(' ')
    for (const as of [asPage, asCall]) {
      const before = admission.count
      const { status } = await ask(method, path, as)
      if (status === 421) throw new Error(`${route} was not reached`)
      if (admission.count === before && !isReady) uncounted.push(route)
    }
  }
  return uncounted
}

test('counts every route or answers it from memory', async () => {
  expect(app.routes.length).toBeGreaterThan(100)
  expect(await findUncounted()).toEqual([])
})

test.each(['GET', 'POST', 'PUT', 'DELETE'])('counts %s of an unknown path', async (method) => {
  const headers = { Host: 'localhost', Accept: 'application/json' }
  for (const path of ['/nothing.txt', '/api/nothing']) {
    const before = admission.count
    expect((await app.request(path, { method, headers })).status).toBe(404)
    expect(admission.count).toBe(before + 1)
  }
})

test('detects a route that does neither', async () => {
  app = createApp(Object.create(running.server, { admission: { value: admission } }), null)
  app.get('/dev/forgotten', (context) => context.text('made for each caller'))
  expect(await findUncounted()).toContain('GET /dev/forgotten')
})
