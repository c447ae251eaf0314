/** A visitor joins by a printed code: `GET /signup/{code}` and `POST /api/signup/{code}`. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { readMails } from '#tests/support/mail.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let visitor: TestBrowser

beforeAll(async () => {
  shop = await createTestBusiness(running)
  visitor = new TestBrowser(running.url)
})

const form = (changes: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovejoy',
  email: `${randomUUID()}@example.com`,
  phone: '',
  marketingEmailConsent: false,
  marketingSmsConsent: false,
  pushNotificationConsent: false,
  termsAccepted: true,
  privacyPolicyAccepted: true,
  ...changes,
})
const join = (body: object, headers: Record<string, string> = {}, code = shop.code) =>
  visitor.call('customer.signUp', { params: { code }, body, headers })
const countCustomers = async () =>
  Number(
    (
      await running.sql`
        select count(*) as customers from customer where business_id = ${shop.businessId}`
    )[0]?.customers,
  )

describe('joining', () => {
  test('gives points, a coupon and a page that only the key opens', async () => {
    const [id, memberId] = [randomUUID(), newId()]
    const joined = await join(form({ id, memberId }))
    expect(joined.status).toBe(201)
    expect(joined.body.bonusPoints).toBe(100)
    expect(joined.body.welcomeCoupon).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}$/)
    expect(joined.body.customer.id).toBe(id)

    const page = await visitor.call('customer.page', { params: { customerId: id } })
    expect(page.status).toBe(200)
    expect(page.body.customer).toMatchObject({ id, memberId, firstName: 'Ada', points: 100 })
    expect(page.body.customer.email).toContain('•••@')
    expect(page.body.transactions).toMatchObject([{ type: 'earn', points: 100 }])
    expect(page.body.coupons).toMatchObject([{ code: joined.body.welcomeCoupon }])
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')

    const byMemberId = await visitor.call('customer.page', { params: { customerId: memberId } })
    expect(byMemberId.status).toBe(404)
  })

  test('needs no ids from the device and creates a key itself', async () => {
    const joined = await join(form())
    expect(joined.body.customer.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    const page = await visitor.call('customer.page', {
      params: { customerId: joined.body.customer.id },
    })
    expect(page.status).toBe(200)
  })

  test('accepts emoji and right-to-left names unchanged', async () => {
    const joined = await join(form({ firstName: '  Zoë 🌻', lastName: 'אבגד' }))
    const page = await visitor.call('customer.page', {
      params: { customerId: joined.body.customer.id },
    })
    expect(page.body.customer).toMatchObject({ firstName: 'Zoë 🌻', lastName: 'אבגד' })
  })
})

describe('a repeated request', () => {
  test('answers the same bytes and joins once', async () => {
    const body = form()
    const headers = { 'Idempotency-Key': randomUUID() }
    const before = await countCustomers()
    const answers = []
    for (let time = 0; time < 5; time += 1) answers.push(await join(body, headers))
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1)
    expect(await countCustomers()).toBe(before + 1)
  })

  test('sent at the same moment joins once; the others get the same answer or are asked to wait', async () => {
    const body = form()
    const headers = { 'Idempotency-Key': randomUUID() }
    const before = await countCustomers()
    const answers = await Promise.all(Array.from({ length: 8 }, () => join(body, headers)))
    expect(await countCustomers()).toBe(before + 1)
    for (const { status, body } of answers) {
      if (status === 409) expect(body.code).toBe('under_way')
      else expect(status).toBe(201)
    }
  })

  test('with another body is refused', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    expect((await join(form(), headers)).status).toBe(201)
    const other = await join(form(), headers)
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } })
  })

  test('can’t use an overlong key', async () => {
    const long = await join(form(), { 'Idempotency-Key': 'k'.repeat(256) })
    expect(long).toMatchObject({ status: 400, body: { code: 'idempotency_key_invalid' } })
  })
})

describe('bad input gets a clear answer', () => {
  test.each([
    [{ termsAccepted: false }, 'consent_required', 'termsAccepted'],
    [{ privacyPolicyAccepted: false }, 'consent_required', 'privacyPolicyAccepted'],
    [{ marketingSmsConsent: true }, 'phone_required', 'phone'],
    [{ firstName: '' }, 'validation_failed', 'firstName'],
    [{ firstName: 'x'.repeat(1000) }, 'validation_failed', 'firstName'],
    [{ email: 'nobody' }, 'validation_failed', 'email'],
    [{ phone: 'call me' }, 'validation_failed', 'phone'],
    [{ id: 'not-an-id' }, 'validation_failed', 'id'],
  ])('%o', async (change, code, field) => {
    const before = await countCustomers()
    const answer = await join(form(change))
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(answer.body.code).toBe(code)
    expect(answer.body.errors?.map((error) => error.field)).toContain(field)
    expect(answer.body.message).not.toContain('{')
    expect(await countCustomers()).toBe(before)
  })

  test('names both missing consents in one sentence', async () => {
    const answer = await join(form({ termsAccepted: false, privacyPolicyAccepted: false }))
    expect(answer.body).toMatchObject({
      code: 'consent_required',
      message: 'Please accept the Terms of Service and Privacy Policy to continue',
    })
    expect(answer.body.errors?.map(({ field }) => field)).toEqual([
      'termsAccepted',
      'privacyPolicyAccepted',
    ])
  })

  test.each(['UNKNOWN123', 'x', '..%2F..', 'a'.repeat(200)])('code %s', async (code) => {
    expect(await join(form(), {}, code)).toMatchObject({
      status: 404,
      body: { code: 'code_invalid' },
    })
    const lookUp = await visitor.call('signUp.lookUp', { params: { code } })
    expect(lookUp).toMatchObject({ status: 404, body: { code: 'code_invalid' } })
  })

  test('rejects an inactive code', async () => {
    const closed = await createTestBusiness(running)
    await running.sql`update qr_code set is_active = false where id = ${closed.qrCodeId}`
    expect(await join(form(), {}, closed.code)).toMatchObject({ status: 404 })
  })

  test('accepts a code in any spelling, as one code', async () => {
    const spellings = [shop.code.toLowerCase(), shop.code.replace(/.{4}/g, '$&-'), ` ${shop.code}.`]
    for (const code of spellings) {
      const asked = encodeURIComponent(code)
      expect(await visitor.send('GET', `/signup/${asked}`)).toMatchObject({ status: 200 })
      expect(await join(form(), {}, code)).toMatchObject({ status: 201 })
    }
  })

  test('rejects a body of 20 MB, broken JSON and other content types', async () => {
    const path = `/api/signup/${shop.code}`
    const large = await visitor.send('POST', path, { body: `"${'x'.repeat(20_000_000)}"` })
    expect(large).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
    const broken = await visitor.send('POST', path, { body: '{"firstName":' })
    expect(broken).toMatchObject({ status: 400, body: { code: 'body_not_json' } })
    const text = await visitor.send('POST', path, {
      body: 'hello',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect(text).toMatchObject({ status: 415, body: { code: 'media_type' } })
  })

  test('rejects ids that were ever used, here or in another business', async () => {
    const [id, memberId] = [randomUUID(), newId()]
    await join(form({ id, memberId }))
    expect(await join(form({ memberId }))).toMatchObject({
      status: 409,
      body: { code: 'id_taken' },
    })
    expect(await join(form({ id }))).toMatchObject({ status: 409, body: { code: 'id_taken' } })
    const other = await createTestBusiness(running)
    expect(await join(form({ id }), {}, other.code)).toMatchObject({
      status: 409,
      body: { code: 'id_taken' },
    })
  })
})

describe('an existing member', () => {
  test.each([
    ['ada.member@example.com', 'ADA.Member@Example.COM'],
    ['zoe@bücher.example', 'ZOE@xn--bcher-kva.example'],
    ['space@example.com', '  space@example.com '],
    ['victim@example.com', 'ｖictim@example.com'],
    // A Kelvin sign compares equal and is another mailbox at some providers.
    ['kim.kardi@example.net', '\u212aim.kardi@example.net'],
    ['wide@example.net', '\uff37\uff29\uff24\uff25@example.net'],
  ])('%s as %s: gets their page by mail, and the caller gets nothing', async (first, again) => {
    const joined = await join(form({ email: first }))
    const answer = await join(form({ email: again }))
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_member' } })
    expect(JSON.stringify(answer.body)).not.toContain(joined.body.customer.id)
    const mails = await running.sql`select recipient from email_queue where kind = 'memberPage'
      and recipient = ${first}`
    expect(mails).toHaveLength(1)
  })

  test('gets at most one mail an hour, and no unused key', async () => {
    const its = await createTestBusiness(running)
    const email = `${randomUUID()}@example.com`
    await join(form({ email }), {}, its.code)
    for (let n = 0; n < 5; n += 1) {
      expect((await join(form({ email }), {}, its.code)).body.code).toBe('already_member')
    }
    const [row] = await running.sql<{ keys: number; mails: number }[]>`select
      (select count(*)::int from customer_key where business_id = ${its.businessId}) as keys,
      (select count(*)::int from email_queue where recipient = ${email}) as mails`
    // The welcome and one more mail, each with its own key, plus the phone's key.
    expect(row).toEqual({ keys: 3, mails: 2 })
  })

  test('gets the link on request, at most once an hour; others get the same answer and no mail', async () => {
    const its = await createTestBusiness(running)
    const email = `${randomUUID()}@example.com`
    await join(form({ email }), {}, its.code)
    const stranger = `${randomUUID()}@example.com`
    const ask = async (address: string, code = its.code) => {
      const body = { email: address }
      const { status, body: answer } = await visitor.call('customer.mailCard', {
        params: { code },
        body,
      })
      return [status, answer]
    }
    const answer = await ask(email.toUpperCase())
    expect(answer[0]).toBe(200)
    expect(await ask(email)).toEqual(answer)
    expect(await ask(stranger)).toEqual(answer)
    // A member of one business is a stranger to another.
    const other = await createTestBusiness(running)
    expect(await ask(email, other.code)).toEqual(answer)
    const mails = await running.sql`select recipient, sender_id from email_queue
      where kind = 'memberPage' and recipient in (${email}, ${stranger})`
    expect(mails).toEqual([{ recipient: email, sender_id: its.businessId }])
    const mailed = (await readMails(running, email)).find(({ kind }) => kind === 'memberPage')
    const customerId = String(mailed?.text.match(/\/customer\/([0-9a-f-]{36})/)?.[1])
    expect((await visitor.call('customer.page', { params: { customerId } })).status).toBe(200)
    expect((await ask(email, 'AAAA-BBBB'))[0]).toBe(404)
  })

  test('gets no second welcome through a plus-tag of the same mailbox', async () => {
    await join(form({ email: 'farm.er@gmail.com' }))
    const again = await join(form({ email: 'farmer+2@gmail.com' }))
    expect(again).toMatchObject({ status: 201, body: { bonusPoints: 0, welcomeCoupon: null } })
  })

  test('may join another business with the same e-mail', async () => {
    const email = `${randomUUID()}@example.com`
    await join(form({ email }))
    const other = await createTestBusiness(running)
    expect((await join(form({ email }), {}, other.code)).status).toBe(201)
  })
})

test('signs up over a network’s daily limit but holds the welcome', async () => {
  const busy = await createTestBusiness(running, { welcomesPerNetworkPerDay: 2 })
  await join(form(), {}, busy.code)
  await join(form(), {}, busy.code)
  const held = await join(form(), {}, busy.code)
  expect(held).toMatchObject({ status: 201, body: { bonusPoints: 0, welcomeCoupon: null } })
  const page = await visitor.call('customer.page', {
    params: { customerId: held.body.customer.id },
  })
  expect(page.body.welcomeHeld).toBe(true)
})

test('holds welcomes over the hourly limit of all networks, but not those by staff', async () => {
  const busy = await createTestBusiness(running, { welcomesPerHour: 2 })
  const bonus = async () => (await join(form(), {}, busy.code)).body.bonusPoints
  expect([await bonus(), await bonus(), await bonus()]).toEqual([100, 100, 0])
  const staff = new TestDevice(await new TestBrowser(running.url).signIn(busy.ownerEmail))
  const { body } = await staff.push(staff.make('customer.signUp', signUpPayload()))
  expect(body.verdicts).toMatchObject([{ status: 'applied', result: { bonusPoints: 100 } }])
  running.turnClock(3_600_001)
  expect(await bonus()).toBe(100)
  running.turnClock(-3_600_001)
})

test('counts no held welcome against the limits', async () => {
  const farmed = await createTestBusiness(running, {
    welcomesPerNetworkPerDay: 2,
    welcomesPerHour: 3,
  })
  const bonusOf = async ({ code }: TestBusiness) => (await join(form(), {}, code)).body.bonusPoints
  const farm = [1, 2, 3, 4, 5].map(() => bonusOf(farmed))
  expect((await Promise.all(farm)).sort()).toEqual([0, 0, 0, 100, 100])
  // From another network than the next visitors.
  await running.sql`update customer set joined_from = '203.0.113.9'
    where business_id = ${farmed.businessId}`
  expect([await bonusOf(farmed), await bonusOf(farmed)]).toEqual([100, 0])

  const crowded = await createTestBusiness(running, {
    welcomesPerNetworkPerDay: 2,
    welcomesPerHour: 1,
  })
  expect([await bonusOf(crowded), await bonusOf(crowded), await bonusOf(crowded)]).toEqual([
    100, 0, 0,
  ])
  running.turnClock(3_600_001)
  expect(await bonusOf(crowded)).toBe(100)
  running.turnClock(-3_600_001)
})

test('parks sign-ups of a suspended business, and its page says it is paused', async () => {
  const paused = await createTestBusiness(running, { status: 'suspended' })
  const lookUp = await visitor.call('signUp.lookUp', { params: { code: paused.code } })
  expect(lookUp.body.paused).toBe(true)
  const id = randomUUID()
  expect(await join(form({ id }), {}, paused.code)).toMatchObject({
    status: 202,
    body: { code: 'parked' },
  })
  // The owner sees the parked person, but not their page's key.
  const owner = await new TestBrowser(running.url).signIn(paused.ownerEmail)
  const { businessId } = paused
  const { body } = await owner.call('business.parked', { params: { businessId } })
  expect(body).toMatchObject([{ name: 'customer.signUp', payload: { firstName: 'Ada' } }])
  expect(JSON.stringify(body)).not.toContain(id)
})

describe('the lookup', () => {
  const lookUp = (headers: Record<string, string> = {}, code = shop.code) =>
    visitor.call('signUp.lookUp', { params: { code }, headers })
  const scans = async (businessId: string) =>
    (await running.sql`select 1 from scan where business_id = ${businessId}`).length

  test('returns the page’s content and varies by caller', async () => {
    const answer = await lookUp()
    expect(answer.body).toMatchObject({
      business: { primaryColor: '#3B82F6' },
      qrCode: { locationName: null },
      welcome: { points: 100, discountPercent: 10 },
      rewards: [{ name: 'Coffee', pointsRequired: 50 }],
      paused: false,
    })
  })

  test('counts an opening once, however often it is requested', async () => {
    const other = await createTestBusiness(running)
    const scanId = newId()
    await lookUp({ 'Scan-Id': scanId }, other.code)
    await lookUp({ 'Scan-Id': scanId }, other.code)
    await lookUp({ 'Scan-Refresh': '1' }, other.code)
    expect(await scans(other.businessId)).toBe(1)
    await lookUp({ 'Scan-Id': newId() }, other.code)
    expect(await scans(other.businessId)).toBe(2)
  })

  test('without an id counts once a minute per network and code', async () => {
    const other = await createTestBusiness(running)
    // Both look-ups come early in one minute.
    const restOfMinute = 60_000 - (Date.now() % 60_000)
    running.turnClock(restOfMinute)
    onTestFinished(() => running.turnClock(-restOfMinute))
    await lookUp({}, other.code)
    await lookUp({}, other.code)
    expect(await scans(other.businessId)).toBe(1)
  })
})

test('slows down guessed addresses but not known ones', async () => {
  const joined = await join(form())
  const guess = () => visitor.call('customer.page', { params: { customerId: randomUUID() } })
  const statuses = []
  for (let time = 0; time < serverLimits.keyMissesPerMinute + 2; time += 1) {
    statuses.push((await guess()).status)
  }
  expect(statuses[0]).toBe(404)
  expect(statuses.at(-1)).toBe(429)
  expect((await guess()).headers.get('retry-after')).toMatch(/^[0-9]+$/)
  const known = await visitor.call('customer.page', {
    params: { customerId: joined.body.customer.id },
  })
  expect(known.status).toBe(200)
})
