/** The welcome: mailed with the link to the card, held if it may be farmed, decided by an owner. */
import { beforeAll, expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { verifyLedger } from '#sync-server/loyalty/verify-ledger.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { readMail, readMails } from '#tests/support/mail.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'

const running = serverOfFile()
let shop: TestBusiness
let owner: TestDevice

beforeAll(async () => {
  shop = await createTestBusiness(running)
  owner = await deviceOf(shop.ownerEmail)
})

const deviceOf = async (email: string) =>
  new TestDevice(await new TestBrowser(running.url).signIn(email))
const join = (changes: Record<string, unknown> = {}, at = shop) => {
  const body = { ...signUpPayload(), ...changes }
  return new TestBrowser(running.url)
    .call('customer.signUp', { params: { code: at.code }, body })
    .then((answer) => ({ ...body, answer }))
}
const cardLink = (text: string) => /\/customer\/([0-9a-f-]{36})/.exec(text)?.[1] ?? ''
const openCard = (customerId: string) =>
  new TestBrowser(running.url).call('customer.page', { params: { customerId } })
const keysOf = async (memberId: string) =>
  (await running.sql`select device from customer_key where member_id = ${memberId}`).map(
    ({ device }) => device,
  )

/** A member whose welcome is held, because another member has the same mailbox. */
async function joinHeld(at = shop) {
  const mailbox = newId()
  await join({ email: `${mailbox}@example.com` }, at)
  return join({ email: `${mailbox}+2@example.com` }, at)
}
const decide = (memberId: string, release: boolean, by = owner) =>
  by.push(by.make('welcome.decide', { memberId, release }))

test('mails a visitor a link of its own, besides the one on their phone', async () => {
  const id = newKey()
  const { email, memberId } = await join({ id })
  const mail = await readMail(running, email)
  expect(mail.subject).toMatch(/^Welcome to Test Café/)
  expect(mail.text).toContain('You got 100 welcome points and a coupon for 10% off.')
  const mailed = cardLink(mail.text)
  expect(mailed).not.toBe(id)
  for (const key of [mailed, id]) {
    expect((await openCard(key)).body.customer).toMatchObject({ memberId, points: 100 })
  }
  expect(await keysOf(memberId)).toEqual(expect.arrayContaining(['Mailed link']))
  expect(await keysOf(memberId)).toHaveLength(2)
})

test('mails the only link to someone whom staff sign up', async () => {
  const staff = await deviceOf(shop.staffEmail)
  const person = signUpPayload()
  const { body } = await staff.push(staff.make('customer.signUp', person))
  expect(body.verdicts).toMatchObject([{ status: 'applied' }])
  expect(JSON.stringify(body)).not.toContain('customer/')
  const mail = await readMail(running, person.email)
  expect((await openCard(cardLink(mail.text))).body.customer.memberId).toBe(person.memberId)
  expect(await keysOf(person.memberId)).toEqual(['Mailed link'])
})

test('mails a card without a promise if the welcome is empty', async () => {
  const bare = await createTestBusiness(running, { welcomePoints: 0, welcomeDiscountPercent: 0 })
  const { email } = await join({}, bare)
  expect((await readMail(running, email)).text).not.toContain('You got')
})

test('mails no held welcome, and gives it once an owner releases it', async () => {
  const { email, memberId, answer } = await joinHeld()
  expect(answer.body).toMatchObject({ bonusPoints: 0, welcomeCoupon: null })
  expect(await readMails(running, email)).toEqual([])
  expect(await keysOf(memberId)).toHaveLength(1)

  const waiting = () =>
    owner.browser.call('business.attention', { params: { businessId: shop.businessId } })
  expect((await waiting()).body.heldWelcomes).toContainEqual(
    expect.objectContaining({ memberId, email, why: 'same_mailbox' }),
  )
  const released = await decide(memberId, true)
  expect(released.body.verdicts).toMatchObject([{ status: 'applied', result: { points: 100 } }])
  expect((await waiting()).body.heldWelcomes.map((each) => each.memberId)).not.toContain(memberId)
  const card = await openCard(cardLink((await readMail(running, email)).text))
  expect(card.body).toMatchObject({ customer: { points: 100 }, welcomeHeld: false })
  expect(card.body.coupons).toMatchObject([{ source: 'welcome', discountValue: '10.00' }])

  for (const release of [true, false]) {
    const again = await decide(memberId, release)
    expect(again.body.verdicts).toMatchObject([{ code: 'welcome_decided' }])
  }
  expect(await running.server.doors.tenantSnapshot(shop.businessId, verifyLedger)).toEqual([])
})

test('never gives a declined welcome; the member stays and earns', async () => {
  const { email, memberId } = await joinHeld()
  expect((await decide(memberId, false)).body.verdicts).toMatchObject([{ status: 'applied' }])
  expect((await decide(memberId, true)).body.verdicts).toMatchObject([{ code: 'welcome_decided' }])
  expect(await readMails(running, email)).toEqual([])
  const sold = owner.make('purchase.record', { purchaseId: newId(), memberId, amount: '5.00' })
  expect((await owner.push(sold)).body.verdicts).toMatchObject([{ status: 'applied' }])
})

test('refuses a release into a full balance and keeps the welcome held', async () => {
  const { memberId, email } = await joinHeld()
  const add = (points: number) =>
    owner.make('points.adjust', { memberId, points, reason: 'Moved over' })
  const times = Math.floor(serverLimits.balanceMax / limits.pointsMax)
  const rest = serverLimits.balanceMax - times * limits.pointsMax
  const added = Array.from({ length: times }, () => limits.pointsMax)
  const all = [...added, rest].filter((points) => points > 0)
  for (let at = 0; at < all.length; at += limits.pushOperations) {
    await owner.push(...all.slice(at, at + limits.pushOperations).map(add))
  }
  const released = await decide(memberId, true)
  expect(released.body.verdicts).toMatchObject([{ status: 'refused', code: 'points_over' }])
  const [row] = await running.sql`select points::int, welcome,
      (select count(*)::int from coupon
        where business_id = c.business_id and member_id = c.id) as coupons
    from customer c where id = ${memberId}`
  expect(row).toEqual({ points: serverLimits.balanceMax, welcome: 'held', coupons: 0 })
  expect(await readMails(running, email)).toEqual([])
  await owner.push(add(-100))
  expect((await decide(memberId, true)).body.verdicts).toMatchObject([{ status: 'applied' }])
})

test('counts one of two owners’ simultaneous decisions', async () => {
  const second = await deviceOf(shop.ownerEmail)
  const { memberId } = await joinHeld()
  const answers = await Promise.all([decide(memberId, true), decide(memberId, false, second)])
  const outcomes = answers.flatMap(({ body }) => body.verdicts.map((each) => each.code ?? 'done'))
  expect(outcomes.sort()).toEqual(['done', 'welcome_decided'])
})

test('refuses staff and other businesses’ owners', async () => {
  const { memberId } = await joinHeld()
  const staff = await deviceOf(shop.staffEmail)
  expect((await decide(memberId, true, staff)).body.verdicts).toMatchObject([
    { code: 'not_allowed' },
  ])
  const other = await createTestBusiness(running)
  const stranger = await deviceOf(other.ownerEmail)
  expect((await decide(memberId, true, stranger)).body.verdicts).toMatchObject([
    { status: 'parked', code: 'member_not_arrived' },
  ])
  const params = { businessId: shop.businessId }
  expect((await stranger.browser.call('business.attention', { params })).status).toBe(404)
  expect((await staff.browser.call('business.attention', { params })).status).toBe(403)
})

test('names the reason over a network’s limit', async () => {
  const busy = await createTestBusiness(running, { welcomesPerNetworkPerDay: 1 })
  await join({}, busy)
  const { memberId } = await join({}, busy)
  const its = await deviceOf(busy.ownerEmail)
  const { body } = await its.browser.call('business.attention', {
    params: { businessId: busy.businessId },
  })
  expect(body.heldWelcomes).toMatchObject([{ memberId, why: 'many_joined' }])
})

test('promises nothing on a paused program’s sign-up page', async () => {
  const paused = await createTestBusiness(running, { status: 'suspended' })
  const { body } = await new TestBrowser(running.url).call('signUp.lookUp', {
    params: { code: paused.code },
  })
  expect(body).toMatchObject({
    paused: true,
    welcome: { points: 0, discountPercent: 0 },
    rewards: [],
  })
})
