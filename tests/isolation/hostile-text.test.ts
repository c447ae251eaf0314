/**
 * Text that no database can store, NUL and half surrogate pairs, is refused with a clear message
 * wherever it is sent; and internal errors log nothing personal.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { type Answered, TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { forgetTries, signInSuperAdmin } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import {
  createTestBusiness,
  startTestServer,
  type TestBusiness,
  type TestServer,
} from '#tests/support/server.ts'

let running: TestServer
let shop: TestBusiness
let logged: string[] = []
const browser = () => new TestBrowser(running.url)

beforeAll(async () => {
  running = await startTestServer(
    {},
    { log: (event, fields) => logged.push(JSON.stringify({ event, ...fields })) },
  )
  shop = await createTestBusiness(running)
})
beforeEach(async () => {
  logged = []
  await forgetTries(running)
})
afterAll(() => running.close())

function expectRefused({ status, body }: Answered<{ code: string; message: string }>) {
  expect([status, body.code]).toEqual([400, 'validation_failed'])
  expect(body.message).toContain('a character we can’t save')
  expect(logged.filter((line) => line.includes('failed'))).toEqual([])
}

describe.each([
  ['NUL', 'x\0y'],
  ['half a character', 'x\ud800y'],
])('%s', (_, bad) => {
  test('in a body is refused and names its field', async () => {
    const person = { firstName: 'Eve', lastName: 'Stone', password: testPassword }
    const owner = await browser().signIn(shop.ownerEmail)
    const login = await browser().call('auth.login', {
      body: { email: bad, password: testPassword },
    })
    expectRefused(login)
    expect(login.body.errors?.[0]?.field).toBe('email')
    const email = `${bad}@example.com`
    expectRefused(await browser().call('auth.forgotPassword', { body: { email } }))
    const register = { inviteCode: bad, email: 'eve@example.com', ...person }
    expectRefused(await browser().call('auth.register', { body: register }))
    expectRefused(await owner.call('auth.updateProfile', { body: { firstName: bad } }))
    const { memberId: _, ...join } = signUpPayload({ lastName: bad })
    const params = { code: shop.code }
    expectRefused(await browser().call('customer.signUp', { params, body: join }))
    expectRefused(await owner.call('auth.updateProfile', { body: { [bad]: 'Eve' } }))
  })

  test('in a push refuses the whole push, and the rest applies without the bad operation', async () => {
    const device = new TestDevice(await browser().signIn(shop.staffEmail))
    const good = device.make('customer.signUp', signUpPayload())
    const culprit = device.make('customer.signUp', signUpPayload({ firstName: bad }))
    const next = device.make('customer.signUp', signUpPayload())
    expectRefused(await device.push(good, culprit, next))
    expectRefused(await device.push(culprit))
    // A device sends a discarded, unreadable operation without its payload.
    const emptied = { ...culprit, payload: null, discarded: true }
    const answer = await device.push(good, emptied, next)
    expect(answer.body.verdicts.map(({ status }) => status)).toEqual([
      'applied',
      'discarded',
      'applied',
    ])
  })
})

test('refuses NUL in a query', async () => {
  const admin = await signInSuperAdmin(running)
  const params = { businessId: shop.businessId }
  const query = { q: 'x\0' }
  expectRefused(await admin.call('business.customers', { params, query }))
  expectRefused(await admin.call('admin.businesses', { query }))
  const code = await browser().send('GET', '/signup/%00')
  expect(code.status).toBe(404)
})

test('accepts text that only looks similar', async () => {
  const owner = await browser().signIn(shop.ownerEmail)
  const body = { firstName: 'Zoë 😀 \\u0000' }
  const answer = await owner.call('auth.updateProfile', { body })
  expect([answer.status, answer.body.firstName]).toEqual([200, body.firstName])
})

test('refuses cursors with years that no database writes', async () => {
  const owner = await browser().signIn(shop.ownerEmail)
  const params = { businessId: shop.businessId }
  for (const at of [
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
  ]) {
    const answer = await owner.call('business.customers', {
      params,
      query: { cursor: `${at}_${newId()}` },
    })
    expect([answer.status, answer.body.errors?.[0]?.field], at).toEqual([400, 'cursor'])
  }
})

test('logs what broke without personal data', async () => {
  const staff = await browser().signIn(shop.staffEmail)
  const device = new TestDevice(staff)
  const [email, firstName] = ['very-private@example.com', 'Wilhelmina']
  await running.sql`alter table account rename to account_gone`
  const login = await browser().call('auth.login', { body: { email, password: testPassword } })
  await running.sql`alter table account_gone rename to account`
  expect(login.status).toBe(500)

  await running.sql`alter table customer add constraint no_names check (false) not valid`
  const pushed = await device.push(
    device.make('customer.signUp', signUpPayload({ email, firstName })),
  )
  await running.sql`alter table customer drop constraint no_names`
  expect(pushed.body.verdicts[0]?.code).toBe('server_error')

  const lines = logged.join('\n')
  expect(lines).toContain('database 42P01')
  expect(lines).toContain('database 23514 no_names')
  expect(lines).toMatch(/operation\.failed.*at Postgres/)
  expect(lines).not.toContain(email)
  expect(lines).not.toContain(firstName)
  expect(lines).not.toMatch(/params|argon2/)
})
