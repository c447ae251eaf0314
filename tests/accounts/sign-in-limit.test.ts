/** Guessing passwords gets slow, and never shuts a person out of her own account for good. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { forgetTries } from '#tests/support/people.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
  testPassword,
} from '#tests/support/server.ts'

let running: TestServer
let shop: TestBusiness

// Callers name their networks here, as behind a proxy.
beforeAll(async () => {
  running = await startTestServer({
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: 'https://r.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
})
beforeEach(async () => {
  await forgetTries(running)
  shop = await createTestBusiness(running)
})
afterAll(() => running.close())

async function login(email: string, password: string, network = '198.51.100.7') {
  const answer = await new TestBrowser(running.url).call('auth.login', {
    body: { email, password },
    headers: { 'X-Forwarded-For': network },
  })
  return { status: answer.status, waitSeconds: Number(answer.headers.get('retry-after')) }
}

/** Wrong guesses at one address, each from a network of its own, waiting out every pause. */
async function pausesOf(email: string): Promise<number[]> {
  const pauses: number[] = []
  for (let n = 0; n < 13; n += 1) {
    expect((await login(email, 'Wrong-Guess-1', `198.51.100.${n}`)).status).toBe(401)
    if (n < 4) continue
    const next = await login(email, testPassword, `203.0.113.${n}`)
    expect(next.status).toBe(429)
    pauses.push(next.waitSeconds)
    running.turnClock(next.waitSeconds * 1000 + 1000)
  }
  return pauses
}

test('known and unknown addresses are paused alike, from the fifth failure, up to 900 s', async () => {
  const pauses = await pausesOf(shop.ownerEmail)
  expect(pauses).toEqual([15, 30, 60, 120, 240, 480, 900, 900, 900])
  expect(await pausesOf('nobody-here@example.com')).toEqual(pauses)
})

test('a pause ends by itself, and the right password forgets the failures', async () => {
  for (let n = 0; n < 5; n += 1) await login(shop.ownerEmail, 'Wrong-Guess-1')
  const paused = await login(shop.ownerEmail, testPassword)
  expect([paused.status, paused.waitSeconds]).toEqual([429, 15])
  running.turnClock(16_000)
  expect((await login(shop.ownerEmail, testPassword)).status).toBe(200)
  expect((await login(shop.ownerEmail, 'Wrong-Guess-1', '203.0.113.77')).status).toBe(401)
})

test('a network that guesses at many addresses is paused', async () => {
  const network = '203.0.113.9'
  for (let n = 0; n < 5; n += 1) await login(`person${n}@example.com`, 'Wrong-Guess-1', network)
  expect((await login(shop.ownerEmail, testPassword, network)).status).toBe(429)
  expect((await login(shop.ownerEmail, testPassword, '203.0.113.10')).status).toBe(200)
})

test('strangers cannot keep a person out where she has signed in before', async () => {
  const home = '192.0.2.1'
  expect((await login(shop.staffEmail, testPassword, home)).status).toBe(200)
  for (let n = 0; n < 9; n += 1) {
    await login(shop.staffEmail, 'Wrong-Guess-1', `198.51.100.${n}`)
  }
  expect((await login(shop.staffEmail, testPassword, '198.51.100.99')).status).toBe(429)
  expect((await login(shop.staffEmail, testPassword, home)).status).toBe(200)
})

test('a hundred guesses at once are counted one by one', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, n) => login(shop.ownerEmail, `Wrong-Guess-${n}`)),
  )
  const tried = guesses.filter(({ status }) => status === 401)
  expect(tried.length).toBeLessThanOrEqual(5)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(100 - tried.length)
})

test('over https the cookie is bound to the host', async () => {
  const answer = await new TestBrowser(running.url).call('auth.login', {
    body: { email: shop.ownerEmail, password: testPassword },
  })
  const [cookie] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-session=.+; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
  expect(cookie).not.toMatch(/Domain/)
})
