/**
 * Seeded hostile requests to every call and every written page with every actor's session
 * (docs/trust.md 28): no 5xx, no internals, no row of another business, no hang. `npm run fuzz --
 * 20000 --seed 7` runs more; a failure names the request, and its seed reproduces it.
 */
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#sync-server/seed/random.ts'
import { deep } from '#tests/support/level.ts'
import { forgetTries } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeWrittenDist } from '#tests/support/written-dist.ts'
import { type HostileRequest, hostileRequest } from './hostile-request.ts'
import { createWorld, type World } from './world.ts'

const namedRequests = process.env.FUZZ_REQUESTS ? Number(process.env.FUZZ_REQUESTS) : undefined
const everydayRequests = 500
const deepRequests = 2000
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
/** After this many, create a new world to replace ended sessions. */
const perWorld = 500
const atOnce = 8
/** Beyond this it hangs; a busy machine is slow but not this slow. */
const patienceMs = 30_000
const internals =
  /node_modules|sync-server\/|\.ts:\d+|drizzle|PostgresError|violates|relation "|syntax error at|Unexpected token/

/** Comments in the page frames are public and mention where pages are written. */
const pageComment = /<!--.*?-->/gs

let running: TestServer
let dist: string
beforeAll(async () => {
  dist = await makeWrittenDist()
  running = await startTestServer({}, { distFolder: dist })
}, 120_000)
afterAll(async () => {
  await running.close()
  rmSync(dist, { recursive: true })
})

function prove(level: typeof deep | object, requests: number): void {
  const options = { ...level, timeout: 120_000 + requests * 100 }
  test(`handles ${requests} hostile requests without server errors or leaks`, options, async () => {
    const random = seededRandom(seed)
    const failures: unknown[] = []
    const statuses = new Map<number, number>()
    for (let sent = 0; sent < requests; sent += perWorld) {
      const world = await createWorld(running)
      for (let n = sent; n < Math.min(requests, sent + perWorld); n += atOnce) {
        if (n % 48 === 0) await forgetTries(running)
        const batch = Array.from({ length: atOnce }, () => hostileRequest(random, world.first))
        const answers = await Promise.all(batch.map((asked) => send(asked, world)))
        for (const [index, answer] of answers.entries()) {
          const asked = batch[index] as HostileRequest
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          const wrong = whatIsWrong(asked, answer, world)
          if (wrong) failures.push({ wrong, ...shown(asked), answer: answer.text.slice(0, 300) })
        }
      }
    }
    expect(failures.length, `seed ${seed}: ${JSON.stringify(failures.slice(0, 20), null, 1)}`).toBe(
      0,
    )
    // If validation refused every request, the test would prove nothing.
    const passed = (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0)
    expect(passed).toBeGreaterThan(requests / 50)
  })
}

prove({}, namedRequests ?? everydayRequests)
if (namedRequests === undefined) prove(deep, deepRequests)

interface Answer {
  status: number
  type: string
  text: string
}

function send(asked: HostileRequest, { browsers }: World): Promise<Answer> {
  const { cookie } = browsers[asked.actor]
  return new Promise((resolve) => {
    const call = request(
      new URL(running.url),
      {
        // A new connection each: a kept-alive one may close just as it is reused.
        agent: false,
        method: asked.method,
        path: asked.path,
        headers: {
          ...browsers[asked.actor].proofOf(asked.method, asked.path),
          ...asked.headers,
          ...(cookie && { Cookie: cookie }),
          'Content-Length': asked.body?.length ?? 0,
        },
        timeout: patienceMs,
      },
      (response) => {
        const type = response.headers['content-type'] ?? ''
        const status = response.statusCode ?? 0
        const chunks: Buffer[] = []
        const end = () => resolve({ status, type, text: Buffer.concat(chunks).toString() })
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          // A stream never ends, so abort it.
          if (type.startsWith('text/event-stream')) call.destroy()
        })
        response.on('end', end)
        response.on('close', end)
        response.on('error', end)
      },
    )
    call.on('timeout', () => {
      resolve({ status: 0, type: '', text: `no answer within ${patienceMs} ms` })
      call.destroy()
    })
    call.on('error', (error) => resolve({ status: 0, type: '', text: String(error) }))
    call.end(asked.body)
  })
}

function whatIsWrong(asked: HostileRequest, { status, type, text }: Answer, world: World) {
  if (status === 0) return 'no answer'
  if (status >= 500) return 'failed'
  if (internals.test(text.replace(pageComment, ''))) return 'shows internals'
  const isCall = asked.path.startsWith('/api') && asked.method !== 'HEAD'
  if (status >= 400 && isCall && !type.startsWith('application/problem+json')) return 'no problem'
  const mayKnow = /^(foreignOwner|superAdmin)/.test(asked.actor)
  const { businessId: _, ...foreign } = world.second
  const leaks = Object.values(foreign).some(
    (id) => id.length > 8 && text.includes(id) && !asked.path.includes(id),
  )
  return leaks && !mayKnow ? 'shows a row of another business' : null
}

function shown({ name, actor, method, path, headers, body }: HostileRequest) {
  return { name, actor, method, path, headers, body: body?.toString().slice(0, 600) }
}
