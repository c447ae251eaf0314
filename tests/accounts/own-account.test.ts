/**
 * Your own account: profile, address, photo, preferences, sessions, export.
 *
 * @module-tag deep
 */
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { readCode, readMail, readMails } from '#tests/support/mail.ts'
import { forgetTries, signInSuperAdmin } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import { addAccount, createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let staff: TestBrowser
const browser = () => new TestBrowser(running.url)

beforeEach(async () => {
  await forgetTries(running)
  shop = await createTestBusiness(running)
  staff = await browser().signIn(shop.staffEmail)
})

describe('auth.updateProfile', () => {
  test('changes the given fields and keeps the rest', async () => {
    await staff.call('auth.updateProfile', { body: { phone: '+1 555 0100', lastName: 'Reed' } })
    await staff.call('auth.updateProfile', { body: { firstName: 'Ida' } })
    const { body } = await staff.call('auth.profile')
    expect(body).toMatchObject({ firstName: 'Ida', lastName: 'Reed', phone: '+1 555 0100' })
    const cleared = await staff.call('auth.updateProfile', { body: { phone: '' } })
    expect(cleared.body.phone).toBeNull()
  })

  test('refuses invalid names, phones and addresses', async () => {
    for (const body of [{ firstName: '' }, { phone: 'call me' }, { email: 'x@y' }]) {
      expect((await staff.call('auth.updateProfile', { body })).status).toBe(400)
    }
    expect((await browser().call('auth.updateProfile', { body: { firstName: 'X' } })).status).toBe(
      401,
    )
  })

  test('can’t change role, business or id', async () => {
    const { body: before } = await staff.call('auth.user')
    await staff.call('auth.updateProfile', {
      body: { role: 'super_admin', businessId: newId(), id: newId(), firstName: 'Eve' },
    })
    expect((await staff.call('auth.user')).body).toEqual({ ...before, firstName: 'Eve' })
  })
})

describe('changing the address', () => {
  const wanted = () => `new-${newId().slice(-12)}@example.com`

  test('waits for the code mailed to the new one, and signs out everywhere else', async () => {
    const email = wanted()
    const other = await browser().signIn(shop.staffEmail)
    const asked = await staff.call('auth.updateProfile', { body: { email } })
    expect(asked.body).toMatchObject({ email: shop.staffEmail, pendingEmail: { email } })
    const userId = asked.body.pendingEmail?.userId
    const otpCode = await readCode(running, email)
    const proved = await browser().call('auth.verifyEmail', { body: { userId, otpCode } })
    expect(proved.status).toBe(200)
    expect((await other.call('auth.user')).body.code).toBe('not_signed_in')
    expect((await staff.call('auth.user')).body).toMatchObject({ email, pendingEmail: null })
    expect((await readMail(running, shop.staffEmail)).kind).toBe('emailChanged')
    await browser().signIn(email)
  })

  test('lets the former mailbox undo a change, whatever happened since', async () => {
    const thief = await browser().signIn(shop.ownerEmail)
    const change = async (email: string) => {
      await forgetTries(running)
      const asked = await thief.call('auth.updateProfile', { body: { email } })
      const userId = asked.body.pendingEmail?.userId
      const otpCode = await readCode(running, email)
      await browser().call('auth.verifyEmail', { body: { userId, otpCode } })
    }
    const linkTo = async (email: string) => {
      const mails = await readMails(running, email)
      const text = mails.find(({ kind }) => kind === 'emailChanged')?.text ?? ''
      const [, userId = '', otpCode = ''] = /userId=([\w-]+)#token=([\w-]{22})\s/.exec(text) ?? []
      return { userId, otpCode }
    }
    const [first, second, third] = [wanted(), wanted(), wanted()]
    await change(first)
    running.turnClock(1_000)
    await change(second)
    await thief.call('auth.updateProfile', { body: { email: third } })
    const pending = (await thief.call('auth.user')).body.pendingEmail?.userId
    const body = { ...(await linkTo(shop.ownerEmail)), newPassword: 'Lantern-Quay-58' }
    const thiefs = await linkTo(first)
    running.turnClock(6 * 86_400_000)
    expect((await browser().call('auth.resetPassword', { body })).status).toBe(200)

    expect((await thief.call('auth.user')).status).toBe(401)
    const [notice] = await readMails(running, second)
    expect(notice?.kind).toBe('emailChanged')
    expect(notice?.text).not.toContain('#token=')
    const owner = await browser().signIn(shop.ownerEmail, 'Lantern-Quay-58')
    const mine = { email: shop.ownerEmail, pendingEmail: null }
    expect((await owner.call('auth.user')).body).toMatchObject(mine)
    const again = { ...thiefs, newPassword: 'Other-Harbor-31' }
    for (const late of [body, again]) {
      const answer = await browser().call('auth.resetPassword', { body: late })
      expect(answer.body.code).toBe('code_wrong')
    }
    const asked = { userId: pending, otpCode: await readCode(running, third) }
    expect((await browser().call('auth.verifyEmail', { body: asked })).status).toBe(400)
    expect((await owner.call('auth.user')).body).toMatchObject(mine)
  })

  test('can be undone within seven days, unless another account has the address', async () => {
    const email = wanted()
    const asked = await staff.call('auth.updateProfile', { body: { email } })
    const otpCode = await readCode(running, email)
    const { userId } = asked.body.pendingEmail ?? {}
    await browser().call('auth.verifyEmail', { body: { userId, otpCode } })
    const { text } = await readMail(running, shop.staffEmail)
    const [, flow, token] = /userId=([\w-]+)#token=([\w-]{22})\s/.exec(text) ?? []
    const body = { userId: flow, otpCode: token, newPassword: 'Lantern-Quay-58' }
    const { server } = running
    const person = { email: shop.staffEmail, firstName: 'New', lastName: 'Person' }
    await server.doors.platform((db) =>
      addAccount(db, { ...person, role: 'staff', businessId: shop.businessId }, server.clock.now()),
    )
    const taken = await browser().call('auth.resetPassword', { body })
    expect(taken.body.code).toBe('code_wrong')
    await running.sql`delete from account where email = ${shop.staffEmail}`
    running.turnClock(7 * 86_400_000 + 1_000)
    const late = await browser().call('auth.resetPassword', { body })
    expect(late.body.code).toBe('code_wrong')
  })

  test('accepts a code for its own address only', async () => {
    const [mine, theirs] = [wanted(), wanted()]
    const first = await staff.call('auth.updateProfile', { body: { email: mine } })
    const otpCode = await readCode(running, mine)
    await staff.call('auth.updateProfile', { body: { email: theirs } })
    const second = (await staff.call('auth.user')).body.pendingEmail
    for (const userId of [first.body.pendingEmail?.userId, second?.userId]) {
      const answer = await browser().call('auth.verifyEmail', { body: { userId, otpCode } })
      expect(answer.status).toBe(400)
    }
    expect((await staff.call('auth.user')).body.email).toBe(shop.staffEmail)
  })

  test('reveals nothing about an address that already has an account', async () => {
    const asked = await staff.call('auth.updateProfile', { body: { email: shop.ownerEmail } })
    expect(asked.body.pendingEmail?.email).toBe(shop.ownerEmail)
    expect((await readMail(running, shop.ownerEmail)).kind).toBe('accountExists')
  })

  test('accepts another letter case at once, and any other spelling with proof', async () => {
    const inCapitals = shop.staffEmail.toUpperCase()
    const changed = await staff.call('auth.updateProfile', { body: { email: inCapitals } })
    expect(changed.body).toMatchObject({ email: inCapitals, pendingEmail: null })
    const ascii = wanted().replace('example.com', 'xn--bcher-kva.example')
    await running.sql`update account set email = ${ascii}, email_key = ${ascii}
      where email = ${inCapitals}`
    const unicode = ascii.replace('xn--bcher-kva', 'bücher')
    const asked = await staff.call('auth.updateProfile', { body: { email: unicode } })
    expect(asked.body.email).toBe(ascii)
    running.turnClock(16 * 60_000)
    const late = await staff.call('auth.updateProfile', { body: { email: unicode } })
    expect([late.status, late.body.code]).toEqual([403, 'password_needed'])
  })

  test('needs a fresh password and can be canceled', async () => {
    running.turnClock(16 * 60_000)
    const email = wanted()
    const refused = await staff.call('auth.updateProfile', { body: { email } })
    expect([refused.status, refused.body.code]).toEqual([403, 'password_needed'])
    await staff.call('auth.elevate', { body: { password: testPassword } })
    await staff.call('auth.updateProfile', { body: { email } })
    const back = await staff.call('auth.updateProfile', { body: { email: shop.staffEmail } })
    expect(back.body.pendingEmail).toBeNull()
  })
})

describe('auth.elevate', () => {
  test('refuses a wrong password and slows down further guesses', async () => {
    const guess = () => staff.call('auth.elevate', { body: { password: 'Wrong-Guess-1' } })
    for (let n = 0; n < 5; n += 1) expect((await guess()).status).toBe(403)
    expect((await guess()).status).toBe(429)
    const right = await staff.call('auth.elevate', { body: { password: testPassword } })
    expect(right.status).toBe(429)
    expect((await staff.call('auth.user')).status).toBe(200)
  })
})

describe('a photo', () => {
  const upload = (bytes: Uint8Array, type: string, cookie = staff.cookie) =>
    fetch(`${running.url}/api/auth/profile/photo`, {
      method: 'POST',
      headers: { 'Content-Type': type, Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
      body: bytes as BodyInit,
    })
  const picture = (format: 'png' | 'jpeg' | 'webp' | 'gif') =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: '#14594a' } })
      .withMetadata({ exif: { IFD0: { Artist: 'A Secret Place' } } })
      .toFormat(format)
      .toBuffer()

  test.each(['png', 'jpeg', 'webp'] as const)('re-encodes %s as a small WebP', async (format) => {
    const answer = await upload(await picture(format), `image/${format}`)
    expect(answer.status).toBe(200)
    const { profileImageUrl } = (await staff.call('auth.user')).body
    const shown = await fetch(running.url + profileImageUrl, {
      headers: { Cookie: staff.cookie },
    })
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    expect(shown.headers.get('cache-control')).toBe('private, no-cache')
    const bytes = Buffer.from(await shown.arrayBuffer())
    const { width, height, exif } = await sharp(bytes).metadata()
    expect([width, height, exif]).toEqual([512, 341, undefined])
    expect(bytes.includes('A Secret Place')).toBe(false)
  })

  test('of any other kind is refused', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')
    expect((await upload(svg, 'image/svg+xml')).status).toBe(415)
    expect((await upload(svg, 'image/png')).status).toBe(400)
    expect((await upload(await picture('gif'), 'image/png')).status).toBe(400)
    expect((await upload((await picture('png')).subarray(0, 90), 'image/png')).status).toBe(400)
    expect((await upload(new Uint8Array(0), 'image/png')).status).toBe(400)
    const large = await upload(new Uint8Array(5 * 1024 * 1024 + 1), 'image/png')
    expect([large.status, await large.json()]).toMatchObject([
      413,
      { code: 'photo_too_large', message: 'Choose a photo under 5 MB.' },
    ])
    expect((await upload(await picture('png'), 'image/png', '')).status).toBe(401)
    expect((await staff.call('auth.user')).body.profileImageUrl).toBeNull()
  })

  test('is revalidated and sent again only if it changed', async () => {
    await upload(await picture('png'), 'image/png')
    const address = (await staff.call('auth.user')).body.profileImageUrl ?? ''
    const etag = (await staff.send('GET', address)).headers.get('etag') ?? ''
    const headers = { 'If-None-Match': etag }
    expect((await staff.send('GET', address, { headers })).status).toBe(304)
    await staff.call('auth.logout')
    expect((await staff.send('GET', address, { headers })).status).toBe(401)
  })

  test('allows 20 changes an hour', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) {
      statuses.push((await upload(await picture('png'), 'image/png')).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })

  test('is included in the export', async () => {
    expect((await staff.call('auth.export')).body.photo).toBeNull()
    await upload(await picture('png'), 'image/png')
    const { photo } = (await staff.call('auth.export')).body
    const bytes = Buffer.from(String(photo).replace('data:image/webp;base64,', ''), 'base64')
    expect((await sharp(bytes).metadata()).format).toBe('webp')
  })

  test('is shown only to its person, and can be removed', async () => {
    await upload(await picture('png'), 'image/png')
    const { profileImageUrl } = (await staff.call('auth.user')).body
    const owner = await browser().signIn(shop.ownerEmail)
    expect((await owner.send('GET', profileImageUrl ?? '')).status).toBe(404)
    expect((await browser().send('GET', profileImageUrl ?? '')).status).toBe(401)
    expect((await staff.call('auth.removePhoto')).body.profileImageUrl).toBeNull()
    expect((await staff.send('GET', profileImageUrl ?? '')).status).toBe(404)
  })
})

describe('marketing preferences', () => {
  const set = (marketingEmailConsent: unknown, who = staff, screen?: string) =>
    who.call('auth.marketingPreferences', { body: { marketingEmailConsent, screen } })

  test('are stored with their date and every change', async () => {
    expect((await staff.call('auth.user')).body).toMatchObject({
      marketingEmailConsent: false,
      marketingConsentDate: null,
    })
    await set(true, staff, 'profile')
    const changed = await set(false, staff, 'email-preferences')
    running.turnClock(1000)
    expect((await set(false)).body.marketingConsentDate).toBe(changed.body.marketingConsentDate)
    expect(changed.body.marketingEmailConsent).toBe(false)
    expect(Date.parse(changed.body.marketingConsentDate ?? '')).not.toBeNaN()
    const history = await staff.call('auth.marketingHistory')
    expect(history.body.map(({ granted }) => granted)).toEqual([true, false])
    expect(history.body.map(({ screen }) => screen)).toEqual(['profile', 'email-preferences'])
    expect(history.body[0]).toMatchObject({ channel: 'email' })
  })

  test('end with the account, which is recorded', async () => {
    const { id } = (await staff.call('auth.user')).body
    const rows = () =>
      running.sql`select granted, screen from account_consent where account_id = ${id}
        order by recorded_at, id`
    await set(true)
    await staff.call('auth.deactivate')
    expect(await rows()).toEqual([
      { granted: true, screen: 'unknown' },
      { granted: false, screen: 'deactivated' },
    ])
  })

  test('are refused for super admins and strangers', async () => {
    const admin = await signInSuperAdmin(running)
    expect((await set(true, admin)).status).toBe(403)
    expect((await set(true, browser())).status).toBe(401)
    expect((await set('yes')).status).toBe(400)
    expect((await set(true, staff, 'elsewhere')).status).toBe(400)
  })
})

describe('own sessions', () => {
  test('are listed with their devices and end one by one or all but this one', async () => {
    const phone = browser()
    await phone.call('auth.login', {
      body: { email: shop.staffEmail, password: testPassword },
      headers: {
        'User-Agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36',
      },
    })
    const third = await browser().signIn(shop.staffEmail)
    const { body } = await staff.call('auth.sessions')
    expect(body).toHaveLength(3)
    expect(body.filter(({ current }) => current)).toHaveLength(1)
    const there = body.find(({ device }) => device === 'Chrome on Android')
    const ended = await staff.call('auth.endSession', { params: { sessionId: there?.id ?? '' } })
    expect(ended.status).toBe(200)
    // The device learns that it was revoked and wipes its data.
    const revoked = { status: 401, body: { code: 'device_revoked' } }
    for (const name of ['auth.user', 'sync.pull'] as const) {
      expect(await phone.call(name)).toMatchObject(revoked)
    }
    await staff.call('auth.endOtherSessions')
    expect(await third.call('auth.user')).toMatchObject(revoked)
    expect((await staff.call('auth.sessions')).body).toHaveLength(1)
  })

  test('that end by a sign-out don’t report the device as revoked', async () => {
    const phone = await browser().signIn(shop.staffEmail)
    const { cookie } = phone
    await phone.call('auth.logout')
    phone.cookie = cookie
    expect((await phone.call('auth.user')).body.code).toBe('not_signed_in')
  })

  test('of others are not found', async () => {
    const owner = await browser().signIn(shop.ownerEmail)
    const [theirs] = (await owner.call('auth.sessions')).body
    for (const sessionId of [theirs?.id ?? '', newId(), 'x']) {
      const answer = await staff.call('auth.endSession', { params: { sessionId } })
      expect(answer.status).toBe(404)
    }
    expect((await owner.call('auth.user')).status).toBe(200)
  })
})

test('changes a password with the current one, and signs out everywhere else', async () => {
  const other = await browser().signIn(shop.staffEmail)
  const newPassword = 'Lantern-Quay-58'
  const change = (currentPassword: string, wanted = newPassword) =>
    staff.call('auth.changePassword', { body: { currentPassword, newPassword: wanted } })
  expect(await change('Wrong-Guess-1')).toMatchObject({
    status: 403,
    body: { code: 'password_wrong' },
  })
  expect((await change(testPassword, 'Welcome2026!')).body.errors?.[0]?.field).toBe('newPassword')
  expect((await change(testPassword)).status).toBe(200)
  expect((await other.call('auth.user')).body.code).toBe('not_signed_in')
  expect((await staff.call('auth.user')).status).toBe(200)
  expect((await readMail(running, shop.staffEmail)).kind).toBe('passwordChanged')
  await expect(browser().signIn(shop.staffEmail)).rejects.toThrow('401')
  await browser().signIn(shop.staffEmail, newPassword)
  for (let n = 0; n < 4; n += 1) await change('Wrong-Guess-1')
  expect((await change('Wrong-Guess-1')).status).toBe(403)
  expect((await change(newPassword)).status).toBe(429)
})

test('requires a recent password to export or close an account', async () => {
  await running.sql`update session set elevated_until = now() - interval '1 second'`
  for (const name of ['auth.export', 'auth.deactivate'] as const) {
    expect(await staff.call(name)).toMatchObject({ status: 403, body: { code: 'password_needed' } })
  }
  await staff.call('auth.elevate', { body: { password: testPassword } })
  expect((await staff.call('auth.export')).status).toBe(200)
  expect((await staff.call('auth.deactivate')).status).toBe(200)
})

test('tells a business’s only owner so', async () => {
  const owner = await browser().signIn(shop.ownerEmail)
  expect((await owner.call('auth.user')).body.isOnlyOwner).toBe(true)
  await running.sql`update account set role = 'business_admin' where email = ${shop.staffEmail}`
  expect((await owner.call('auth.user')).body.isOnlyOwner).toBe(false)
})

test('exports every act, however many', async () => {
  const { id } = (await staff.call('auth.user')).body
  await running.sql`insert into audit_record
    (business_id, id, happened_at, actor_kind, actor_id, act, outcome)
    select ${shop.businessId}, gen_random_uuid(), now(), 'staff', ${id}, 'auth.login', 'done'
    from generate_series(1, 10500)`
  const { acts } = (await staff.call('auth.export')).body
  expect((acts as unknown[]).length).toBeGreaterThan(10_500)
})

test('exports what is stored about the person, and about no one else', async () => {
  await staff.call('auth.marketingPreferences', { body: { marketingEmailConsent: true } })
  const answer = await staff.call('auth.export')
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  const text = JSON.stringify(answer.body)
  expect(text).toContain(shop.staffEmail)
  expect(text).toContain('marketing.agree')
  expect(text).not.toContain(shop.ownerEmail)
  expect(text).not.toMatch(/argon2|tokenHash|passwordHash/)
  expect((await browser().call('auth.export')).status).toBe(401)
  expect(await readMails(running, shop.staffEmail)).toHaveLength(0)
})
