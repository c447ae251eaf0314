/** `GET /api/business/{id}/customers`: paged, searched, and masked by role. */
import { beforeAll, expect, test } from 'vitest'
import { queryHeader } from '#schema/contract/query-header.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
let staff: TestBrowser

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const device = new TestDevice(staff)
  const people = ['Ada', 'Bela', 'Cleo', 'Dora', 'Ewa'].map((firstName, index) =>
    signUpPayload({
      firstName,
      email: `${firstName}@example.com`,
      phone: `+1 555 010 010${index}`,
    }),
  )
  await device.push(...people.map((person) => device.make('customer.signUp', person)))
})

const list = (browser: TestBrowser, query: Record<string, string> = {}) =>
  browser.call('business.customers', { params: { businessId: shop.businessId }, query })
const namesOf = (answer: Awaited<ReturnType<typeof list>>) =>
  answer.body.map(({ firstName }) => firstName)

test('searches by header like by URL, across pages', async () => {
  const names: string[] = []
  let path: string | undefined = `/api/business/${shop.businessId}/customers?limit=1`
  const headers = { [queryHeader]: String(new URLSearchParams({ q: 'ela@example.com' })) }
  while (path) {
    const answer: Awaited<ReturnType<typeof list>> = await owner.send('GET', path, { headers })
    expect(answer.status).toBe(200)
    names.push(...namesOf(answer))
    path = answer.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
    expect(path ?? '').not.toContain('ela')
  }
  expect(names).toEqual(['Bela'])
})

test.each(['', 'q', 'q=%00', 'q=%E0%A4%A', '%', `q=${'a'.repeat(5_000)}`])(
  'answers a header of %j without an error of its own',
  async (header) => {
    const path = `/api/business/${shop.businessId}/customers`
    const { status } = await owner.send('GET', path, { headers: { [queryHeader]: header } })
    expect([200, 400]).toContain(status)
  },
)

test('pages through all customers once by the Link header', async () => {
  const names: string[] = []
  let path: string | undefined =
    `/api/business/${shop.businessId}/customers?${new URLSearchParams({ limit: '2' })}`
  while (path) {
    const answer: Awaited<ReturnType<typeof list>> = await owner.send('GET', path)
    names.push(...namesOf(answer))
    path = answer.headers.get('link')?.match(/<([^>]+)>; rel="next"/)?.[1]
  }
  expect(names.sort()).toEqual(['Ada', 'Bela', 'Cleo', 'Dora', 'Ewa'])
})

test('searches any part for owners, and only visible or complete values for staff', async () => {
  expect(namesOf(await list(owner, { q: 'bela@' }))).toEqual(['Bela'])
  expect(namesOf(await list(staff, { q: 'bela@' }))).toEqual([])
  expect(namesOf(await list(staff, { q: 'BELA@Example.com' }))).toEqual(['Bela'])
  // With country code, without it, and as spoken.
  for (const q of ['15550100102', '555 010 0102', '(555) 010-0102', '001 555 010 0102']) {
    expect(namesOf(await list(staff, { q })), q).toEqual(['Cleo'])
  }
  expect(namesOf(await list(staff, { q: '0102' }))).toEqual([])
  expect(namesOf(await list(staff, { q: 'dor' }))).toEqual(['Dora'])
  expect((await list(staff, { q: 'dor' })).body[0]?.email).toBe('D•••@example.com')
})

test('ignores unusual words and rejects malformed cursors', async () => {
  expect(namesOf(await list(owner, { q: '%' }))).toEqual([])
  expect(namesOf(await list(owner, { q: "' or 1=1 --" }))).toEqual([])
  const dashes = `2026-01-01T00:00:00.000Z_${'-'.repeat(36)}`
  for (const cursor of ['x', dashes, `${dashes.slice(0, 25)}drop`]) {
    expect(await list(owner, { cursor })).toMatchObject({ status: 400 })
  }
})

test('counts customers on the business itself, beyond any page', async () => {
  const { body } = await staff.call('business.get', { params: { businessId: shop.businessId } })
  expect(body.counts).toEqual({ customers: 5, qrCodes: 1, scans: 0, activeRewards: 1 })
  await staff.call('signUp.lookUp', { params: { code: shop.code } })
  const again = await staff.call('business.get', { params: { businessId: shop.businessId } })
  expect(again.body.counts.scans).toBe(1)
})

test('shows birthdays and consent dates to owners only', async () => {
  const cafe = await createTestBusiness(running)
  const boss = await new TestBrowser(running.url).signIn(cafe.ownerEmail)
  const read = (browser: TestBrowser, businessId = cafe.businessId) =>
    browser.call('business.customerConsents', { params: { businessId } })
  const visitor = new TestBrowser(running.url)
  const id = newKey()
  const person = { ...signUpPayload({ marketingEmailConsent: true, birthday: '05-17' }), id }
  const params = { customerId: id }
  const joined = await visitor.call('customer.signUp', {
    params: { code: cafe.code },
    body: person,
  })
  expect(joined.status).toBe(201)
  const joinedAt = running.server.clock.now().getTime()
  running.turnClock(3_600_000)
  await visitor.call('customer.changeConsents', { params, body: { email: false, push: true } })
  const { body } = await read(boss)
  running.turnClock(-3_600_000)
  expect(body).toMatchObject([{ id: person.memberId, birthday: '05-17' }])
  const chosen = new Map(body[0]?.consents.map((one) => [one.channel, one]))
  expect([...chosen.keys()].toSorted()).toEqual(['email', 'push', 'sms'])
  const laterBy = (channel: 'email' | 'sms' | 'push') =>
    Math.abs(Math.round((Date.parse(chosen.get(channel)?.at ?? '') - joinedAt) / 3_600_000))
  expect(chosen.get('email')).toMatchObject({ granted: false })
  expect(chosen.get('push')).toMatchObject({ granted: true })
  expect(chosen.get('sms')).toMatchObject({ granted: false })
  expect([laterBy('email'), laterBy('push'), laterBy('sms')]).toEqual([1, 1, 0])

  const own = await new TestBrowser(running.url).signIn(cafe.staffEmail)
  expect([(await read(own)).status, (await read(owner)).status]).toEqual([403, 404])
})
