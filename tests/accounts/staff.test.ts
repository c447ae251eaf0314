/** An owner's team: inviting by e-mail, joining, canceling invites. */
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { readCode, readMail, readMails } from '#tests/support/mail.ts'
import { forgetTries, signInSuperAdmin } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
const browser = () => new TestBrowser(running.url)
const newAddress = () => `till-${newId().slice(-12)}@example.com`

beforeEach(async () => {
  await forgetTries(running)
  shop = await createTestBusiness(running)
  owner = await browser().signIn(shop.ownerEmail)
})

function invite(email: string, who = owner, businessId = shop.businessId) {
  return who.call('business.inviteStaff', { params: { businessId }, body: { email } })
}

async function join(email: string): Promise<TestBrowser> {
  const [code] = (await readMail(running, email)).text.match(/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/) ?? []
  const person = { firstName: 'Tam', lastName: 'Okoro', email, password: testPassword }
  const registered = await browser().call('auth.register', {
    body: { inviteCode: code, ...person },
  })
  const { userId } = registered.body
  const otpCode = await readCode(running, email)
  await browser().call('auth.verifyEmail', { body: { userId, otpCode } })
  return browser().signIn(email)
}

async function team() {
  const { body } = await owner.call('business.staff', { params: { businessId: shop.businessId } })
  return body
}

test('lets an invited person join the business as staff', async () => {
  const email = newAddress()
  const invited = await invite(email)
  expect([invited.status, invited.body.pending]).toEqual([201, true])
  expect((await team()).map(({ pending }) => pending)).toEqual([false, false, true])

  const joined = await join(email)
  expect((await joined.call('auth.user')).body).toMatchObject({
    role: 'staff',
    businessId: shop.businessId,
  })
  const after = await team()
  expect(after.find((member) => member.email === email)).toMatchObject({
    firstName: 'Tam',
    pending: false,
  })
  expect(after).toHaveLength(3)
})

test('resends the same invite, and refuses to invite a team member', async () => {
  const email = newAddress()
  const first = await invite(email)
  running.turnClock(61_000)
  const second = await invite(email.toUpperCase())
  expect(second.body.id).toBe(first.body.id)
  expect(await readMails(running, email)).toHaveLength(2)
  expect((await invite(shop.staffEmail)).status).toBe(409)
})

test('shows when an invite expires, and renews an expired one', async () => {
  const email = newAddress()
  const { id, expiresAt } = (await invite(email)).body
  expect(Date.parse(expiresAt ?? '')).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  await running.sql`update invite set expires_at = now() where id = ${id}`
  const find = async () => (await team()).find((member) => member.id === id)
  expect(Date.parse((await find())?.expiresAt ?? '')).toBeLessThanOrEqual(Date.now())
  running.turnClock(61_000)
  await invite(email)
  expect(Date.parse((await find())?.expiresAt ?? '')).toBeGreaterThan(Date.now())
  const params = { businessId: shop.businessId, staffId: id }
  await owner.call('business.removeStaff', { params })
})

test('mails one address at most once a minute and three times an hour', async () => {
  const email = newAddress()
  const statuses: number[] = []
  for (let n = 0; n < 25; n += 1) statuses.push((await invite(email)).status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  const refused = await invite(email)
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  for (let n = 0; n < 5; n += 1) {
    running.turnClock(61_000)
    await invite(email)
  }
  expect(await readMails(running, email)).toHaveLength(3)
  expect((await team()).filter(({ pending }) => pending)).toHaveLength(1)
  // Canceling and inviting again targets the same mailbox.
  const { id } = (await team()).find(({ pending }) => pending) ?? { id: '' }
  await owner.call('business.removeStaff', {
    params: { businessId: shop.businessId, staffId: id },
  })
  expect((await invite(email)).status).toBe(429)
})

test('limits a business to fifty invite mails a day', async () => {
  for (let n = 0; n < 50; n += 1) expect((await invite(newAddress())).status).toBe(201)
  expect((await invite(newAddress())).status).toBe(429)
  const other = await createTestBusiness(running)
  const its = await browser().signIn(other.ownerEmail)
  expect((await invite(newAddress(), its, other.businessId)).status).toBe(201)
})

test('accepts no canceled invite', async () => {
  const email = newAddress()
  const { id } = (await invite(email)).body
  const params = { businessId: shop.businessId, staffId: id }
  expect((await owner.call('business.removeStaff', { params })).status).toBe(200)
  expect(await team()).toHaveLength(2)
  await expect(join(email)).rejects.toThrow()
  expect((await owner.call('business.removeStaff', { params })).status).toBe(404)
})

test('lists no staff invite among owner invites', async () => {
  const email = newAddress()
  const { id } = (await invite(email)).body
  const admin = await signInSuperAdmin(running)
  const { body } = await admin.call('admin.inviteCodes')
  expect(body.some((shown) => shown.id === id)).toBe(false)
  const params = { inviteId: id }
  expect((await admin.call('admin.resendInviteCode', { params })).status).toBe(404)
  expect((await admin.call('admin.revokeInviteCode', { params })).status).toBe(404)
})

test('refuses staff, other owners and strangers', async () => {
  const other = await createTestBusiness(running)
  const foreigner = await browser().signIn(other.ownerEmail)
  const staff = await browser().signIn(shop.staffEmail)
  const { id } = (await staff.call('auth.user')).body
  const params = { businessId: shop.businessId, staffId: id }
  for (const [who, status] of [
    [foreigner, 404],
    [staff, 403],
    [browser(), 401],
  ] as const) {
    expect((await who.call('business.staff', { params })).status).toBe(status)
    expect((await invite(newAddress(), who)).status).toBe(status)
    expect((await who.call('business.removeStaff', { params })).status).toBe(status)
    const changed = await who.call('business.changeStaffRole', { params, body: { role: 'staff' } })
    expect(changed.status).toBe(status)
  }
  // An id of another business isn't found through your own business either.
  const own = { businessId: other.businessId, staffId: id }
  expect((await foreigner.call('business.removeStaff', { params: own })).status).toBe(404)
  expect((await staff.call('auth.user')).status).toBe(200)
})

test('refuses invites from a paused business', async () => {
  const paused = await createTestBusiness(running, { status: 'suspended' })
  const its = await browser().signIn(paused.ownerEmail)
  const answer = await invite(newAddress(), its, paused.businessId)
  expect([answer.status, answer.body.code]).toEqual([403, 'read_only'])
})
