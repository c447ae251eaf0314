/**
 * The owner's devices: who is signed in where, and per device its arrived operations, their outcomes
 * and missing numbers.
 */
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { signInSuperAdmin } from '#tests/support/people.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestBrowser
beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
})

const listed = async () =>
  (await owner.call('business.devices', { params: { businessId: shop.businessId } })).body

const agents = {
  android: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36',
  windows: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36',
}

async function signInWith(email: string, userAgent: string): Promise<TestBrowser> {
  const browser = new TestBrowser(running.url)
  const body = { email, password: testPassword }
  await browser.call('auth.login', { body, headers: { 'User-Agent': userAgent } })
  return browser
}

test('counts each received operation once and names missing numbers', async () => {
  const device = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  const signUp = () => device.make('customer.signUp', signUpPayload())
  const [first, second, third, fourth, fifth] = [
    signUp(),
    device.make('purchase.reverse', { purchaseId: newId(), memberId: newId() }),
    { ...signUp(), discarded: true },
    device.make('coupon.use', { code: 'AAAA-BBBB-CCCC' }),
    signUp(),
  ]
  const handIn = (operations: object[]) =>
    device.browser.call('sync.push', {
      body: {
        outboxId: device.outboxId,
        deviceNow: new Date().toISOString(),
        lastSeq: 5,
        settledSeq: 0,
        operations,
      },
    })
  await handIn([first, second])
  // The answer was lost: resend the same.
  await handIn([first, second])
  const proof = (await listed()).find(({ outboxId }) => outboxId === device.outboxId)
  expect(proof).toMatchObject({
    name: 'Test staff',
    isTill: false,
    isWithdrawn: false,
    received: 2,
    applied: 1,
    parked: 1,
    missing: { from: 3, through: 5, count: 3 },
  })
  await handIn([fourth])
  const proofs = async () => (await listed()).filter(({ outboxId }) => outboxId !== null)
  expect(await proofs()).toMatchObject([
    { received: 3, refused: 1, missing: { from: 3, through: 5, count: 2 } },
  ])
  await handIn([fourth, fifth])
  expect(await proofs()).toMatchObject([
    { received: 4, applied: 2, missing: { from: 3, through: 3, count: 1 } },
  ])
  await handIn([third])
  expect(await proofs()).toMatchObject([
    { received: 5, applied: 2, parked: 1, refused: 1, discarded: 1, missing: null },
  ])
})

test('marks the device of a removed person and hides those of other businesses and super admins', async () => {
  const other = await createTestBusiness(running)
  const foreign = new TestDevice(await new TestBrowser(running.url).signIn(other.staffEmail))
  await foreign.push(foreign.make('customer.signUp', signUpPayload()))
  await signInSuperAdmin(running)
  const staff = await new TestBrowser(running.url).signIn(shop.staffEmail)
  const { id: staffId } = (await staff.call('auth.user')).body
  await owner.call('business.removeStaff', { params: { businessId: shop.businessId, staffId } })
  const devices = await listed()
  expect(devices.map(({ name, isWithdrawn }) => [name, isWithdrawn]).sort()).toEqual([
    ['Test business_admin', false],
    ['Test staff', true],
  ])
})

test('lists a device that only reads, once, and signs it out', async () => {
  const other = await createTestBusiness(running)
  const { businessId } = other
  const params = { businessId }
  const boss = await signInWith(other.ownerEmail, agents.windows)
  const reader = await signInWith(other.staffEmail, agents.android)
  const seller = new TestDevice(await signInWith(other.staffEmail, agents.android))
  await seller.push(seller.make('customer.signUp', signUpPayload()))
  const enrolling = await signInWith(other.ownerEmail, agents.android)
  const asTill = { body: { name: 'Front counter' }, headers: { 'User-Agent': agents.android } }
  await enrolling.call('business.enrollTill', { params, ...asTill })
  const leaving = await signInWith(other.staffEmail, agents.android)
  await leaving.call('auth.logout')
  const devices = async () => (await boss.call('business.devices', { params })).body

  const list = await devices()
  const shown = list.map(({ name, device, outboxId, isTill, isCurrent }) => ({
    name,
    device,
    hasSent: outboxId !== null,
    isTill,
    isCurrent,
  }))
  const phone = { device: 'Chrome on Android', isTill: false, isCurrent: false }
  expect(shown).toHaveLength(4)
  expect(shown).toEqual(
    expect.arrayContaining([
      {
        ...phone,
        name: 'Test business_admin',
        device: 'Chrome on Windows',
        hasSent: false,
        isCurrent: true,
      },
      { ...phone, name: 'Test staff', hasSent: false },
      { ...phone, name: 'Test staff', hasSent: true },
      { ...phone, name: 'Front counter', hasSent: false, isTill: true },
    ]),
  )
  for (const { signedInAt } of list) expect(signedInAt).toMatch(/^\d{4}-/)

  const lost = list.find((one) => one.name === 'Test staff' && one.outboxId === null)
  const query = { sessionId: lost?.sessionId ?? '' }
  const asked = { params: { businessId, staffId: lost?.accountId ?? '' }, query }
  expect((await boss.call('business.signOutStaff', asked)).status).toBe(200)
  expect((await reader.call('sync.pull', {})).body.code).toBe('device_revoked')
  expect((await seller.browser.call('sync.pull', {})).status).toBe(200)
  expect((await devices()).map(({ sessionId }) => sessionId)).not.toContain(lost?.sessionId)
})

test('says when a device was last seen, also if it only reads', async () => {
  const other = await createTestBusiness(running)
  const params = { businessId: other.businessId }
  const boss = await new TestBrowser(running.url).signIn(other.ownerEmail)
  const seller = new TestDevice(await new TestBrowser(running.url).signIn(other.staffEmail))
  await seller.push(seller.make('customer.signUp', signUpPayload()))
  const seenAt = async () => {
    const { body } = await boss.call('business.devices', { params })
    return Date.parse(body.find(({ name }) => name === 'Test staff')?.lastHeardAt ?? '')
  }
  const before = await seenAt()
  running.turnClock(600_000)
  expect((await seller.browser.call('sync.pull', {})).status).toBe(200)
  expect((await seenAt()) - before).toBeGreaterThanOrEqual(600_000)
  running.turnClock(-600_000)
})

test('omits a device after a long silence', async () => {
  running.turnClock(91 * 86_400_000)
  const later = await new TestBrowser(running.url).signIn(shop.ownerEmail)
  const asked = { params: { businessId: shop.businessId } }
  expect((await later.call('business.devices', asked)).body).toMatchObject([{ isCurrent: true }])
  running.turnClock(-91 * 86_400_000)
})

test('makes all devices of a colleague wipe on a remote sign-out, and no others', async () => {
  const other = await createTestBusiness(running)
  const boss = await new TestBrowser(running.url).signIn(other.ownerEmail)
  const lost = new TestDevice(await new TestBrowser(running.url).signIn(other.staffEmail))
  await lost.push(lost.make('customer.signUp', signUpPayload()))
  const { businessId } = other
  const [device] = (await boss.call('business.devices', { params: { businessId } })).body.filter(
    ({ name }) => name === 'Test staff',
  )
  const params = { businessId, staffId: device?.accountId ?? '' }
  expect((await boss.call('business.signOutStaff', { params })).status).toBe(200)
  const told = await lost.browser.call('sync.pull', {})
  expect([told.status, told.body.code]).toEqual([401, 'device_revoked'])
  expect((await boss.call('auth.user')).status).toBe(200)
  // The colleague can sign in again on a device they hold.
  const again = await new TestBrowser(running.url).signIn(other.staffEmail)
  expect((await again.call('sync.pull', {})).status).toBe(200)
})

test('tells the devices of one person apart, and signs out one of them', async () => {
  const other = await createTestBusiness(running)
  const { businessId } = other
  const boss = await new TestBrowser(running.url).signIn(other.ownerEmail)
  const sendWith = async (userAgent: string) => {
    const device = new TestDevice(await signInWith(other.staffEmail, userAgent))
    await device.push(device.make('customer.signUp', signUpPayload()))
    return device
  }
  const phone = await sendWith(agents.android)
  const desk = await sendWith(agents.windows)
  const devices = async () => (await boss.call('business.devices', { params: { businessId } })).body
  const proofOf = async ({ outboxId }: TestDevice) =>
    (await devices()).find((device) => device.outboxId === outboxId)
  const lost = await proofOf(phone)
  expect([lost?.device, (await proofOf(desk))?.device]).toEqual([
    'Chrome on Android',
    'Chrome on Windows',
  ])

  const signOut = (sessionId: string) =>
    boss.call('business.signOutStaff', {
      params: { businessId, staffId: lost?.accountId ?? '' },
      query: { sessionId },
    })
  const own = (await boss.call('auth.sessions')).body[0]?.id ?? ''
  expect((await signOut(own)).status).toBe(404)
  expect((await signOut(lost?.sessionId ?? '')).status).toBe(200)
  expect((await phone.browser.call('sync.pull', {})).body.code).toBe('device_revoked')
  expect((await desk.browser.call('sync.pull', {})).status).toBe(200)
  expect((await boss.call('auth.user')).status).toBe(200)
  expect(await proofOf(phone)).toMatchObject({ device: 'Chrome on Android', sessionId: null })
  expect((await signOut(lost?.sessionId ?? '')).status).toBe(404)
})

test('makes a lost device wipe even if its person changed the password first', async () => {
  const other = await createTestBusiness(running)
  const boss = await new TestBrowser(running.url).signIn(other.ownerEmail)
  const lost = new TestDevice(await new TestBrowser(running.url).signIn(other.staffEmail))
  await lost.push(lost.make('customer.signUp', signUpPayload()))
  const here = await new TestBrowser(running.url).signIn(other.staffEmail)
  const body = { currentPassword: testPassword, newPassword: 'Another-passw0rd-of-theirs' }
  expect((await here.call('auth.changePassword', { body })).status).toBe(200)
  const { businessId } = other
  const [device] = (await boss.call('business.devices', { params: { businessId } })).body.filter(
    ({ name }) => name === 'Test staff',
  )
  const params = { businessId, staffId: device?.accountId ?? '' }
  expect((await boss.call('business.signOutStaff', { params })).status).toBe(200)
  expect((await lost.browser.call('sync.pull', {})).body.code).toBe('device_revoked')
})

test('shows no session under the name of another person', async () => {
  const { ownerEmail, staffEmail, businessId } = await createTestBusiness(running)
  const boss = await new TestBrowser(running.url).signIn(ownerEmail)
  const staff = new TestDevice(await new TestBrowser(running.url).signIn(staffEmail))
  const own = new TestDevice(boss)
  await own.push(own.make('customer.signUp', signUpPayload()))
  staff.outboxId = own.outboxId
  await staff.push(staff.make('customer.signUp', signUpPayload()))
  const { body } = await boss.call('business.devices', { params: { businessId } })
  const sessions = body.map(({ name, sessionId }) => [name, sessionId !== null])
  expect(sessions.sort()).toEqual([
    ['Test business_admin', false],
    ['Test business_admin', true],
    ['Test staff', true],
  ])
})
