/**
 * The public pages before and without scripts: the server's first answer contains the sign-up
 * page's lookup and form, and the form follows the documented call's rules. A customer's card works
 * the same, only for the holder of its key.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { copiedPhones } from '#tests/support/copied-phones.ts'
import { navigate as navigateTo, type Page } from '#tests/support/navigate.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'
import { makeWrittenDist } from '#tests/support/written-dist.ts'

let dist: string
let running: TestServer
let shop: TestBusiness

beforeAll(async () => {
  dist = await makeWrittenDist()
  running = await startTestServer({}, { distFolder: dist })
  shop = await createTestBusiness(running)
}, 60_000)
afterAll(async () => {
  await running.close()
  rmSync(dist, { recursive: true, force: true })
})

const navigate = (path: string, headers: Record<string, string>, body?: string) =>
  navigateTo(`${running.url}${path}`, headers, body)
const open = (headers: Record<string, string> = {}, code = shop.code) =>
  navigate(`/customer-signup/${encodeURIComponent(code)}`, headers)

const fields = (changes: Record<string, string> = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovejoy',
  email: `${randomUUID()}@example.com`,
  phone: '',
  termsAccepted: 'on',
  privacyPolicyAccepted: 'on',
  ...changes,
})
const send = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  navigate(
    `/signup/${shop.code}`,
    {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    new URLSearchParams(form).toString(),
  )
/** @returns the page's path */
async function joinAs(changes: Record<string, string> = {}): Promise<string> {
  return (await send(fields(changes))).headers.location ?? ''
}
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const membersWith = (email: string) =>
  running.sql<{ points: number }[]>`select sum(e.points)::int as points from customer c
    join points_entry e on e.business_id = c.business_id and e.member_id = c.id
    where c.email = ${email} group by c.id`

test('contains the lookup as the call returns it, the colors and the form', async () => {
  const page = (await open()).text
  const look = await fetch(`${running.url}/signup/${shop.code}`, {
    headers: { accept: 'application/json', 'scan-refresh': '1' },
  })
  const [, facts = ''] =
    /<script type="application\/json" id="look-up">(.*?)<\/script>/.exec(page) ?? []
  expect(JSON.parse(facts)).toEqual({ code: shop.code, lookUp: await look.json() })
  expect(page).toMatch(/<html lang="en" style="--brand-primary:#/)
  expect(page).toMatch(new RegExp(`<form[^>]* action="/signup/${shop.code}" method="post"`))
  for (const name of ['firstName', 'lastName', 'email', 'phone', 'termsAccepted']) {
    expect(page).toContain(`name="${name}"`)
  }
  expect(page).toContain('Join Our Loyalty Program')
  expect(page).not.toMatch(/<script(?! type="(module|application\/json)"| src=)/)
  expect(page).toContain('(prefers-color-scheme:dark){:root:not([data-theme]){--ink:#fff}}')
})

test('escapes a business’s name', async () => {
  const name = '</script><img src=x onerror=alert(1)>"&'
  await running.sql`update business set name = ${name} where id = ${shop.businessId}`
  const page = (await open()).text
  await running.sql`update business set name = 'Corner Café' where id = ${shop.businessId}`
  expect(page).not.toContain('<img src=x')
  expect(page).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&amp;')
})

test.each([
  '</script><script>alert(1)</script>',
  '</textarea></form><form action=//evil.example>',
  '<!-- frame --><img src=x onerror=alert(1)><!-- /frame -->',
  '"autofocus onfocus=alert(1) x="',
  '$& $` {{7*7}} \u2028',
])('escapes %s and keeps it in the field of the invalid form', async (firstName) => {
  const page = await send(fields({ firstName, email: 'no address' }))
  expect(page.status).toBe(400)
  for (const tag of ['<script>alert', '<form action=//', '<img src=x', '"autofocus']) {
    expect(page.text).not.toContain(tag)
  }
  const encoded = firstName.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)
  expect(page.text).toContain(`value="${encoded}"`)
})

test('counts no scan for the page itself; the app counts it', async () => {
  const count = async () =>
    (await running.sql`select 1 from scan where business_id = ${shop.businessId}`).length
  const before = await count()
  await open()
  expect(await count()).toBe(before)
})

test('uses the browser’s language', async () => {
  const page = (await open({ 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' })).text
  expect(page).toContain('<html lang="es"')
  expect(page).toContain('Nombre')
  expect((await open()).text).toContain('First name')
  const chosen = await open({ 'accept-language': 'es', cookie: 'theme=dark; language=en' })
  expect(chosen.text).toContain('<html lang="en"')
  const unknown = await open({ 'accept-language': 'es', cookie: 'language="><b>' })
  expect(unknown.text).toContain('<html lang="es"')
})

test('signs up without scripts, redirects to the card, and counts a double press once', async () => {
  const page = (await open()).text
  const [, onceKey = ''] = /name="onceKey" value="([^"]+)"/.exec(page) ?? []
  const form = fields({ onceKey })
  const joined = await Promise.all([send(form), send(form)])
  expect(joined.map(({ status }) => status)).toEqual(expect.arrayContaining([303]))
  const again = await send(form)
  expect(again.status).toBe(303)
  expect(again.headers.location).toMatch(/^\/customer\/[0-9a-f-]{36}$/)
  expect(again.headers['cache-control']).toBe('no-store')
  expect(await membersWith(form.email)).toEqual([{ points: 100 }])
  const card = (await navigate(again.headers.location ?? '', {})).text
  expect(card).toMatch(/Ada Lovejoy.*<noscript>.*coupons need JavaScript.*<\/noscript>/s)
  expect(page).not.toContain('<noscript>')
  const other = await send({ ...form, email: `${randomUUID()}@example.com` })
  expect(other.status).toBe(303)
  expect(other.headers.location).not.toBe(again.headers.location)
})

test('removes invisible characters from a copied number and name without scripts', async () => {
  for (const [from, copied, phone] of copiedPhones) {
    const form = fields({ firstName: '\u2068Maeve\u2069', phone: copied })
    expect((await send(form)).status, from).toBe(303)
    const kept =
      await running.sql`select first_name, phone from customer where email = ${form.email}`
    expect(kept).toEqual([{ first_name: 'Maeve', phone }])
  }
})

test('returns an invalid form with what was typed and the contract’s messages', async () => {
  const { termsAccepted: _, ...form } = fields({ email: '"><b>no', marketingSmsConsent: 'on' })
  const answer = await send(form)
  expect(answer.status).toBe(400)
  const page = answer.text
  expect(page).toContain('Please accept the Terms of Service and Privacy Policy to continue')
  expect(page).toContain('Please provide a phone number to receive SMS marketing')
  expect(page).toContain('value="Ada"')
  expect(page).toContain('value="&quot;&gt;&lt;b&gt;no"')
  expect(page.match(/aria-invalid="true"/g)).toHaveLength(3)
  expect(page).toMatch(/name="privacyPolicyAccepted"[^>]* checked/)
  expect(await membersWith(form.email)).toEqual([])
})

test('gives an existing member no second welcome and no page', async () => {
  const form = fields()
  await send(form)
  const again = await send(form)
  expect(again.status).toBe(409)
  expect(again.headers.location).toBeUndefined()
  expect(await membersWith(form.email)).toEqual([{ points: 100 }])
})

test('lets a returned form be sent again, with the origin that browsers send', async () => {
  const refused = await send(fields({ email: 'no' }))
  expect(refused.status).toBe(400)
  // With 'no-referrer', browsers send 'Origin: null' (Fetch, "append a request Origin header").
  expect(refused.headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  const again = await navigate(
    `/signup/${shop.code}`,
    { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(running.url).origin },
    new URLSearchParams(fields()).toString(),
  )
  expect(again.status).toBe(303)
  expect(again.headers['referrer-policy']).toBe('no-referrer')
})

test('reports a sign-up parked for a paused business in the browser’s language', async () => {
  const setStatus = (status: string) =>
    running.sql`update business set status = ${status} where id = ${shop.businessId}`
  await setStatus('suspended')
  const held = await send(fields())
  const inSpanish = await send(fields(), { 'accept-language': 'es' })
  await setStatus('active')
  expect([held.status, inSpanish.status]).toEqual([202, 202])
  expect(held.text).toContain('We’ve got your sign-up.')
  expect(inSpanish.text).toContain('Recibimos tu inscripción.')
})

const cardIn = ({ text }: Page): unknown => {
  const [, facts] = /<script type="application\/json" id="card">(.*?)<\/script>/.exec(text) ?? []
  return facts === undefined ? null : JSON.parse(facts).page
}
const asCalled = async (path: string) => {
  const answer = await fetch(`${running.url}/api${path}`)
  return answer.status === 200 ? await answer.json() : null
}

test('contains the card as the call returns it, and isn’t cached', async () => {
  const path = await joinAs({ firstName: 'Ottilie' })
  const page = await navigate(path, {})
  expect(cardIn(page)).toMatchObject({ customer: { firstName: 'Ottilie' } })
  expect(cardIn(page)).toEqual(await asCalled(path))
  const frame = page.text.slice(page.text.indexOf('id="frame"'))
  expect(frame).toMatch(/Ottilie Lovejoy.*Points Balance.*>100</s)
  expect(frame).toMatch(/aria-label="Your member QR code".*<path d="M0 0h7/s)
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  expect((await navigate(path, { 'accept-language': 'es' })).text).toContain('Saldo de puntos')
})

test.each([
  ['is paused', { status: 'suspended' }],
  [
    'has no program',
    { features: { qrCodes: true, loyalty: false, whiteLabel: true, analytics: true } },
  ],
])('shows what the call returns for a business that %s', async (_how, change) => {
  const path = await joinAs()
  const set = (row: object) =>
    running.sql`update business set ${running.sql(row as { status: string })}
    where id = ${shop.businessId}`
  const [before] =
    await running.sql`select status, features from business where id = ${shop.businessId}`
  await set(change)
  const shown = [cardIn(await navigate(path, {})), await asCalled(path)]
  await set(before ?? {})
  expect(shown[0]).toEqual(shown[1])
})

const everyFeature = { qrCodes: true, loyalty: true, whiteLabel: true, analytics: true }
test.each([
  ['without a logo', { logo_url: null }, /^\/api\/app-icon\/.+shape=apple/],
  ['with a logo', { logo_url: '/api/brand/logo' }, /^\/api\/app-icon\/.+shape=apple/],
  [
    'without white label',
    { features: { ...everyFeature, whiteLabel: false } },
    /^\/icons\/apple-touch-icon\.png$/,
  ],
])('names the app and its iPhone icon on both pages of a business %s', async (_how, row, icon) => {
  await running.sql`
    update business set ${running.sql({ logo_url: null, features: everyFeature, ...row })},
    name = 'Ames & Sons' where id = ${shop.businessId}`
  for (const page of [await open(), await navigate(await joinAs(), {})]) {
    const head = page.text.slice(0, page.text.indexOf('</head>'))
    const links = [...head.matchAll(/<link rel="apple-touch-icon" href="([^"]+)"/g)]
    const [address = ''] = links.map(([, href = '']) => href.replaceAll('&amp;', '&'))
    expect(links).toHaveLength(1)
    expect(address).toMatch(icon)
    expect(head).toContain('<meta name="apple-mobile-web-app-title" content="Ames &amp; Sons"/>')
    expect(head).toMatch(/<title>[^<]*Ames &amp; Sons[^<]*<\/title>/)
    expect(head).toContain('<meta name="format-detection" content="telephone=no, date=no, ')
    if (!address.startsWith('/api/')) continue
    const drawn = await fetch(running.url + address)
    expect(drawn.headers.get('content-type')).toBe('image/png')
    expect(await sharp(await drawn.arrayBuffer()).metadata()).toMatchObject({ width: 180 })
  }
})

test('shows nothing for a revoked key', async () => {
  const path = await joinAs()
  await running.sql`delete from customer_key where business_id = ${shop.businessId}`
  const page = await navigate(path, {})
  expect([page.status, cardIn(page)]).toEqual([200, null])
})

test('escapes a customer’s name', async () => {
  const path = await joinAs({ firstName: '</script><img src=x onerror=alert(1)>' })
  const page = (await navigate(path, {})).text
  expect(page).not.toContain('<img src=x')
  expect(page).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;')
})

test('sends the app’s own page for an unknown key, whatever the session', async () => {
  const [member] =
    await running.sql`select id from customer where business_id = ${shop.businessId} limit 1`
  const { cookie } = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  for (const id of [randomUUID(), member?.id ?? '', 'no key', '%00']) {
    const page = await navigate(`/customer/${encodeURIComponent(id)}`, { cookie })
    expect(page.status).toBe(200)
    expect(page.text).toContain('id="frame" aria-hidden="true"')
    expect(page.text).not.toContain('id="card"')
  }
})

test('sends the app’s own page to a nonstop caller', async () => {
  const path = await joinAs()
  const { admission } = running.server
  expect(() => {
    for (let n = 0; n <= serverLimits.writtenPagesPerNetwork; n += 1)
      admission.writePage('127.0.0.1')
  }).toThrow()
  for (const page of [await open(), await navigate(path, {})]) {
    expect(page.status).toBe(200)
    expect(page.text).toContain('id="frame" aria-hidden="true"')
  }
  running.turnClock(serverLimits.visitorCallsWindowSeconds * 1000)
  expect((await open()).text).toContain('name="onceKey"')
})

test('renders a limited number of pages at once for a crowd', async () => {
  running.turnClock(serverLimits.visitorCallsWindowSeconds * 1000)
  const { writtenPagesAtOnce } = serverLimits
  // A fast machine would finish some before the whole crowd has come.
  Object.assign(serverLimits, { writtenPagesAtOnce: 1 })
  onTestFinished(() => void Object.assign(serverLimits, { writtenPagesAtOnce }))
  const crowd = Array.from({ length: 60 }, () => open())
  const pages = await Promise.all(crowd)
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
  const written = pages.filter(({ text }) => text.includes('name="onceKey"'))
  expect(written.length).toBeLessThan(crowd.length)
  // Retry: a busy machine may exceed a page's patience.
  await expect.poll(async () => (await open()).text).toContain('name="onceKey"')
})

test('counts one guess for a wrong address, opened by page and app', async () => {
  running.turnClock(61_000)
  const openWrong = async () => {
    const path = `/customer/${randomUUID()}`
    await navigate(path, {})
    return (await fetch(`${running.url}/api${path}`)).status
  }
  const statuses: number[] = []
  for (let n = 0; n <= serverLimits.keyMissesPerMinute; n += 1) statuses.push(await openWrong())
  expect(statuses.slice(0, -1).filter((status) => status !== 404)).toEqual([])
  expect(statuses.at(-1)).toBe(429)
  running.turnClock(61_000)
})

test('remembers nothing for unknown codes', async () => {
  const { admission } = running.server
  const heard = [vi.spyOn(admission, 'join'), vi.spyOn(admission, 'isCountedScan')]
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const form = new URLSearchParams(fields()).toString()
  for (const code of ['x'.repeat(5000), 'NOBODYS1']) {
    expect((await navigate(`/signup/${code}`, type, form)).status).toBe(404)
    for (const path of [`/signup/${code}`, `/api/signup/${code}`]) {
      expect((await fetch(running.url + path)).status).toBe(404)
    }
    const body = JSON.stringify(fields())
    const headers = { 'content-type': 'application/json' }
    const path = `${running.url}/api/signup/${code}`
    expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(400)
  }
  for (const spy of heard) {
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  }
})

test('refuses other sites, other types and a flood', async () => {
  expect((await send(fields(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const asJson = await send(fields(), { 'content-type': 'application/json' })
  expect(asJson.status).toBe(415)
  let last = await send({})
  for (let n = 0; n < serverLimits.joinsPerNetworkPerMinute; n += 1) last = await send({})
  expect(last.status).toBe(429)
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
})

test('sends the app’s own page for an unknown code, or without a renderer', async () => {
  for (const page of [await open({}, 'NOBODYSCODE'), await open({}, 'no code')]) {
    expect(page.status).toBe(200)
    expect(page.text).toContain('id="frame" aria-hidden="true"')
  }
})

test.each([
  { accepted: 'br, gzip', encoding: 'br' },
  { accepted: 'gzip, deflate', encoding: 'gzip' },
  { accepted: 'identity', encoding: null },
])(
  'sends a precompressed file to a browser that accepts $accepted',
  async ({ accepted, encoding }) => {
    const answer = await fetch(`${running.url}/assets/large.css`, {
      headers: { 'accept-encoding': accepted },
    })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('content-type')).toMatch(/^text\/css/)
    expect(answer.headers.get('cache-control')).toMatch(/immutable/)
    expect(await answer.text()).toBe('.large{color:red}'.repeat(100))
    // A response compressed on the fly has no length.
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(0)
  },
)

test.each(['/', '/login', '/api/docs', '/assets/large.css'])(
  'sends 304 to a browser that holds %s',
  async (path) => {
    const ask = (headers: Record<string, string> = {}) => fetch(running.url + path, { headers })
    const first = await ask({ 'Accept-Encoding': 'gzip' })
    expect(first.headers.get('content-encoding')).toBe('gzip')
    expect(first.headers.get('vary')).toContain('Accept-Encoding')
    const tag = first.headers.get('etag') ?? ''
    const again = await ask({ 'If-None-Match': `"other", ${tag}` })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    const other = await ask({ 'If-None-Match': 'W/"other"', 'Accept-Encoding': 'gzip;q=0' })
    expect([other.status, other.headers.get('content-encoding')]).toEqual([200, null])
    expect(await other.text()).toBe(await first.text())
  },
)

test('serves the files read at startup, and no others', async () => {
  const ask = (path: string, method = 'GET') => fetch(`${running.url}${path}`, { method })
  rmSync(join(dist, 'assets', 'once.css'))
  const second = await ask('/assets/once.css')
  expect(await second.text()).toBe('.once{color:red}')
  const head = await ask('/assets/once.css', 'HEAD')
  expect(head.status).toBe(200)
  expect(head.headers.get('content-length')).toBe('16')
  for (const path of [
    '/assets/',
    '/assets/other.css',
    '/assets/..%2Fjoin.html',
    '/assets/once.css/',
  ]) {
    const other = await ask(path)
    expect(await other.text(), path).not.toContain('.once')
    expect(other.headers.get('cache-control') ?? '', path).not.toContain('immutable')
  }
})

test('shows the page beside forms that the same network sends in chunks and never finishes', async () => {
  const { port } = new URL(running.url)
  const half = [
    `POST /signup/${shop.code} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/x-www-form-urlencoded',
    'Sec-Fetch-Site: same-origin',
    'Transfer-Encoding: chunked',
    '\r\n4\r\nhalf\r\n',
  ]
  const slow = Array.from({ length: serverLimits.turnsPerCaller }, () =>
    connect(Number(port), '127.0.0.1'),
  )
  await Promise.all(slow.map((socket) => once(socket, 'connect')))
  const firstAnswer = Promise.race(slow.map((socket) => once(socket, 'data').then(() => 'form')))
  for (const socket of slow) socket.write(half.join('\r\n'))
  const page = open().then(({ status }) => status)
  expect(await Promise.race([page, firstAnswer])).toBe(200)
  for (const socket of slow) socket.destroy()
})
