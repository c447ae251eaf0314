/**
 * Guessing passwords slows down, without ever locking a person out of their account for good.
 *
 * @module-tag deep
 */
import { hash } from 'argon2'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isPassword } from '#sync-server/accounts/password.ts'
import { attemptKey } from '#sync-server/rule/attempts.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { forgetTries } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

const behindProxy = { 'X-Forwarded-Host': 'r.example' }
let running: TestServer
let shop: TestBusiness

// Callers choose their networks here, as if behind a proxy.
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

/**
 * Stores a cheap digest, because the digest decides what comparing a wrong password costs. The
 * right password replaces it.
 */
async function makeGuessesCheap(): Promise<void> {
  const digest = await hash(testPassword, { memoryCost: 1024, timeCost: 2, parallelism: 1 })
  await running.sql`update account set password_hash = ${digest}`
}

async function login(
  email: string,
  password: string,
  network = '198.51.100.7',
  browser = new TestBrowser(running.url),
) {
  const answer = await browser.call('auth.login', {
    body: { email, password },
    headers: { ...behindProxy, 'X-Forwarded-For': network },
  })
  return { status: answer.status, waitSeconds: Number(answer.headers.get('retry-after')) }
}

/** Guesses wrong passwords for one address, each from a new network, and waits out every pause. */
async function pausesOf(email: string): Promise<number[]> {
  await makeGuessesCheap()
  const pauses: number[] = []
  for (let n = 0; n < 13; n += 1) {
    expect((await login(email, 'Wrong-Guess-1', `198.51.100.${n}`)).status).toBe(401)
    if (n < 4) continue
    const next = await login(email, testPassword, `203.0.113.${n}`)
    expect(next.status).toBe(429)
    // Some seconds have passed on a busy machine: pauses are multiples of fifteen.
    pauses.push(Math.ceil(next.waitSeconds / 15) * 15)
    running.turnClock(next.waitSeconds * 1000 + 1000)
  }
  return pauses
}

test('pauses known and unknown addresses alike, from the fifth failure, up to 900 s', async () => {
  const pauses = await pausesOf(shop.ownerEmail)
  expect(pauses).toEqual([15, 30, 60, 120, 240, 480, 900, 900, 900])
  expect(await pausesOf('nobody-here@example.com')).toEqual(pauses)
})

test('admits one person on several devices at the same time', async () => {
  const devices = Array.from({ length: 4 }, async () => {
    const statuses: number[] = []
    for (let n = 0; n < 8; n += 1)
      statuses.push((await login(shop.ownerEmail, testPassword)).status)
    return statuses
  })
  expect(new Set((await Promise.all(devices)).flat())).toEqual(new Set([200]))
})

test('ends a pause, and forgets failures after the right password', async () => {
  for (let n = 0; n < 5; n += 1) await login(shop.ownerEmail, 'Wrong-Guess-1')
  const paused = await login(shop.ownerEmail, testPassword)
  expect([paused.status, paused.waitSeconds]).toEqual([429, 15])
  running.turnClock(16_000)
  expect((await login(shop.ownerEmail, testPassword)).status).toBe(200)
  expect((await login(shop.ownerEmail, 'Wrong-Guess-1', '203.0.113.77')).status).toBe(401)
})

test('pauses a network that guesses at many addresses', async () => {
  const network = '203.0.113.9'
  for (let n = 0; n < 5; n += 1) await login(`person${n}@example.com`, 'Wrong-Guess-1', network)
  expect((await login(shop.ownerEmail, testPassword, network)).status).toBe(429)
  expect((await login(shop.ownerEmail, testPassword, '203.0.113.10')).status).toBe(200)
})

test('pauses a network that guesses at many addresses at once', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 60 }, (_, n) => login(`person${n}@example.com`, 'Wrong-Guess-1')),
  )
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(55)
})

test('doesn’t count right passwords against the network', async () => {
  for (let n = 0; n < 8; n += 1) {
    expect((await login(shop.ownerEmail, testPassword)).status).toBe(200)
  }
  for (let n = 0; n < 4; n += 1) await login(`person${n}@example.com`, 'Wrong-Guess-1')
  expect((await login(shop.ownerEmail, testPassword)).status).toBe(200)
  expect((await login('person5@example.com', 'Wrong-Guess-1')).status).toBe(401)
  expect((await login(shop.ownerEmail, testPassword)).status).toBe(429)
})

test('doesn’t reveal on a paused network which addresses have signed in from it', async () => {
  const network = '192.0.2.20'
  const device = new TestBrowser(running.url)
  expect((await login(shop.ownerEmail, testPassword, network, device)).status).toBe(200)
  for (let n = 0; n < 5; n += 1) await login(`person${n}@example.com`, 'Wrong-Guess-1', network)
  // Neither without their device's cookie, nor with it for another account.
  for (const browser of [new TestBrowser(running.url), device]) {
    for (const email of [shop.staffEmail, 'nobody@example.com']) {
      expect((await login(email, 'Wrong-Guess-1', network, browser)).status).toBe(429)
    }
  }
  expect((await login(shop.ownerEmail, 'Wrong-Guess-1', network)).status).toBe(429)
  expect((await login(shop.ownerEmail, testPassword, network, device)).status).toBe(200)
})

test('knows a device by a cookie that grants no access and can’t be forged', async () => {
  const device = new TestBrowser(running.url)
  const answer = await device.call('auth.login', {
    body: { email: shop.ownerEmail, password: testPassword },
    headers: behindProxy,
  })
  const [, cookie] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-device=.+; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
  device.cookie = device.device.replace('device', 'session')
  expect((await device.call('auth.user', { headers: behindProxy })).status).toBe(401)

  const forged = new TestBrowser(running.url)
  forged.device = `${device.device.slice(0, -4)}AAAA`
  const network = '192.0.2.30'
  for (let n = 0; n < 5; n += 1) await login(`person${n}@example.com`, 'Wrong-Guess-1', network)
  expect((await login(shop.ownerEmail, testPassword, network, forged)).status).toBe(429)
  // The device itself is slowed down like an address.
  for (let n = 0; n < 5; n += 1) {
    expect((await login(shop.ownerEmail, 'Wrong-Guess-1', network, device)).status).toBe(401)
  }
  expect((await login(shop.ownerEmail, testPassword, network, device)).status).toBe(429)
})

test('lets people in on their known devices while strangers guess', async () => {
  const home = '192.0.2.1'
  const device = new TestBrowser(running.url)
  expect((await login(shop.staffEmail, testPassword, home, device)).status).toBe(200)
  for (let n = 0; n < 9; n += 1) {
    await login(shop.staffEmail, 'Wrong-Guess-1', `198.51.100.${n}`)
  }
  expect((await login(shop.staffEmail, testPassword, '198.51.100.99')).status).toBe(429)
  expect((await login(shop.staffEmail, testPassword, home)).status).toBe(429)
  expect((await login(shop.staffEmail, testPassword, '203.0.113.4', device)).status).toBe(200)
})

test('counts a hundred concurrent guesses one by one', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, n) => login(shop.ownerEmail, `Wrong-Guess-${n}`)),
  )
  const tried = guesses.filter(({ status }) => status === 401)
  expect(tried.length).toBeLessThanOrEqual(5)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(100 - tried.length)
})

test('binds the cookie to the host over HTTPS', async () => {
  const answer = await new TestBrowser(running.url).call('auth.login', {
    body: { email: shop.ownerEmail, password: testPassword },
    headers: behindProxy,
  })
  const [cookie] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-session=.+; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
  expect(cookie).not.toMatch(/Domain/)
})

test('ignores the port of a forwarded address', async () => {
  for (let n = 0; n < 5; n += 1) {
    const guess = await login(`someone${n}@example.com`, 'Wrong-Guess-1', `203.0.113.11:4000${n}`)
    expect(guess.status).toBe(401)
  }
  expect((await login(shop.ownerEmail, testPassword, '203.0.113.11:40009')).status).toBe(429)
  expect((await login(shop.ownerEmail, testPassword, '203.0.113.12:40009')).status).toBe(200)
})

/** Pauses the network for ten minutes, as many guesses would. */
async function pauseNetwork(network: string): Promise<void> {
  await login('person@example.com', 'Wrong-Guess-1', network)
  await setCount(network, 20)
  const until = running.server.clock.now().getTime() + 600_000
  await running.sql`update attempt set paused_until = ${new Date(until)}
    where key = ${attemptKey('login.network', network)}`
}

/** Sets the number of wrong guesses of a network that has made at least one. */
async function setCount(network: string, count: number): Promise<void> {
  const counted = await running.sql`update attempt set count = ${count}
    where key = ${attemptKey('login.network', network)} returning key`
  expect(counted).toHaveLength(1)
}

const wrongTries = async (device: TestBrowser, network: string) => {
  await makeGuessesCheap()
  let tried = 0
  for (let n = 0; n < 6; n += 1) {
    const { status } = await login(shop.ownerEmail, 'Wrong-Guess-1', network, device)
    if (status === 401) tried += 1
  }
  return tried
}

test('treats devices as unknown after a reset', async () => {
  const network = '192.0.2.40'
  const devices = [1, 2].map(() => new TestBrowser(running.url))
  for (const device of devices) await login(shop.ownerEmail, testPassword, network, device)
  const [one, other] = devices as [TestBrowser, TestBrowser]
  await pauseNetwork(network)
  expect(await wrongTries(one, network)).toBe(5)
  // Same effect as a reset or a change of address.
  const at = running.server.clock.now()
  await running.sql`update account set devices_known_since = ${at} where email = ${shop.ownerEmail}`
  expect(await wrongTries(other, network)).toBe(0)
})

test('keeps a device’s attempt counter across sign-ins', async () => {
  const network = '192.0.2.41'
  const device = new TestBrowser(running.url)
  await login(shop.ownerEmail, testPassword, network, device)
  const first = device.device
  await login(shop.ownerEmail, testPassword, network, device)
  const copy = new TestBrowser(running.url)
  copy.device = first
  expect(await wrongTries(device, network)).toBe(5)
  expect(await wrongTries(copy, network)).toBe(0)
})

test('limits wrong tries per day across all devices of an account', async () => {
  const network = '192.0.2.42'
  await pauseNetwork(network)
  const devices = Array.from({ length: 12 }, () => new TestBrowser(running.url))
  for (const [n, device] of devices.entries()) {
    await login(shop.ownerEmail, testPassword, `198.51.100.${n}`, device)
  }
  const counts: number[] = []
  for (const device of devices) counts.push(await wrongTries(device, network))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(50)
  expect(counts.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 5))
})

test('admits known devices and sessions while seven hundred networks sign in', async () => {
  const device = new TestBrowser(running.url)
  expect((await login(shop.ownerEmail, testPassword, '2001:db8:a::1', device)).status).toBe(200)
  const session = new TestBrowser(running.url)
  await login(shop.staffEmail, testPassword, '2001:db8:b::1', session)
  let isOver = false
  let refused = 0
  /**
   * Guesses until the test ends. A caller refused at once, because the queue is full, stops; one
   * refused after waiting queues again.
   */
  async function guess(): Promise<void> {
    while (!isOver) {
      const askedAt = performance.now()
      try {
        await isPassword('Wrong-Guess-1', null)
      } catch {
        refused += 1
        if (performance.now() - askedAt < 1000) return
      }
    }
  }
  const crowd = Array.from({ length: 700 }, guess)
  const stranger = await login('guess@example.com', 'Wrong-Guess-1', '2001:db8:c::1')
  const known = await login(shop.ownerEmail, testPassword, '2001:db8:d::1', device)
  const elevated = await session.call('auth.elevate', {
    body: { password: testPassword },
    headers: behindProxy,
  })
  isOver = true
  expect([stranger.status, known.status, elevated.status]).toEqual([503, 200, 200])
  await Promise.all(crowd)
  // Includes those whose place went to a prioritized caller.
  expect(refused).toBeGreaterThanOrEqual(
    700 - serverLimits.hashesAtOnce - serverLimits.hashesWaiting,
  )
})

test('pauses a caller with many networks of one provider', async () => {
  const free = serverLimits.wideNetworkFactor * (serverLimits.loginFailuresBeforePause - 1)
  const guess = async (n: number) =>
    (await login(`guess${n}@example.com`, 'Wrong-Guess-1', `2001:db8:7:${n}::1`)).status
  expect([await guess(1), await guess(2)]).toEqual([401, 401])
  await setCount('2001:db8:7::/48', free)
  expect([await guess(3), await guess(4), await guess(5)]).toEqual([401, 429, 429])
  expect((await login(shop.ownerEmail, testPassword, '2001:db8:8::1')).status).toBe(200)
})
