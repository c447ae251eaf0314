/**
 * Requests that our app never makes: a call of the catalog with a valid body, or a server-rendered
 * page, partly mutated. The same seed makes the same requests.
 */
import { api, type CallName, callEntry } from '#schema/contract/api.ts'
import { type OperationName, operations } from '#schema/contract/operation.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import type { Random } from '#sync-server/seed/random.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { bodies } from './bodies.ts'
import { type ActorName, actorNames, type Things } from './world.ts'

export interface HostileRequest {
  /** The call's name, or a page's path. */
  name: string
  actor: ActorName
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | null
}

const names = Object.keys(api) as CallName[]
const operationNames = Object.keys(operations) as OperationName[]
/** These end sessions, which would hide later findings in this world. */
const ends = /^auth\.(logout|deactivate|eraseAccount|endOtherSessions|endSession)$/

const texts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eabc',
  'İK\u212a',
  '👩‍👩‍👧‍👦'.repeat(40),
  '{"$ne":null}',
  "' or 1=1 --",
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  'a'.repeat(5000),
  '-1',
  '1e309',
  'NaN',
  '2026-02-30T25:61:00Z',
  '+275760-09-13T00:00:00.000Z',
  '-000001-01-01T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'a@b',
  '＝1+1@example.com',
]
const numbers = [-1, 0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, -0]

export function hostileRequest(random: Random, things: Things): HostileRequest {
  return random.next() < 0.1 ? hostilePage(random, things) : hostileCall(random, things)
}

/** Pages with data of a business or its customers, and routes outside the catalog. */
const pages = [
  '/',
  '/customer-signup/:code',
  '/signup/:code',
  '/signup/:code',
  '/customer/:customerId',
  '/customer/:memberId',
  '/kiosk/:code',
  '/unsubscribe/:token',
  '/api/docs',
  '/dev/mailbox',
  '/readyz',
]

function hostilePage(random: Random, things: Things): HostileRequest {
  const name = random.pick(pages)
  const isForm = name === '/signup/:code' && random.next() < 0.8
  const form = isForm ? formOf(random) : null
  return {
    name,
    actor: random.pick(actorNames),
    method: isForm ? 'POST' : random.pick(['GET', 'GET', 'GET', 'HEAD', 'POST']),
    path: pathOf(name, things, random) + queryOf(random),
    headers: {
      ...headersOf(random, false),
      ...(random.next() < 0.9 && { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' }),
      ...(isForm && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    },
    body: form === null ? null : Buffer.from(form),
  }
}

function formOf(random: Random): string {
  const { memberId: _, ...person } = signUpPayload()
  // Forms omit unchecked boxes and empty values.
  const sent = Object.entries(person).filter(([, value]) => value !== false && value !== null)
  const fields = new URLSearchParams(sent.map(([field, value]) => [field, String(value)]))
  fields.set('onceKey', random.pick(['', 'k', newId()]))
  while (random.next() < 0.5) {
    const field = random.pick(['firstName', 'email', 'phone', 'birthdayMonth', 'id', '__proto__'])
    if (random.next() < 0.2) fields.delete(field)
    else fields.append(field, random.pick(texts).replace(/\p{Cs}/gu, ''))
  }
  const text = fields.toString()
  return random.next() < 0.1 ? `${text}&%zz=%ED%A0%80&%00` : text
}

function hostileCall(random: Random, things: Things): HostileRequest {
  const name = chooseName(random)
  const { method, path } = callEntry(name)
  const actor = random.pick(actorNames)
  const body = bodyOf(name, things, random)
  return {
    name,
    actor,
    method:
      random.next() < 0.06
        ? random.pick(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])
        : method,
    path: pathOf(path, things, random) + queryOf(random),
    headers: headersOf(random, body !== null),
    body: body === null ? null : encode(body, random),
  }
}

function chooseName(random: Random): CallName {
  const name = random.pick(names)
  return ends.test(name) && random.next() < 0.9 ? chooseName(random) : name
}

function pathOf(path: string, things: Things, random: Random): string {
  const filled = path.replace(/:(\w+)/g, (_, key: string) => {
    const right = (things as unknown as Record<string, string>)[key] ?? newId()
    const chance = random.next()
    if (chance < 0.75) return encodeURIComponent(right)
    if (chance < 0.85) return newId()
    return encodeURIComponent(random.pick(texts).replace(/\p{Cs}/gu, '')) || 'x'
  })
  return random.next() < 0.02
    ? `${filled}${random.pick(['/', '%', '%00', '%zz', '//x', ';a=b', '?'])}`
    : filled
}

const queryNames = [
  'limit',
  'cursor',
  'q',
  'rows',
  'from',
  'to',
  'status',
  'plan',
  'act',
  'shape',
  'v',
  'businessId',
  'days',
  '__proto__',
]

function queryOf(random: Random): string {
  if (random.next() < 0.6) return ''
  const parts = Array.from({ length: random.between(1, 3) }, () => {
    const value = random.next() < 0.5 ? String(random.pick(numbers)) : random.pick(texts)
    return `${random.pick(queryNames)}=${encodeURIComponent(value.replace(/\p{Cs}/gu, ''))}`
  })
  return `?${parts.join('&')}`
}

function headersOf(random: Random, hasBody: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Sec-Fetch-Site': 'same-origin',
    ...(hasBody && { 'Content-Type': 'application/json' }),
  }
  const odd: (() => void)[] = [
    () =>
      (headers['Content-Type'] = random.pick([
        'text/plain',
        'application/json; charset=utf-16',
        'image/png',
        'multipart/form-data; boundary=x',
        'application/x-www-form-urlencoded',
        '',
      ])),
    () =>
      (headers['Idempotency-Key'] = random.pick([
        '',
        'k',
        'ü',
        'x'.repeat(300),
        `key-${random.between(1, 5)}`,
      ])),
    () => (headers.Accept = random.pick(['text/html', '*/*', '', 'application/json;q=nope'])),
    () => (headers['Sec-Fetch-Site'] = random.pick(['cross-site', 'none', 'same-site', 'x'])),
    () => (headers['Sec-Fetch-Mode'] = random.pick(['navigate', 'cors', 'x'])),
    () => (headers['Accept-Language'] = random.pick(['es', 'xx-'.repeat(200), ';q=1', '*'])),
    () => (headers['Scan-Id'] = random.pick([newId(), 'x', ''])),
    () => (headers['If-None-Match'] = random.pick(['*', '"x"', 'W/"'])),
    () => (headers['Regulars-Account'] = random.pick([newId(), 'x'])),
    () => (headers['Content-Encoding'] = random.pick(['gzip', 'br', 'identity'])),
    () => (headers.Range = 'bytes=5-1'),
    () => (headers.Origin = random.pick(['https://evil.example', 'null', 'http://127.0.0.1'])),
    () => (headers['Last-Event-ID'] = random.pick(texts).replace(/[^\x20-\x7e]/g, '')),
  ]
  while (random.next() < 0.2) random.pick(odd)()
  return headers
}

function bodyOf(name: CallName, things: Things, random: Random): unknown {
  const entry = callEntry(name)
  if (entry.upload) return random.next() < 0.5 ? 'not a picture' : null
  const make = bodies[name]
  if (!make) return random.next() < 0.05 ? {} : null
  const body = make(things)
  if (name === 'sync.push') nameOperations(body, things, random)
  let mutated = body
  // Some stay valid, so that later requests meet what they left behind.
  while (random.next() < 0.7) {
    const next = mutate(mutated, random)
    if (countParts(next, partsMax) < partsMax) mutated = next
  }
  return mutated
}

/** Mutating lists of lists would otherwise fill the memory. */
const partsMax = 20_000

/** Counts no further than `max`. */
function countParts(value: unknown, max: number): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const part of Object.values(value)) {
    count += countParts(part, max - count)
    if (count >= max) return max
  }
  return count
}

/** Any existing operation, with this world's ids under the names that payloads use. */
function nameOperations(body: unknown, things: Things, random: Random): void {
  const { operations } = body as { operations: { name: string; payload: object }[] }
  for (const operation of operations) {
    if (random.next() < 0.3) continue
    operation.name = random.pick(operationNames)
    operation.payload = {
      ...operation.payload,
      memberId: things.memberId,
      rewardId: things.rewardId,
      purchaseId: newId(),
      couponId: newId(),
      amount: random.pick(['5.00', '0.00', '1000000.00', '-1', '1e5']),
      points: random.pick(numbers),
      note: random.pick(texts),
      reason: random.pick(texts),
      code: random.pick(texts),
      changes: { name: random.pick(texts) },
      revision: newId(),
    }
  }
}

function mutate(value: unknown, random: Random): unknown {
  if (random.next() < 0.15) return anything(random)
  if (Array.isArray(value)) {
    if (value.length === 0 || random.next() < 0.2) {
      return Array.from(
        { length: random.pick([0, 2, 101, 500]) },
        () => value[0] ?? anything(random),
      )
    }
    return value.map((item) => mutate(item, random))
  }
  if (typeof value !== 'object' || value === null) return anything(random)
  const keys = Object.keys(value)
  const key =
    random.next() < 0.1
      ? random.pick(['__proto__', 'constructor', 'id', 'role', ''])
      : random.pick(keys.length > 0 ? keys : ['x'])
  const changed: Record<string, unknown> = { ...value }
  if (random.next() < 0.15) delete changed[key]
  else if (key === '__proto__') return JSON.parse(`{"__proto__":{"role":"super_admin"}}`)
  else changed[key] = mutate(changed[key], random)
  return changed
}

function anything(random: Random): unknown {
  const kinds: (() => unknown)[] = [
    () => random.pick(texts),
    () => random.pick(numbers),
    () => null,
    () => random.next() < 0.5,
    () => [],
    () => ({}),
    () => newId(),
    () => newKey(),
    () => [random.pick(texts), random.pick(numbers), null],
    () => nested(random.pick([31, 33, 400])),
  ]
  return random.pick(kinds)()
}

function nested(depth: number): unknown {
  let value: unknown = 'x'
  for (let n = 0; n < depth; n += 1) value = n % 2 ? [value] : { x: value }
  return value
}

function encode(body: unknown, random: Random): Buffer {
  const text = JSON.stringify(body) ?? ''
  const chance = random.next()
  if (chance < 0.02) return Buffer.from(text.slice(0, -1))
  if (chance < 0.04) return Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])])
  if (chance < 0.05) return Buffer.from(`\ufeff${text}`)
  if (chance < 0.06) return Buffer.from(`[${text},`.repeat(2000))
  if (chance < 0.07) return Buffer.alloc(random.pick([0, 70_000, 1_100_000]), 0x20)
  return Buffer.from(text)
}
