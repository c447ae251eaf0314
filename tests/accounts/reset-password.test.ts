/**
 * Forgotten passwords, without revealing who has an account.
 *
 * @module-tag deep
 */
import { beforeEach, expect, test } from 'vitest'
import { forgotPassword, resetPassword } from '#sync-server/accounts/reset-password.ts'
import { tidyAccounts } from '#sync-server/accounts/tidy.ts'
import { attemptKey } from '#sync-server/rule/attempts.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { runInSteps } from '#sync-server/run-rule.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { otherCode, readCode, readMail, readMails } from '#tests/support/mail.ts'
import { forgetTries } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import { addAccount, createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const newPassword = 'Lantern-Quay-58'
const running = serverOfFile()
let shop: TestBusiness
const browser = () => new TestBrowser(running.url)

beforeEach(async () => {
  await forgetTries(running)
  shop = await createTestBusiness(running)
})

async function forgot(email: string): Promise<string> {
  const answer = await browser().call('auth.forgotPassword', { body: { email } })
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body)).toEqual(['userId'])
  return answer.body.userId
}

/** Simulates another network, which a local caller can't claim. */
async function forgotFrom(network: string, email: string): Promise<string> {
  const by = { kind: 'visitor', network, userAgent: 'test' } as const
  const { userId } = await runInSteps(running.server, by, (steps) =>
    forgotPassword({ email }, steps),
  )
  return userId
}

function reset(userId: string, otpCode: string, password = newPassword) {
  return browser().call('auth.resetPassword', {
    body: { userId, otpCode, newPassword: password },
  })
}

/** The token in the newest mail's link. */
async function readToken(email: string): Promise<string> {
  const { text } = await readMail(running, email)
  return /\/reset-password\?userId=[\w-]+#token=([\w-]{22})\s/.exec(text)?.[1] ?? ''
}

test('changes the password and ends every session', async () => {
  const device = await browser().signIn(shop.ownerEmail)
  const userId = await forgot(shop.ownerEmail.toUpperCase())
  const mail = await readMail(running, shop.ownerEmail)
  const code = await readCode(running, shop.ownerEmail)
  expect(mail.subject).toBe(`${code} is your Regulars reset code`)
  const link = `/reset-password?userId=${userId}#token=${await readToken(shop.ownerEmail)}`
  expect(mail.text).toContain(link)
  expect(mail.html).toContain(link)

  expect((await reset(userId, code)).status).toBe(200)
  expect((await device.call('auth.user')).status).toBe(401)
  const old = await browser().call('auth.login', {
    body: { email: shop.ownerEmail, password: testPassword },
  })
  expect(old.status).toBe(401)
  await browser().signIn(shop.ownerEmail, newPassword)
  expect((await readMail(running, shop.ownerEmail)).kind).toBe('passwordChanged')
  expect((await reset(userId, code)).status).toBe(400)
})

test('accepts the new password at once on every device where wrong ones were tried', async () => {
  const known = await browser().signIn(shop.ownerEmail)
  for (const device of [known, browser()]) {
    for (let n = 0; n < 5; n += 1) {
      await device.call('auth.login', {
        body: { email: shop.ownerEmail, password: 'Wrong-Guess-1' },
      })
    }
  }
  await expect(browser().signIn(shop.ownerEmail)).rejects.toThrow('429')
  await expect(known.signIn(shop.ownerEmail)).rejects.toThrow('429')
  const userId = await forgot(shop.ownerEmail)
  const otpCode = await readCode(running, shop.ownerEmail)
  const body = { userId, otpCode, newPassword }
  expect((await known.call('auth.resetPassword', { body })).status).toBe(200)
  // The device is unknown now, and signs in like any other.
  await known.signIn(shop.ownerEmail, newPassword)
  await browser().signIn(shop.ownerEmail, newPassword)
})

test('answers an unknown address alike, without a mail', async () => {
  const email = 'nobody-at-all@example.com'
  const userId = await forgot(email)
  expect(await readMails(running, email)).toHaveLength(0)
  const wrong = await reset(userId, '123456')
  const known = await reset(await forgot(shop.ownerEmail), '000000')
  const nobody = await reset(newKey(), '123456')
  for (const answer of [wrong, known, nobody]) {
    expect(answer.status).toBe(400)
    expect({ ...answer.body, requestId: '' }).toEqual({ ...wrong.body, requestId: '' })
  }
})

test('gives each request its own userId, with one code for all', async () => {
  const one = await forgot(shop.ownerEmail)
  const two = await forgot(shop.ownerEmail)
  expect(one).not.toBe(two)
  expect(await readMails(running, shop.ownerEmail)).toHaveLength(1)
  expect((await reset(two, await readCode(running, shop.ownerEmail))).status).toBe(200)
})

test('replaces the old code by a new one', async () => {
  const one = await forgot(shop.ownerEmail)
  const first = await readCode(running, shop.ownerEmail)
  running.turnClock(61_000)
  await forgot(shop.ownerEmail)
  const second = await readCode(running, shop.ownerEmail)
  if (first !== second) expect((await reset(one, first)).status).toBe(400)
  expect((await reset(one, second)).status).toBe(200)
})

test('invalidates a code after five wrong attempts', async () => {
  const userId = await forgot(shop.staffEmail)
  const code = await readCode(running, shop.staffEmail)
  for (let by = 1; by <= 5; by += 1) await reset(userId, otherCode(code, by))
  expect((await reset(userId, code)).status).toBe(400)
})

test('accepts a code for its own purpose only', async () => {
  const userId = await forgot(shop.ownerEmail)
  const otpCode = await readCode(running, shop.ownerEmail)
  const verified = await browser().call('auth.verifyEmail', { body: { userId, otpCode } })
  expect(verified.status).toBe(400)
  const other = await reset(await forgot(shop.staffEmail), otpCode)
  expect(other.status).toBe(400)
  expect((await reset(userId, otpCode)).status).toBe(200)
})

test('mails at most three codes an hour and ten a day per address, and five per network', async () => {
  const sent = async (network: string) => {
    for (let n = 0; n < 5; n += 1) {
      await forgotFrom(network, shop.ownerEmail)
      running.turnClock(61_000)
    }
    running.turnClock(3_600_000)
    return (await readMails(running, shop.ownerEmail)).length
  }
  const stranger = '203.0.113.9'
  expect([await sent(stranger), await sent(stranger), await sent(stranger)]).toEqual([3, 5, 5])
  const others = ['198.51.100.1', '198.51.100.2', '198.51.100.3']
  const counts: number[] = []
  for (const network of others) counts.push(await sent(network))
  expect(counts).toEqual([8, 10, 10])
})

test('resets by the mailed link even if strangers enter wrong codes', async () => {
  const strangers = await forgot(shop.ownerEmail)
  const code = await readCode(running, shop.ownerEmail)
  const token = await readToken(shop.ownerEmail)
  for (let by = 1; by <= 5; by += 1) await reset(strangers, otherCode(code, by))
  expect((await reset(strangers, code)).body.code).toBe('code_wrong')

  const own = await forgot(shop.ownerEmail)
  expect(await readMails(running, shop.ownerEmail)).toHaveLength(1)
  expect((await reset(own, `${token.slice(0, -2)}AA`)).body.code).toBe('code_wrong')
  expect((await reset(own, token)).status).toBe(200)
  await browser().signIn(shop.ownerEmail, newPassword)
  expect((await reset(own, token, 'Other-Harbor-31')).body.code).toBe('code_wrong')
})

test('accepts a link for its own account, for an hour, and until a reset', async () => {
  const userId = await forgot(shop.ownerEmail)
  const token = await readToken(shop.ownerEmail)
  const other = await forgot(shop.staffEmail)
  expect((await reset(other, token)).body.code).toBe('code_wrong')
  running.turnClock(59 * 60_000)
  await forgot(shop.ownerEmail)
  const newer = await readToken(shop.ownerEmail)
  expect(newer).not.toBe(token)
  expect((await reset(userId, token)).status).toBe(200)
  expect((await reset(userId, newer)).body.code).toBe('code_wrong')
  await forgot(shop.staffEmail)
  const late = await readToken(shop.staffEmail)
  running.turnClock(61 * 60_000)
  expect((await reset(other, late)).body.code).toBe('code_wrong')
})

test('resets super admins by link only', async () => {
  const email = `admin-${newKey()}@example.com`
  const { server } = running
  const person = { email, firstName: 'Ada', lastName: 'Root' }
  await server.doors.platform((db) =>
    addAccount(db, { ...person, role: 'super_admin', businessId: null }, server.clock.now()),
  )
  const userId = await forgot(email)
  const { kind, subject, text } = await readMail(running, email)
  expect([kind, subject]).toEqual(['resetByLink', 'Reset your Regulars password'])
  expect(text).not.toMatch(/\b\d{6}\b/)
  // Not even a valid code that was mailed before the account became a super admin's.
  const known = await forgot(shop.ownerEmail)
  const code = await readCode(running, shop.ownerEmail)
  await running.sql`update account set role = 'super_admin', business_id = null
    where email = ${shop.ownerEmail}`
  expect((await reset(known, code)).body.code).toBe('code_wrong')
  expect((await reset(userId, await readToken(email))).status).toBe(200)
  await browser().signIn(email, newPassword)
})

test('resets an account by link only after twenty wrong codes in a week', async () => {
  const { ownerEmail } = shop
  for (let round = 0; round < 4; round += 1) {
    const userId = await forgotFrom(`198.51.100.${round}`, ownerEmail)
    const code = await readCode(running, ownerEmail)
    for (let by = 1; by <= 5; by += 1) {
      await reset(userId, otherCode(code, by))
    }
    running.turnClock(3_600_000)
  }
  // The hourly tidying between keeps the week's count.
  running.turnClock(4 * 86_400_000)
  await tidyAccounts(running.server)
  const userId = await forgot(ownerEmail)
  expect((await readMail(running, ownerEmail)).kind).toBe('resetByLink')
  expect((await reset(userId, await readToken(ownerEmail))).status).toBe(200)
  running.turnClock(4 * 86_400_000)
  await forgot(ownerEmail)
  expect((await readMail(running, ownerEmail)).kind).toBe('resetPassword')
})

test('invalidates the current code at the twentieth wrong code of a week', async () => {
  const { ownerEmail } = shop
  let userId = ''
  let code = ''
  for (const [round, wrong] of [3, 5, 5, 5, 2].entries()) {
    running.turnClock(3_600_000)
    userId = await forgotFrom(`198.51.100.${round}`, ownerEmail)
    code = await readCode(running, ownerEmail)
    for (let by = 1; by <= wrong; by += 1) {
      await resetFrom(`198.51.100.${round}`, userId, otherCode(code, by))
    }
  }
  expect((await reset(userId, code)).body.code).toBe('code_wrong')
  expect((await reset(userId, await readToken(ownerEmail))).status).toBe(200)
})

test('accepts a right code while strangers guess codes for invented addresses', async () => {
  const { ownerEmail } = shop
  const { oneTimeCodeFailuresPerHourOnPlatform: bound } = serverLimits
  await guessFrom('203.0.113.1', ['invented-1@example.com', 'invented-2@example.com'])
  // Raises the platform's counter to its limit, as wrong codes from many networks would.
  const counted =
    await running.sql`update attempt set count = ${bound} where key = 'code.failures' returning key`
  expect(counted).toHaveLength(1)
  const userId = await forgot(ownerEmail)
  const code = await readCode(running, ownerEmail)
  expect((await reset(userId, code)).status).toBe(200)
  // Until the counter falls again, each network gets one try a minute.
  expect((await reset(newKey(), code)).status).toBe(429)
})

/** @returns the refusal's code, or 'done' if the code was right */
async function resetFrom(network: string, userId: string, otpCode: string): Promise<string> {
  const by = { kind: 'visitor', network, userAgent: 'test' } as const
  const body = { userId, otpCode, newPassword, device: null }
  const asked = runInSteps(running.server, by, (steps) => resetPassword(body, steps))
  return asked.then(
    () => 'done',
    ({ code }) => String(code),
  )
}

/** Five wrong codes for each address. */
async function guessFrom(network: string, emails: string[]) {
  const answers: string[] = []
  for (const email of emails) {
    const userId = await forgotFrom(network, email)
    for (let by = 1; by <= 5; by += 1) answers.push(await resetFrom(network, userId, `00000${by}`))
  }
  return answers
}

test('resets by link only until the next day after a day’s wrong codes of all accounts', async () => {
  const { ownerEmail } = shop
  const userId = await forgot(ownerEmail)
  const code = await readCode(running, ownerEmail)
  await countWrongOfPlatform(serverLimits.resetCodeFailuresPerDayOnPlatform - 1)
  expect((await reset(userId, otherCode(code, 1))).body.code).toBe('code_wrong')
  const refused = await reset(userId, code)
  expect(refused.body.code).toBe('reset_by_link')
  expect(refused.body.message).toContain('link in the email')
  expect((await reset(userId, await readToken(ownerEmail))).status).toBe(200)
  running.turnClock(2 * 3_600_000)
  await forgot(ownerEmail)
  expect((await readMail(running, ownerEmail)).kind).toBe('resetByLink')
  running.turnClock(24 * 3_600_000)
  const nextDay = await forgot(ownerEmail)
  expect((await reset(nextDay, await readCode(running, ownerEmail))).status).toBe(200)
})

test('limits one network to a small share of the day’s wrong codes', async () => {
  const strangers = '203.0.113.9'
  const others: string[] = []
  for (let n = 0; n < 5; n += 1) others.push((await createTestBusiness(running)).ownerEmail)
  const answers = await guessFrom(strangers, others)
  const share = serverLimits.resetCodeFailuresPerNetworkPerDay
  expect(answers.filter((code) => code === 'code_wrong')).toHaveLength(share)
  expect(answers.filter((code) => code === 'reset_by_link')).toHaveLength(others.length * 5 - share)
  expect(await countedOfPlatform()).toBe(share)
  const userId = await forgot(shop.ownerEmail)
  expect((await reset(userId, await readCode(running, shop.ownerEmail))).status).toBe(200)
})

test('gives one provider’s networks the wrong codes of eight', async () => {
  const share = serverLimits.wideNetworkFactor * serverLimits.resetCodeFailuresPerNetworkPerDay
  const invented = Array.from({ length: 2 }, (_, of) => `invented-${of}@example.com`)
  await guessFrom('2001:db8:7:1::/64', invented.slice(0, 1))
  const key = attemptKey('code.reset', '2001:db8:7::/48')
  await running.sql`update attempt set count = ${share - 1} where key = ${key}`
  const answers = await guessFrom('2001:db8:7:2::/64', invented.slice(1))
  expect(answers).toEqual(['code_wrong', ...Array(4).fill('reset_by_link')])
  // Codes for invented addresses reset nothing, so guessing them costs others nothing.
  expect(await countedOfPlatform()).toBe(0)
  const userId = await forgot(shop.ownerEmail)
  expect((await reset(userId, await readCode(running, shop.ownerEmail))).status).toBe(200)
})

async function countWrongOfPlatform(count: number): Promise<void> {
  const now = running.server.clock.now()
  await running.sql`insert into attempt (key, count, since_at, last_at)
    values ('code.reset', ${count}, ${now}, ${now})`
}

async function countedOfPlatform(): Promise<number> {
  const [row] = await running.sql`select count from attempt where key = 'code.reset'`
  return row?.count ?? 0
}

test('refuses a commonly guessed password before using the code', async () => {
  const userId = await forgot(shop.ownerEmail)
  const code = await readCode(running, shop.ownerEmail)
  const weak = await reset(userId, code, 'Welcome2026!')
  expect([weak.status, weak.body.errors?.[0]?.field]).toEqual([400, 'newPassword'])
  expect((await reset(userId, code)).status).toBe(200)
})

test('hashes nothing and slows no one for guesses at unknown flows, and stops their network', async () => {
  const flooding = Array.from({ length: 100 }, () => reset(newKey(), '123456'))
  const statuses = (await Promise.all(flooding)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 400)).toHaveLength(60)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  const counted = await running.sql`select key from attempt where key = 'code.failures'`
  expect(counted).toEqual([])
})

test('doesn’t count a right code as a guess', async () => {
  const userId = await forgot(shop.ownerEmail)
  for (let n = 0; n < 59; n += 1) await reset(newKey(), '123456')
  expect((await reset(userId, await readCode(running, shop.ownerEmail))).status).toBe(200)
  expect((await reset(newKey(), '123456')).status).toBe(400)
  expect((await reset(newKey(), '123456')).status).toBe(429)
})

test('limits the addresses that one network can request mails for', async () => {
  const statuses = new Set<number>()
  for (let n = 0; n < 61; n += 1) {
    const answer = await browser().call('auth.forgotPassword', {
      body: { email: `person${n}@example.com` },
    })
    statuses.add(answer.status)
  }
  expect(statuses).toEqual(new Set([200, 429]))
})
