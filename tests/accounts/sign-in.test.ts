/** Signing in and out, and what a session permits. */
import { createHash } from 'node:crypto'
import { hash } from 'argon2'
import { SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { signToken } from '#sync-server/secret.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { navigate } from '#tests/support/navigate.ts'
import { testPassword, testSessionSecret } from '#tests/support/run.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
const browser = () => new TestBrowser(running.url)

beforeAll(async () => {
  shop = await createTestBusiness(running)
})

describe('auth.login', () => {
  test('opens a session that identifies the account', async () => {
    const owner = browser()
    const answer = await owner.call('auth.login', {
      body: { email: ` ${shop.ownerEmail.toUpperCase()} `, password: testPassword },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      requiresVerification: false,
      user: { role: 'business_admin' },
    })
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    const user = await owner.call('auth.user')
    expect(user.body).toMatchObject({ email: shop.ownerEmail, businessId: shop.businessId })
    expect(user.headers.get('cache-control')).toBe('no-store')
    const { body: told } = await owner.call('auth.session')
    expect(told).toEqual({ user: user.body, endedBecause: null })
    const visitor = await browser().call('auth.session')
    expect(visitor.status).toBe(200)
    expect(visitor.body).toEqual({ user: null, endedBecause: null })
  })

  test('answers a wrong password and an unknown address alike', async () => {
    const wrong = await browser().call('auth.login', {
      body: { email: shop.staffEmail, password: 'Not-The-Right-1' },
    })
    const unknown = await browser().call('auth.login', {
      body: { email: 'nobody@example.com', password: 'Not-The-Right-1' },
    })
    expect(wrong.status).toBe(401)
    expect({ ...wrong.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect(wrong.body.message).toBe('Invalid email or password')
  })

  test('renews a digest with weaker parameters at the next sign-in', async () => {
    const weak = await hash(testPassword, { memoryCost: 8192, timeCost: 2, parallelism: 1 })
    const digest = async () => {
      const [row] = await running.sql`
        select password_hash as digest from account where email = ${shop.staffEmail}`
      return row?.digest ?? ''
    }
    await running.sql`update account set password_hash = ${weak} where email = ${shop.staffEmail}`
    await browser().signIn(shop.staffEmail)
    expect(await digest()).toContain('m=19456,t=2,p=1')
    await browser().signIn(shop.staffEmail)
  })

  test('admits all devices that sign in at once while their digest is renewed', async () => {
    const { staffEmail } = await createTestBusiness(running)
    const weak = await hash(testPassword, { memoryCost: 8192, timeCost: 2, parallelism: 1 })
    await running.sql`update account set password_hash = ${weak} where email = ${staffEmail}`
    // Wrong passwords of other tests count against the same network.
    await running.sql`delete from attempt`
    const body = { email: staffEmail, password: testPassword }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => browser().call('auth.login', { body })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill(200))
  })

  test('replaces the session of the request’s cookie', async () => {
    const one = await browser().signIn(shop.ownerEmail)
    const before = one.cookie
    await one.signIn(shop.ownerEmail)
    expect(one.cookie).not.toBe(before)
    const old = browser()
    old.cookie = before
    expect((await old.call('auth.user')).status).toBe(401)
  })
})

describe('a session', () => {
  test('ends with the sign-out, in every copy of the cookie', async () => {
    const one = await browser().signIn(shop.staffEmail)
    const copy = browser()
    copy.cookie = one.cookie
    expect((await one.call('auth.logout')).status).toBe(200)
    expect(one.cookie).toBe('')
    expect((await copy.call('auth.user')).status).toBe(401)
    expect((await copy.call('auth.logout')).status).toBe(200)
  })

  test.each(['auth.logout', 'auth.deactivate'] as const)(
    'ends its own poke streams at once with %s, and no others',
    async (call) => {
      const other = await createTestBusiness(running)
      const [one, two] = [browser(), browser()]
      await one.signIn(other.staffEmail)
      await two.signIn(other.ownerEmail)
      const listen = async (who: TestBrowser) => {
        const { body } = await fetch(`${running.url}/api/sync/pokes`, {
          headers: { Cookie: who.cookie, 'Sec-Fetch-Site': 'same-origin' },
          // Far less than until the stream's next session check.
          signal: AbortSignal.timeout(8_000),
        })
        const reader = body?.getReader()
        await reader?.read()
        return reader
      }
      const [ending, lasting] = [await listen(one), await listen(two)]
      await one.call(call)
      expect(await ending?.read()).toMatchObject({ done: true })
      const device = new TestDevice(two)
      await device.push(device.make('customer.signUp', signUpPayload()))
      expect(await lasting?.read()).toMatchObject({ done: false })
      await lasting?.cancel()
    },
  )

  test('is invalid if its token is changed, truncated or made for another purpose', async () => {
    const one = await browser().signIn(shop.staffEmail)
    const token = one.cookie.slice('session='.length)
    const forged = mutations(token)
    const key = new TextEncoder().encode(testSessionSecret)
    const make = (claims: object, secret = key) =>
      new SignJWT({ ...claims, jti: 'a' })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1h')
        .sign(secret)
    forged.push(await make({ purpose: 'session' }))
    forged.push(await make({ purpose: 'reset' }))
    forged.push(await make({ purpose: 'session' }, new Uint8Array(32)))
    const [, claims] = (await make({ purpose: 'session' })).split('.')
    forged.push(`${btoa('{"alg":"none"}').replace(/=+$/, '')}.${claims}.`)
    for (const bad of forged) {
      const other = browser()
      other.cookie = `session=${bad}`
      expect((await other.call('auth.user')).status, bad).toBe(401)
    }
    expect((await one.call('auth.user')).status).toBe(200)
  })

  test('of an earlier release, with its end in the token, stays open', async () => {
    const one = await browser().signIn(shop.staffEmail)
    const { config, clock } = running.server
    const issuedAt = clock.now()
    const expiresAt = new Date(issuedAt.getTime() + 60_000)
    const token = await signToken('session', { id: 'a', issuedAt, expiresAt }, config)
    const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
    const now = digest(one.cookie.slice('session='.length))
    await running.sql`update session set token_hash = ${digest(token)} where token_hash = ${now}`
    expect((await one.call('auth.user')).status).toBe(401)
    one.cookie = `session=${token}`
    expect((await one.call('auth.user')).status).toBe(200)
  })

  test('is ignored for other sites', async () => {
    const one = await browser().signIn(shop.staffEmail)
    const ask = (method: string, headers: Record<string, string>) =>
      fetch(`${running.url}/api/auth/${method === 'GET' ? 'user' : 'logout'}`, {
        method,
        headers: { Cookie: one.cookie, ...headers },
      })
    expect((await ask('POST', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect((await ask('POST', { 'Sec-Fetch-Site': 'same-site' })).status).toBe(403)
    // Another site on this machine; a development server refuses other hosts altogether.
    expect((await ask('POST', { Origin: 'http://localhost:9' })).status).toBe(403)
    expect((await ask('POST', { Origin: 'https://elsewhere.example' })).status).toBe(421)
    expect((await ask('POST', { Origin: 'null' })).status).toBe(403)
    expect((await ask('GET', { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(401)
    // With neither header the call proceeds, but without the session.
    expect((await ask('POST', {})).status).toBe(200)
    expect((await ask('GET', {})).status).toBe(200)
    expect((await ask('POST', { Origin: running.url })).status).toBe(200)
    expect((await ask('GET', {})).status).toBe(401)
  })

  test('is ignored for an API call opened as a page', async () => {
    const one = await browser().signIn(shop.ownerEmail)
    const open = (path: string) =>
      navigate(`${running.url}${path}`, { Cookie: one.cookie, 'Sec-Fetch-Site': 'none' })
    const customers = `/api/business/${shop.businessId}/customers`
    for (const path of [customers, '/api/sync/pull', '/api/auth/export', '/api/auth/user']) {
      expect([path, (await one.send('GET', path)).status]).toEqual([path, 200])
      expect([path, (await open(path)).status]).toEqual([path, 401])
    }
    expect((await open('/api/docs')).status).toBe(200)
    expect((await open('/api/docs/openapi.json')).status).toBe(200)
  })

  test('doesn’t act for another account', async () => {
    const one = await browser().signIn(shop.staffEmail)
    const { id } = (await one.call('auth.user')).body
    const asked = (account: string) =>
      one.call('auth.user', { headers: { 'Regulars-Account': account } })
    expect((await asked(id)).status).toBe(200)
    expect((await asked(shop.businessId)).status).toBe(401)
  })
})

/** The token with one character changed, at twenty positions, and truncated at some. */
function mutations(token: string): string[] {
  const places = Array.from({ length: 20 }, (_, n) => Math.floor((n * (token.length - 1)) / 19))
  const changed = places.map((at) => {
    const other = token[at] === 'A' ? 'B' : 'A'
    return token.slice(0, at) + other + token.slice(at + 1)
  })
  return [...changed, token.slice(0, -1), `${token}.`, '', 'x']
}
