/**
 * The second step of signing in: passkeys, authenticator apps, recovery codes.
 *
 * @module-tag deep
 */
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, test } from 'vitest'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { readMail } from '#tests/support/mail.ts'
import { TestPasskey } from '#tests/support/passkey.ts'
import { forgetTries, signInSuperAdmin } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness, startTestServer, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser

const stepMs = 30_000
const browser = () => new TestBrowser(running.url)
const publicUrl = () => running.server.config.publicUrl

beforeEach(async () => {
  await forgetTries(running)
  shop = await createTestBusiness(running)
  owner = await browser().signIn(shop.ownerEmail)
})

const now = () => running.server.clock.now().getTime()
const codeOf = (secret: string, at = now()) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })

async function setUpApp(who = owner, on = running) {
  const { body: begun } = await who.call('auth.beginApp')
  const answer = await who.call('auth.confirmApp', {
    body: { setup: begun.setup, code: codeOf(begun.secret, on.server.clock.now().getTime()) },
  })
  expect(answer.status).toBe(200)
  // The code that confirmed it is used up, so move on to the next time step.
  on.turnClock(stepMs)
  return { secret: begun.secret, recoveryCodes: answer.body.recoveryCodes ?? [] }
}

async function addPasskey(who = owner, passkey = new TestPasskey(publicUrl())) {
  const { body: options } = await who.call('auth.passkeyOptions')
  const answer = await who.call('auth.addPasskey', {
    body: { name: 'Phone', passkey: passkey.make(options) },
  })
  return { passkey, answer }
}

/** The first step, with the right password. */
async function begin(email = shop.ownerEmail) {
  const who = browser()
  const answer = await who.call('auth.login', { body: { email, password: testPassword } })
  return { who, answer, userId: answer.body.userId }
}

const byApp = (who: TestBrowser, userId: string, code: string) =>
  who.call('auth.secondStep', { body: { userId, way: 'app', code } })
const byRecovery = (who: TestBrowser, userId: string, code: string) =>
  who.call('auth.secondStep', { body: { userId, way: 'recovery', code } })

async function byPasskey(who: TestBrowser, userId: string, passkey: TestPasskey) {
  const { body: options } = await who.call('auth.secondStepOptions', { body: { userId } })
  return who.call('auth.secondStep', {
    body: { userId, way: 'passkey', passkey: passkey.use(options) },
  })
}

describe('an authenticator app', () => {
  test('is requested after the password, and opens the session', async () => {
    const { secret } = await setUpApp()
    const { who, answer, userId } = await begin()
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      requiresVerification: false,
      userId,
      user: null,
      secondStep: { passkey: false, app: true },
    })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect((await who.call('auth.user')).status).toBe(401)

    const opened = await byApp(who, userId, codeOf(secret))
    expect(opened.body).toMatchObject({ user: { role: 'business_admin' } })
    expect((await who.call('auth.user')).body).toMatchObject({ secondFactor: 'on' })
  })

  test('accepts a code once and only in its time', async () => {
    const { secret } = await setUpApp()
    const code = codeOf(secret)
    const first = await begin()
    expect((await byApp(first.who, first.userId, code)).status).toBe(200)
    const again = await begin()
    expect((await byApp(again.who, again.userId, code)).body.code).toBe('second_step_wrong')
    const old = codeOf(secret, now() - 3 * stepMs)
    expect((await byApp(again.who, again.userId, old)).body.code).toBe('second_step_wrong')
    running.turnClock(stepMs)
    expect((await byApp(again.who, again.userId, codeOf(secret))).status).toBe(200)
  })

  test('is active only after its first correct code, and only for its owner', async () => {
    const { body: begun } = await owner.call('auth.beginApp')
    const wrong = await owner.call('auth.confirmApp', {
      body: { setup: begun.setup, code: codeOf(begun.secret, now() - 9 * stepMs) },
    })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'app_code_wrong'])
    const staff = await browser().signIn(shop.staffEmail)
    const stolen = await staff.call('auth.confirmApp', {
      body: { setup: begun.setup, code: codeOf(begun.secret) },
    })
    expect(stolen.body.code).toBe('setup_expired')
    expect((await begin()).answer.body.user).toEqual({ role: 'business_admin' })
    expect((await begin(shop.staffEmail)).answer.body.user).toEqual({ role: 'staff' })
    running.turnClock(11 * 60_000)
    const late = await (await browser().signIn(shop.ownerEmail)).call('auth.confirmApp', {
      body: { setup: begun.setup, code: codeOf(begun.secret) },
    })
    expect(late.body.code).toBe('setup_expired')
  })

  test('stores no secret that a copy of the database would reveal', async () => {
    const { secret, recoveryCodes } = await setUpApp()
    const [row] =
      await running.sql`select string_agg(a::text, '') || (select string_agg(r::text, '')
      from recovery_code r) as kept from authenticator_app a`
    for (const shown of [secret, ...recoveryCodes]) expect(row?.kept).not.toContain(shown)
    expect(recoveryCodes).toHaveLength(10)
  })

  test('slows down guesses per account, across its sign-ins', async () => {
    await setUpApp()
    const codes: unknown[] = []
    for (let guess = 0; guess < 6; guess += 1) {
      const { who, userId } = await begin()
      codes.push((await byApp(who, userId, '000000')).body.code)
    }
    expect(codes).toEqual([...Array(5).fill('second_step_wrong'), 'too_many'])
  })

  test('accepts no code after many wrong ones in a week, however slow', async () => {
    const { secret, recoveryCodes } = await setUpApp()
    const hourMs = 3_600_000
    for (let guess = 0; guess < serverLimits.appCodeFailuresPerWeek; guess += 1) {
      running.turnClock(hourMs)
      const { who, userId } = await begin()
      expect((await byApp(who, userId, '000000')).body.code).toBe('second_step_wrong')
    }
    running.turnClock(hourMs)
    const { who, userId } = await begin()
    expect((await byApp(who, userId, codeOf(secret))).body.code).toBe('second_step_wrong')
    expect((await byRecovery(who, userId, recoveryCodes[0] ?? '')).status).toBe(200)
    running.turnClock(7 * 24 * hourMs)
    const later = await begin()
    expect((await byApp(later.who, later.userId, codeOf(secret))).status).toBe(200)
  })
})

describe('a passkey', () => {
  test('opens the session after the password', async () => {
    const { passkey, answer } = await addPasskey()
    expect(answer.status).toBe(201)
    expect(answer.body.recoveryCodes).toHaveLength(10)
    const { who, userId, answer: begun } = await begin()
    expect(begun.body.secondStep).toEqual({ passkey: true, app: false })
    expect((await byPasskey(who, userId, passkey)).status).toBe(200)
    const { body } = await who.call('auth.secondFactor')
    expect(body).toMatchObject({
      passkeys: [{ name: 'Phone', lastUsedAt: expect.any(String) }],
      recoveryCodesLeft: 10,
      isRequired: false,
    })
  })

  test('answers its own challenge, once, from our own page', async () => {
    const { passkey } = await addPasskey()
    const { who, userId } = await begin()
    const { body: options } = await who.call('auth.secondStepOptions', { body: { userId } })
    const elsewhere = { origin: 'https://evil.example', host: 'localhost' }
    const send = (used: unknown) =>
      who.call('auth.secondStep', { body: { userId, way: 'passkey', passkey: used } })
    const lured = await send(passkey.use(options, elsewhere))
    expect(lured.body.code).toBe('second_step_wrong')
    // The wrong answer used up the challenge.
    expect((await send(passkey.use(options))).body.code).toBe('second_step_wrong')

    const other = await begin()
    const { body: fresh } = await other.who.call('auth.secondStepOptions', {
      body: { userId: other.userId },
    })
    const ofAnother = await send(passkey.use(fresh))
    expect(ofAnother.body.code).toBe('second_step_wrong')
    const right = passkey.use(fresh)
    const answer = { userId: other.userId, way: 'passkey', passkey: right }
    expect((await other.who.call('auth.secondStep', { body: answer })).status).toBe(200)
    expect((await who.call('auth.secondStep', { body: answer })).body.code).toBe('sign_in_expired')
  })

  test('is refused if its counter goes back or another key signs', async () => {
    const { passkey } = await addPasskey()
    passkey.counter = 5
    const first = await begin()
    expect((await byPasskey(first.who, first.userId, passkey)).status).toBe(200)
    passkey.counter = 2
    const copied = await begin()
    expect((await byPasskey(copied.who, copied.userId, passkey)).status).toBe(401)
    const stranger = new TestPasskey(publicUrl())
    passkey.id.copy(stranger.id)
    stranger.counter = 50
    expect((await byPasskey(copied.who, copied.userId, stranger)).status).toBe(401)
  })

  test('is added by the challenged session, from our own origin', async () => {
    const passkey = new TestPasskey(publicUrl())
    const { body: options } = await owner.call('auth.passkeyOptions')
    const other = await browser().signIn(shop.ownerEmail)
    const add = (who: TestBrowser, made: unknown) =>
      who.call('auth.addPasskey', { body: { name: 'Phone', passkey: made } })
    expect((await add(other, passkey.make(options))).body.code).toBe('passkey_unreadable')
    const elsewhere = { origin: 'https://evil.example', host: 'evil.example' }
    expect((await add(owner, passkey.make(options, elsewhere))).status).toBe(403)
    expect((await add(owner, passkey.make(options))).status).toBe(403)
    expect((await addPasskey(owner, passkey)).answer.status).toBe(201)
  })

  test('answers a challenge within minutes', async () => {
    const passkey = new TestPasskey(publicUrl())
    const { body: options } = await owner.call('auth.passkeyOptions')
    running.turnClock(serverLimits.passkeyMinutes * 60_000)
    const late = { name: 'Phone', passkey: passkey.make(options) }
    const answer = await owner.call('auth.addPasskey', { body: late })
    expect(answer.body.code).toBe('passkey_unreadable')
  })

  test('is limited in number, and so are changes per hour', async () => {
    const { passkeysPerAccount, secondFactorChangesPerHour } = serverLimits
    for (let count = 0; count < passkeysPerAccount; count += 1) {
      expect((await addPasskey()).answer.status).toBe(201)
    }
    expect((await addPasskey()).answer.body.code).toBe('too_many_passkeys')
    for (let more = passkeysPerAccount; more < secondFactorChangesPerHour; more += 1) {
      expect((await owner.call('auth.newRecoveryCodes')).status).toBe(200)
    }
    expect((await owner.call('auth.newRecoveryCodes')).body.code).toBe('too_many')
    running.turnClock(3_600_000)
    await owner.call('auth.elevate', { body: { password: testPassword } })
    expect((await owner.call('auth.newRecoveryCodes')).status).toBe(200)
  })

  test('that an operator turned off stays off when a new one is added', async () => {
    const { secret } = await setUpApp()
    const { passkey: former } = await addPasskey()
    await running.sql`
      update account set second_factor_since = null where email = ${shop.ownerEmail}`
    const { passkey } = await addPasskey()
    const lost = await begin()
    expect((await byPasskey(lost.who, lost.userId, former)).body.code).toBe('second_step_wrong')
    const byFormerApp = await byApp(lost.who, lost.userId, codeOf(secret))
    expect(byFormerApp.body.code).toBe('second_step_wrong')
    expect((await byPasskey(lost.who, lost.userId, passkey)).status).toBe(200)
  })

  test('is named, renamed and removed only by its owner', async () => {
    await addPasskey()
    const passkeyOf = async () => (await owner.call('auth.secondFactor')).body.passkeys[0]
    const params = { passkeyId: (await passkeyOf())?.id ?? '' }
    const staff = await browser().signIn(shop.staffEmail)
    const rename = { params, body: { name: 'Old phone' } }
    expect((await staff.call('auth.renamePasskey', rename)).status).toBe(404)
    expect((await staff.call('auth.removePasskey', { params })).status).toBe(404)
    await owner.call('auth.renamePasskey', rename)
    expect(await passkeyOf()).toMatchObject({ name: 'Old phone' })
    expect((await owner.call('auth.removePasskey', { params })).status).toBe(200)
    expect((await begin()).answer.body.user).toEqual({ role: 'business_admin' })
  })
})

describe('recovery codes', () => {
  test('are limited in tries per sign-in', async () => {
    const { recoveryCodes } = await setUpApp()
    const { who, userId } = await begin()
    for (let tries = 0; tries < serverLimits.secondStepTries; tries += 1) {
      expect((await byRecovery(who, userId, 'AAAA-BBBB-CCCC-DDDD')).body.code).toBe(
        'second_step_wrong',
      )
    }
    const late = await byRecovery(who, userId, recoveryCodes[0] ?? '')
    expect(late.body.code).toBe('sign_in_expired')
  })

  test('open one session each, however they are typed, and trigger a mail', async () => {
    const { recoveryCodes } = await setUpApp()
    const [code = ''] = recoveryCodes
    const first = await begin()
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')} `
    expect((await byRecovery(first.who, first.userId, typed)).status).toBe(200)
    const { text } = await readMail(running, shop.ownerEmail)
    expect(text).toContain('signed in to your account with one of your recovery codes')
    const again = await begin()
    expect((await byRecovery(again.who, again.userId, code)).status).toBe(401)
    expect((await first.who.call('auth.secondFactor')).body.recoveryCodesLeft).toBe(9)
  })

  test('end when new ones are created', async () => {
    const { recoveryCodes } = await setUpApp()
    const { body } = await owner.call('auth.newRecoveryCodes')
    const { who, userId } = await begin()
    expect((await byRecovery(who, userId, recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await byRecovery(who, userId, body.recoveryCodes?.[0] ?? '')).status).toBe(200)
  })
})

describe('turning it on and off', () => {
  test('needs a fresh password and ends sessions opened without it', async () => {
    const other = await browser().signIn(shop.ownerEmail)
    running.turnClock(16 * 60_000)
    expect((await owner.call('auth.beginApp')).body.code).toBe('password_needed')
    await owner.call('auth.elevate', { body: { password: testPassword } })
    await setUpApp()
    expect((await other.call('auth.user')).status).toBe(401)
    expect((await owner.call('auth.user')).status).toBe(200)
    expect((await owner.call('auth.removeApp')).status).toBe(200)
    expect((await begin()).answer.body.user).toEqual({ role: 'business_admin' })
  })

  test('admits no sign-in whose password was compared before', async () => {
    const { body: begun } = await owner.call('auth.beginApp')
    const body = { setup: begun.setup, code: codeOf(begun.secret) }
    const thieves = Array.from({ length: 4 }, browser)
    const tries = () => running.sql`select from attempt`
    const before = (await tries()).length
    const signIns = thieves.map((thief) =>
      thief.call('auth.login', { body: { email: shop.ownerEmail, password: testPassword } }),
    )
    // Tries are counted before the password is compared.
    await expect.poll(async () => (await tries()).length, { interval: 1 }).toBeGreaterThan(before)
    expect((await owner.call('auth.confirmApp', { body })).status).toBe(200)
    await Promise.all(signIns)
    const reached = await Promise.all(thieves.map((thief) => thief.call('auth.user')))
    expect(reached.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  })

  test('ends pending sign-ins, and handles expire', async () => {
    const { secret } = await setUpApp()
    const changed = await begin()
    await owner.call('auth.changePassword', {
      body: { currentPassword: testPassword, newPassword: 'Lantern-Quay-58' },
    })
    const late = await byApp(changed.who, changed.userId, codeOf(secret))
    expect(late.body.code).toBe('sign_in_expired')
    const again = browser()
    const { body } = await again.call('auth.login', {
      body: { email: shop.ownerEmail, password: 'Lantern-Quay-58' },
    })
    // A new password doesn't affect the second step.
    expect(body.secondStep).toEqual({ passkey: false, app: true })
    running.turnClock(10 * 60_000)
    expect((await byApp(again, body.userId, codeOf(secret))).body.code).toBe('sign_in_expired')
  })

  test('ends pending sign-ins and other sessions when one of two factors is removed', async () => {
    const { secret } = await setUpApp()
    const { passkey } = await addPasskey()
    const other = await begin()
    expect((await byPasskey(other.who, other.userId, passkey)).status).toBe(200)
    const underWay = await begin()
    const { body } = await owner.call('auth.secondFactor')
    const params = { passkeyId: body.passkeys[0]?.id ?? '' }
    expect((await owner.call('auth.removePasskey', { params })).status).toBe(200)
    const late = await byApp(underWay.who, underWay.userId, codeOf(secret))
    expect(late.body.code).toBe('sign_in_expired')
    expect((await other.who.call('auth.user')).status).toBe(401)
    expect((await begin()).answer.body.secondStep).toEqual({ passkey: false, app: true })
  })

  test('lets an owner reset it for staff and a super admin for owners, with a mail', async () => {
    const staff = await browser().signIn(shop.staffEmail)
    await setUpApp(staff)
    await setUpApp(owner)
    const { businessId } = shop
    const people = (await owner.call('business.staff', { params: { businessId } })).body
    const idOf = (role: string) => people.find((person) => person.role === role)?.id ?? ''
    expect(people.map(({ hasSecondFactor }) => hasSecondFactor)).toEqual([true, true])
    const resetStaff = { params: { businessId, staffId: idOf('staff') } }
    const resetOwner = { params: { businessId, staffId: idOf('business_admin') } }
    expect((await owner.call('business.resetSecondFactor', resetOwner)).status).toBe(403)
    expect((await owner.call('business.resetSecondFactor', resetStaff)).status).toBe(200)
    expect((await readMail(running, shop.staffEmail)).text).toContain('was reset')
    expect((await staff.call('auth.user')).status).toBe(401)
    expect((await begin(shop.staffEmail)).answer.body.user).toEqual({ role: 'staff' })

    const admin = await signInSuperAdmin(running)
    expect((await admin.call('admin.resetSecondFactor', resetStaff)).status).toBe(403)
    expect((await admin.call('admin.resetSecondFactor', resetOwner)).status).toBe(200)
    expect((await begin()).answer.body.user).toEqual({ role: 'business_admin' })
  })
})

test('requires one for super admins unless the operator turned that off', async () => {
  const strict = await startTestServer({ SUPER_ADMIN_SECOND_FACTOR: 'required' })
  try {
    const admin = await signInSuperAdmin(strict)
    expect((await admin.call('auth.user')).body).toMatchObject({ secondFactor: 'needed' })
    const look = () => admin.call('admin.stats')
    expect((await look()).body.code).toBe('second_factor_needed')
    await setUpApp(admin, strict)
    expect((await look()).status).toBe(200)
    const removed = await admin.call('auth.removeApp')
    expect(removed.body.code).toBe('last_second_factor')
    expect((await look()).status).toBe(200)
    await signInSuperAdmin(strict)
    expect((await admin.call('auth.deactivate')).status).toBe(200)
    expect((await admin.call('auth.sessions')).body.code).toBe('device_revoked')
  } finally {
    await strict.close()
  }
})
