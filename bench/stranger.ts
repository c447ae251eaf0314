/**
 * A crowd as its own process: repeatedly sends one call of the catalog, or opens one page, with a
 * new body each time, until it is stopped; then prints how often each status was answered.
 */
import { Agent, request } from 'node:http'
import { type CallName, callEntry } from '#schema/contract/api.ts'
import { newId } from '#sync-server/rule/id.ts'
import { bodies } from '#tests/isolation/bodies.ts'
import type { Things } from '#tests/isolation/world.ts'
import { signUpPayload } from '#tests/support/device.ts'

/** Paths outside of the API catalog that a crowd opens, as a browser does. */
const pages = {
  'the landing page': { method: 'GET', path: '/' },
  'the app’s page': { method: 'GET', path: '/login' },
  'a file of the app': { method: 'GET', path: '/theme.js' },
  'the API reference': { method: 'GET', path: '/api/docs' },
  'the OpenAPI document': { method: 'GET', path: '/api/docs/openapi.json' },
  readiness: { method: 'GET', path: '/readyz' },
  'an unknown call': { method: 'GET', path: '/api/nothing' },
  'a sign-up page': { method: 'GET', path: '/customer-signup/:code' },
  'a form without scripts': { method: 'POST', path: '/signup/:code' },
  'a customer’s page': { method: 'GET', path: '/customer/:customerId' },
} as const
type PageName = keyof typeof pages

/** Values for the parameters in the paths of calls and pages. */
export type CrowdThings = Partial<Things & { logoId: string }>

export interface Crowd {
  url: string
  name: CallName | PageName
  things: CrowdThings
  connections: number
  /** Number of local addresses (127.0.1.x) that the connections use; one by default. */
  networks?: number
  /** The crowd's session cookie; absent for strangers. */
  cookie?: string
}

const crowd = JSON.parse(process.argv[2] ?? '{}') as Crowd
const page = Object.hasOwn(pages, crowd.name) ? pages[crowd.name as PageName] : null
const { method, path, type, write } = page
  ? { ...page, type: 'application/x-www-form-urlencoded', write: formOf(page) }
  : callOf(crowd.name as CallName)
const asBrowser = { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate', 'Accept-Encoding': 'gzip' }
const agents = Array.from({ length: crowd.networks ?? 1 }, (_, at) => {
  const from = crowd.networks ? { localAddress: `127.0.1.${at + 1}`, family: 4 } : {}
  return new Agent({ keepAlive: true, maxSockets: crowd.connections, ...from })
})
const counts: Record<string, number> = {}
let isOver = false

type Write = (things: Things) => string

function callOf(name: CallName): { method: string; path: string; type: string; write?: Write } {
  const { method, path, body } = callEntry(name)
  const type = 'application/json'
  const write: Write = (things) => JSON.stringify(bodies[name]?.(things))
  return { method, path, type, ...(body && { write }) }
}

function formOf({ method }: { method: string }): Write | undefined {
  if (method === 'GET') return undefined
  return () => {
    const { memberId: _, ...person } = signUpPayload()
    // Forms omit unchecked boxes and empty values.
    const sent = Object.entries(person).filter(([, value]) => value !== false && value !== null)
    return new URLSearchParams(sent.map(([field, value]) => [field, String(value)])).toString()
  }
}

function ask(connection: number): Promise<void> {
  const agent = agents[connection % agents.length]
  const things = crowd.things as Required<CrowdThings>
  const text = write?.(things) ?? ''
  const filled = path.replace(/:(\w+)/g, (_, key: keyof CrowdThings) => things[key] ?? newId())
  const headers = {
    'Sec-Fetch-Site': 'same-origin',
    'Content-Length': Buffer.byteLength(text),
    ...(write && { 'Content-Type': type }),
    ...(page && asBrowser),
    ...(crowd.cookie && { Cookie: crowd.cookie }),
  }
  return new Promise((resolve) => {
    const end = (status: string) => {
      counts[status] = (counts[status] ?? 0) + 1
      resolve()
    }
    const asked = request(crowd.url + filled, { method, headers, agent }, (answer) => {
      const status = String(answer.statusCode)
      // A stream never ends, so open it and leave.
      if (answer.headers['content-type'] === 'text/event-stream') {
        answer.once('data', () => answer.destroy())
        answer.once('close', () => end(status))
        return
      }
      answer.resume()
      answer.once('end', () => end(status))
    })
    asked.once('error', () => end('none'))
    asked.end(text)
  })
}

async function goOn(_: unknown, connection: number): Promise<void> {
  while (!isOver) await ask(connection)
}

process.on('SIGTERM', () => {
  isOver = true
})
process.stdout.write('ready\n')
await Promise.all(Array.from({ length: crowd.connections }, goOn))
for (const agent of agents) agent.destroy()
process.stdout.write(`${JSON.stringify(counts)}\n`)
