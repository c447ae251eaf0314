/**
 * The hosts a server answers to: a development server only to this machine, whatever proxy is in
 * front; a production server only to its own name. Also: what counts as one caller's network.
 */
import { type IncomingHttpHeaders, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareAddress } from '#sync-server/http/caller.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let development: TestServer
let production: TestServer

beforeAll(async () => {
  development = await startTestServer()
  production = await startTestServer({
    PUBLIC_URL: 'https://points.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
})
afterAll(() => Promise.all([development.close(), production.close()]))

/** Sends the headers as given, since `fetch` would set the Host itself. */
function statusOf(
  { url }: TestServer,
  headers: Record<string, string>,
  path = '/api/auth/user',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    asked.on('error', reject)
    asked.end()
  })
}

describe('a development server', () => {
  test.each<Record<string, string>>([
    { Host: 'points.example' },
    { Forwarded: 'for=192.0.2.1' },
    { Via: '1.1 proxy' },
    { 'X-Forwarded-For': '192.0.2.1' },
    { 'X-Forwarded-Proto': 'https' },
    { 'X-Forwarded-Server': 'edge' },
    { 'X-Real-IP': '192.0.2.1' },
    { 'CF-Connecting-IP': '192.0.2.1' },
    { 'CF-Ray': '1' },
    { 'True-Client-IP': '192.0.2.1' },
    { Origin: 'https://points.example' },
    { Referer: 'https://points.example/dev' },
    { Referer: 'nonsense' },
  ])('does not answer to %o', async (headers) => {
    expect(await statusOf(development, headers)).toBe(421)
  })

  test.each<Record<string, string>>([
    {},
    { Host: 'localhost:3000' },
    { Origin: 'http://localhost:3000' },
    { Referer: 'http://127.0.0.1:3000/login' },
    { Origin: 'null' },
  ])('answers to %o', async (headers) => {
    expect(await statusOf(development, headers)).toBe(401)
  })
})

describe('a production server', () => {
  test.each([
    ['points.example', 401],
    ['POINTS.example:443', 401],
    ['evil.example', 421],
    ['points.example.evil.example', 421],
    ['points.example:8443', 421],
    ['127.0.0.1', 421],
  ])('answers %s with %i', async (host, status) => {
    expect(await statusOf(production, { Host: host })).toBe(status)
  })

  test('ignores a caller’s forwarded host, and answers health checks on any host', async () => {
    const lie = { Host: 'evil.example', 'X-Forwarded-Host': 'points.example' }
    expect(await statusOf(production, lie)).toBe(421)
    expect(await statusOf(production, { Host: '10.0.0.7' }, '/healthz')).toBe(200)
    expect(await statusOf(production, { Host: '10.0.0.7' }, '/readyz')).toBe(200)
  })

  test('protects API answers with a short set of headers, and the page among them with all', async () => {
    const headersOf = (path: string, more: Record<string, string> = {}) =>
      new Promise<IncomingHttpHeaders>((resolve, reject) => {
        const headers = { Host: 'points.example', ...more }
        const asked = request(production.url + path, { headers })
        asked.on('response', (answer) => resolve(answer.resume().headers))
        asked.on('error', reject)
        asked.end()
      })
    for (const path of ['/api/auth/user', '/api/unknown', '/api/docs/openapi.json']) {
      const headers = await headersOf(path)
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
      })
      const forDocuments =
        /^(permissions-policy|referrer-policy|origin-agent|cross-origin-op|x-frame)/
      expect(Object.keys(headers).filter((name) => forDocuments.test(name))).toEqual([])
    }
    const script = { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Site': 'same-origin' }
    const short = await headersOf('/api/sync/pull', script)
    expect(short).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.anything(),
    })
    for (const name of ['content-security-policy', 'strict-transport-security']) {
      expect(short).not.toHaveProperty(name)
      for (const other of [
        {},
        { ...script, 'Sec-Fetch-Dest': 'document' },
        { ...script, 'Sec-Fetch-Dest': 'iframe' },
        { ...script, 'Sec-Fetch-Site': 'cross-site' },
      ]) {
        expect(await headersOf('/api/sync/pull', other)).toHaveProperty(name)
      }
    }
    expect(await headersOf('/api/docs')).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'DENY',
    })
  })

  test('allows pages the app’s only Trusted Types policy', async () => {
    const answer = await fetch(`${production.url}/healthz`)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/; trusted-types regulars$/)
  })
})

test.each([
  ['203.0.113.11:40001', '203.0.113.11'],
  ['203.0.113.11', '203.0.113.11'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
])('reads %s as address %s', (text, address) => {
  expect(bareAddress(text)).toBe(address)
})
