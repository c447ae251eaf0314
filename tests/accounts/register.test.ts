/**
 * Getting an account: invites, registration, and the code that verifies the address.
 *
 * @module-tag deep
 */
import { beforeEach, describe, expect, test } from 'vitest'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { otherCode, readCode, readMail, readMails } from '#tests/support/mail.ts'
import { forgetTries, inviteOwner, signInSuperAdmin } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let admin: TestBrowser
const browser = () => new TestBrowser(running.url)
const newAddress = (name: string) => `${name}-${newId().slice(-12)}@example.com`

beforeEach(async () => {
  await forgetTries(running)
  admin = await signInSuperAdmin(running)
})

function register(inviteCode: string, email: string, changes: object = {}) {
  const person = { firstName: 'Ada', lastName: 'Marsh', password: testPassword }
  return browser().call('auth.register', { body: { inviteCode, email, ...person, ...changes } })
}

function verify(userId: string, otpCode: string) {
  return browser().call('auth.verifyEmail', { body: { userId, otpCode } })
}

async function invite(businessName: string, email: string): Promise<string> {
  return (await inviteOwner(admin, businessName, email)).code
}

async function registerAndVerify(inviteCode: string, email: string) {
  const { body } = await register(inviteCode, email)
  expect((await verify(body.userId, await readCode(running, email))).status).toBe(200)
  return browser().signIn(email)
}

describe('an invited owner', () => {
  test('creates a business on trial with the invite’s name and e-mail', async () => {
    const own = newAddress('ada')
    const code = await invite('Corner Bakery', own)
    const mail = await readMail(running, own)
    expect(mail.text).toContain(`/signup#code=${code}&email=${encodeURIComponent(own)}`)

    const typed = ` ${code.toLowerCase().replaceAll('-', '')} `
    const registered = await register(typed, own)
    expect(registered.status).toBe(200)
    const early = await browser().call('auth.login', {
      body: { email: own, password: testPassword },
    })
    expect(early.body).toMatchObject({ requiresVerification: true, user: null })
    const otpCode = await readCode(running, own)
    expect((await verify(early.body.userId, otpCode)).status).toBe(200)

    const owner = await browser().signIn(own)
    const user = (await owner.call('auth.user')).body
    expect(user).toMatchObject({ role: 'business_admin', firstName: 'Ada', email: own })
    const shop = await owner.call('business.get', {
      params: { businessId: user.businessId ?? '' },
    })
    expect(shop.body).toMatchObject({
      name: 'Corner Bakery',
      email: own,
      status: 'trial',
      plan: 'trial',
      primaryColor: '#3B82F6',
      welcomePoints: 100,
      readOnly: false,
    })
  })

  test('joins the business that the super admin created with that name and e-mail', async () => {
    const email = newAddress('hello')
    const made = await admin.call('admin.createBusiness', { body: { name: 'Salt Bar', email } })
    const { code } = await inviteOwner(admin, 'salt bar', email.toUpperCase())
    await forgetTries(running)
    const again = await inviteOwner(admin, 'Salt Bar', email)
    const owner = await registerAndVerify(code, email)
    expect((await owner.call('auth.user')).body.businessId).toBe(made.body.id)
    const second = await register(again.code, newAddress('second'))
    expect([second.status, second.body.code]).toEqual([400, 'invite_invalid'])
  })

  test('registers only under the invited address, even if others know the code', async () => {
    const email = newAddress('baker')
    const code = await invite('Crumb', email)
    const stranger = newAddress('stranger')
    const refused = await register(code, stranger)
    const message = 'Use the email address your invite was sent to.'
    expect([refused.status, refused.body.message]).toEqual([400, message])
    expect(refused.body.errors).toEqual([{ field: 'email', message }])
    expect(await readMails(running, stranger)).toEqual([])
    const owner = await registerAndVerify(code, email)
    expect((await owner.call('auth.user')).body).toMatchObject({ role: 'business_admin', email })
  })

  test('joins an existing business only under the invited address', async () => {
    const email = newAddress('hello')
    const made = await admin.call('admin.createBusiness', { body: { name: 'Pepper Bar', email } })
    const { code } = await inviteOwner(admin, 'Pepper Bar', email)
    const other = await register(code, newAddress('other'))
    expect([other.status, other.body.errors?.[0]?.field]).toEqual([400, 'email'])
    expect((await register(code, email.toUpperCase())).status).toBe(200)

    // An invite from the business itself adds a second owner.
    const { businessId, ownerEmail } = await createTestBusiness(running)
    const [shop] = await running.sql`select email from business where id = ${businessId}`
    const params = { businessId }
    const invited = (await admin.call('admin.inviteOwner', { params })).body
    expect((await register(invited.code, ownerEmail)).status).toBe(400)
    const second = await registerAndVerify(invited.code, shop?.email ?? '')
    expect((await second.call('auth.user')).body).toMatchObject({
      role: 'business_admin',
      businessId,
    })
    expect(made.body.id).not.toBe(businessId)
  })

  test('never replaces an owner through an invite with the business’s name', async () => {
    const { businessId, ownerEmail } = await createTestBusiness(running)
    const params = { businessId }
    const owner = await browser().signIn(ownerEmail)
    const { name, email } = (await owner.call('business.get', { params })).body
    const body = { businessName: name, email }
    const refused = await admin.call('admin.createInviteCode', { body })
    expect([refused.status, refused.body.code]).toEqual([409, 'owner_exists'])
    expect(await readMails(running, email)).toEqual([])
  })

  test('creates a new business once when two owners are invited', async () => {
    const email = newAddress('duo')
    const first = await inviteOwner(admin, 'Duo', email)
    await forgetTries(running)
    const registered: [string, string][] = []
    for (const { code } of [first, await inviteOwner(admin, 'Duo', email)]) {
      await forgetTries(running)
      const { userId } = (await register(code, email)).body
      registered.push([userId, await readCode(running, email)])
    }
    const verified = await Promise.all(registered.map((each) => verify(...each)))
    expect(verified.map(({ status }) => status).sort()).toEqual([200, 400])
    const named = await running.sql`select id from business where email = ${email}`
    expect(named).toHaveLength(1)
  })
})

describe('an invite', () => {
  test('is refused alike if unknown, used, revoked or expired', async () => {
    const email = newAddress('used')
    const used = await inviteOwner(admin, 'Used', email)
    await registerAndVerify(used.code, email)
    const revoked = await inviteOwner(admin, 'Revoked', newAddress('revoked'))
    await admin.call('admin.revokeInviteCode', { params: { inviteId: revoked.id } })
    const expired = await inviteOwner(admin, 'Expired', newAddress('expired'))
    await running.sql`
      update invite set expires_at = now() - interval '1 s' where id = ${expired.id}`
    const codes = ['0000-0000-0000-0000', used.code, revoked.code, expired.code, "' or 1=1 --"]
    for (const code of codes) {
      const answer = await register(code, newAddress('late'))
      expect([answer.status, answer.body.code], code).toEqual([400, 'invite_invalid'])
    }
  })

  test('creates no account if it is revoked before its code is entered', async () => {
    const email = newAddress('withdrawn')
    const { code, id } = await inviteOwner(admin, 'Withdrawn', email)
    const { body } = await register(code, email)
    await admin.call('admin.revokeInviteCode', { params: { inviteId: id } })
    const answer = await verify(body.userId, await readCode(running, email))
    expect([answer.status, answer.body.code]).toEqual([400, 'code_wrong'])
    const made = await running.sql`select id from account where email = ${email}`
    expect(made).toEqual([])
  })

  test('creates one account for a hundred simultaneous uses', async () => {
    const email = newAddress('crowd')
    const { code, id } = await inviteOwner(admin, 'Crowd', email)
    const answers = await Promise.all(Array.from({ length: 100 }, () => register(code, email)))
    const [made, ...others] = answers.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(99)
    const userId = made?.body.userId ?? ''
    const otpCode = await readCode(running, email)
    const tries = Array.from({ length: 20 }, () => verify(userId, otpCode))
    const verified = await Promise.all(tries)
    expect(verified.filter(({ status }) => status === 200)).toHaveLength(1)
    const used = await running.sql`
      select id from account where id = (select used_by from invite where id = ${id})`
    expect(used).toHaveLength(1)
    const named = await running.sql`select id from business where name = 'Crowd'`
    expect(named).toHaveLength(1)
  })

  test('survives a mistyped address', async () => {
    const [wrong, right] = [newAddress('wrnog'), newAddress('right')]
    const code = await invite('Typo', right)
    expect((await register(code, wrong)).status).toBe(400)
    await registerAndVerify(code, right)
  })

  test('accepts the mailed code after two simultaneous registrations', async () => {
    const email = newAddress('twice')
    const code = await invite('Twice at once', email)
    const { userId } = (await register(code, email)).body
    expect((await register(code, email)).body.code).toBe('too_many')
    expect((await verify(userId, await readCode(running, email))).status).toBe(200)
  })

  test('can be resent, and renewed once it has expired', async () => {
    const address = newAddress('again')
    const made = await inviteOwner(admin, 'Again', address)
    const params = { inviteId: made.id }
    const early = await admin.call('admin.resendInviteCode', { params })
    expect([early.status, early.body.code]).toEqual([429, 'too_many'])
    running.turnClock(61_000)
    const same = await admin.call('admin.resendInviteCode', { params })
    expect(same.body.code).toBe(made.code)
    await running.sql`update invite set expires_at = now() - interval '1 s' where id = ${made.id}`
    running.turnClock(61_000)
    const renewed = await admin.call('admin.resendInviteCode', { params })
    expect(renewed.body.code).not.toBe(made.code)
    expect(await readMails(running, address)).toHaveLength(3)
    await registerAndVerify(renewed.body.code, address)
    expect((await admin.call('admin.resendInviteCode', { params })).status).toBe(404)
  })
})

describe('auth.register', () => {
  test('answers an address with an account like one without', async () => {
    const { ownerEmail } = await createTestBusiness(running)
    const known = await register(await invite('Known', ownerEmail), ownerEmail)
    const stranger = newAddress('new')
    const unknown = await register(await invite('New', stranger), stranger)
    expect(known.status).toBe(unknown.status)
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body))
    expect((await readMail(running, ownerEmail)).kind).toBe('accountExists')

    const guessed = await verify(known.body.userId, '123456')
    const guessedToo = await verify(newKey(), '123456')
    expect({ ...guessed.body, requestId: '' }).toEqual({ ...guessedToo.body, requestId: '' })
    const again = await browser().call('auth.resendVerification', {
      body: { userId: known.body.userId },
    })
    expect(again.status).toBe(429)
  })

  test('validates each field with its own message', async () => {
    const answer = await register('', 'not an address', { password: 'short', firstName: ' ' })
    expect(answer.status).toBe(400)
    expect(answer.body.errors?.map(({ field }) => field).sort()).toEqual([
      'email',
      'firstName',
      'inviteCode',
      'password',
      'password',
    ])
  })

  test('refuses a commonly guessed password', async () => {
    const email = newAddress('weak')
    const code = await invite('Weak', email)
    const answer = await register(code, email, { password: 'Password123' })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, 'password'])
  })
})

describe('auth.verifyEmail', () => {
  async function start(name: string) {
    const email = newAddress(name.toLowerCase())
    const code = await invite(name, email)
    const { userId } = (await register(code, email)).body
    return { email, userId, otpCode: await readCode(running, email) }
  }

  test('invalidates a code after five wrong ones', async () => {
    const { userId, otpCode } = await start('Guess')
    for (let by = 1; by <= 5; by += 1) {
      const wrong = await verify(userId, otherCode(otpCode, by))
      expect([wrong.status, wrong.body.message]).toEqual([400, 'Invalid or expired code'])
    }
    expect((await verify(userId, otpCode)).status).toBe(400)
  })

  test('counts simultaneous guesses', async () => {
    const { userId, otpCode } = await start('Burst')
    const guesses = Array.from({ length: 40 }, (_, by) =>
      verify(userId, otherCode(otpCode, by + 1)),
    )
    await Promise.all(guesses)
    const [row] = await running.sql`select max(tries)::int as tries from one_time_code`
    expect(row?.tries).toBe(5)
    expect((await verify(userId, otpCode)).status).toBe(400)
  })

  test('accepts a code once, within ten minutes', async () => {
    const late = await start('Late')
    running.turnClock(10 * 60_000 + 1000)
    expect((await verify(late.userId, late.otpCode)).status).toBe(400)
    const inTime = await start('Once')
    expect((await verify(inTime.userId, inTime.otpCode)).status).toBe(200)
    expect((await verify(inTime.userId, inTime.otpCode)).status).toBe(400)
  })

  test('slows down for everyone while codes are guessed across the platform', async () => {
    const honest = await start('Honest')
    await running.sql`insert into attempt (key, count, since_at, last_at)
      values ('code.failures', 200, now() + interval '10 min', now() + interval '10 min')`
    expect((await verify(newKey(), '111111')).status).toBe(400)
    const slowed = await verify(honest.userId, honest.otpCode)
    expect([slowed.status, slowed.headers.get('retry-after')]).toEqual([429, '60'])
    running.turnClock(61_000)
    expect((await verify(honest.userId, honest.otpCode)).status).toBe(200)
  })
})

describe('auth.resendVerification', () => {
  const resend = (userId: string) => browser().call('auth.resendVerification', { body: { userId } })

  test('sends a new code that replaces the old one, once a minute and three times an hour', async () => {
    const email = newAddress('resend')
    const code = await invite('Resend', email)
    const { userId } = (await register(code, email)).body
    const first = await readCode(running, email)
    const early = await resend(userId)
    expect([early.status, Number(early.headers.get('retry-after')) > 50]).toEqual([429, true])
    running.turnClock(61_000)
    expect((await resend(userId)).status).toBe(200)
    const second = await readCode(running, email)
    if (first !== second) expect((await verify(userId, first)).status).toBe(400)
    running.turnClock(61_000)
    expect((await resend(userId)).status).toBe(200)
    running.turnClock(61_000)
    expect((await resend(userId)).status).toBe(429)
    const sent = (await readMails(running, email)).filter(({ kind }) => kind === 'verifyEmail')
    expect(sent).toHaveLength(3)
    expect((await verify(userId, await readCode(running, email))).status).toBe(200)
  })

  test('answers an unknown flow alike', async () => {
    const userId = newKey()
    expect((await resend(userId)).status).toBe(200)
    expect((await resend(userId)).status).toBe(429)
  })
})
