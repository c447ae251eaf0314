/**
 * After a join and its undo, each phone opens the card of its own member, and a withdrawn consent
 * stays withdrawn.
 *
 * @module-tag deep
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { firstRuleId } from '#schema/contract/earning.ts'
import type { OperationName } from '#schema/contract/operation.ts'
import { signUnsubscribe } from '#sync-server/loyalty/campaigns/unsubscribe.ts'
import { pushKeys } from '#sync-server/notifications/push-keys.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { type PushService, startPushService } from '#tests/support/web-push.ts'

const running = serverOfFile()
let service: PushService
let shop: TestBusiness
let owner: TestDevice
let visitor: TestBrowser

beforeAll(async () => {
  service = await startPushService(() => pushKeys(running.server.config).publicKey)
  visitor = new TestBrowser(running.url)
})
beforeEach(async () => {
  shop = await createTestBusiness(running)
  owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
  const changes = { signUpWithoutEmail: true }
  await apply('program.change', { revision: firstRuleId, changes })
})
afterAll(() => service.close())

async function apply(name: OperationName, payload: object) {
  const { body } = await owner.push(owner.make(name, payload as never))
  expect(body.verdicts).toMatchObject([{ status: 'applied' }])
}
async function signUp(changes: Parameters<typeof signUpPayload>[0] = {}) {
  const payload = signUpPayload(changes)
  await apply('customer.signUp', payload)
  return payload
}
async function joinByCode() {
  const customerId = newKey()
  const body = { ...signUpPayload(), id: customerId }
  const params = { code: shop.code }
  expect((await visitor.call('customer.signUp', { params, body })).status).toBe(201)
  return { memberId: body.memberId, customerId }
}
const join = (keepId: string, joinId: string) => apply('customer.join', { keepId, joinId })
const separate = (keepId: string, joinId: string) =>
  apply('customer.separate', { keepId, joinId, spentSeen: 0 })
const memberOf = async (customerId: string) =>
  (await visitor.call('customer.page', { params: { customerId } })).body.customer?.memberId

test('a code of a joined member opens their own card after the undo', async () => {
  const keep = await signUp({ email: '', phone: '+1 206 555 1001' })
  const joined = await signUp({ email: '', phone: '+1 206 555 1002' })
  const params = { businessId: shop.businessId, memberId: joined.memberId }
  const made = await owner.browser.call('business.makeCardLink', {
    params,
    body: { printed: true },
  })
  await join(keep.memberId, joined.memberId)
  const id = newKey()
  const ticket = new URL(made.body.url).hash.slice(1)
  const opened = await visitor.call('customer.openCard', { body: { ticket, id } })
  expect(opened.status).toBe(200)
  expect(await memberOf(id)).toBe(keep.memberId)
  await separate(keep.memberId, joined.memberId)
  expect(await memberOf(id)).toBe(joined.memberId)
})

test('a new address of a joined card opens their own card after the undo', async () => {
  const keep = await signUp()
  const joined = await joinByCode()
  await join(keep.memberId, joined.memberId)
  const id = newKey()
  const params = { customerId: joined.customerId }
  const changed = await visitor.call('customer.changeAddress', { params, body: { id } })
  expect(changed.status).toBe(200)
  expect(await memberOf(id)).toBe(keep.memberId)
  await separate(keep.memberId, joined.memberId)
  expect(await memberOf(id)).toBe(joined.memberId)
})

test('the phone of a joined card gets no notifications of the kept member after the undo', async () => {
  const keep = await joinByCode()
  const joined = await joinByCode()
  await join(keep.memberId, joined.memberId)
  const { subscription } = service.subscribe()
  const body = {
    subscription,
    kinds: ['points' as const],
    quietFrom: '00:00',
    quietUntil: '00:00',
    timeZone: 'America/New_York',
  }
  const params = { customerId: joined.customerId }
  const set = await visitor.call('customer.setNotifications', { params, body })
  expect(set.status).toBeLessThan(300)
  await separate(keep.memberId, joined.memberId)
  const ofKept = { params: { customerId: keep.customerId } }
  const { body: left } = await visitor.call('customer.notifications', ofKept)
  expect(left.devices).toEqual([])
  const own = await visitor.call('customer.ownData', ofKept)
  expect(own.body.consents.push).toBe(false)
})

test('unsubscribing by a link of the joined member ends emails to that mailbox', async () => {
  const name = `ada.${newId().slice(0, 8)}`
  const consent = { marketingEmailConsent: true }
  const keep = await signUp({ ...consent, email: `${name}@gmail.com` })
  const joined = await signUp({ ...consent, email: `${name.replace('.', '')}@gmail.com` })
  const other = await signUp(consent)
  const tokenOf = ({ memberId, email }: typeof joined) =>
    signUnsubscribe(
      { businessId: shop.businessId, memberId, email },
      running.server.clock.now(),
      running.server.config,
    )
  const [token, ofOther] = [await tokenOf(joined), await tokenOf(other)]
  await join(keep.memberId, joined.memberId)
  await join(keep.memberId, other.memberId)
  const agrees = async () =>
    running.sql`select marketing_email as email from customer where id = ${keep.memberId}`
  // This link belongs to another mailbox, so the kept member's consent stays.
  await visitor.call('mail.unsubscribe', { params: { token: ofOther } })
  expect(await agrees()).toEqual([{ email: true }])
  expect((await visitor.call('mail.unsubscribe', { params: { token } })).status).toBe(200)
  expect(await agrees()).toEqual([{ email: false }])
})

test.each([
  ['joined', 'before'],
  ['separated', 'while joined'],
])('a redemption repeated once the two are %s counts once', async (end, asked) => {
  const keep = await joinByCode()
  const joined = await joinByCode()
  if (asked === 'while joined') await join(keep.memberId, joined.memberId)
  const redeem = () =>
    visitor.call('reward.redeem', {
      params: { customerId: joined.customerId, rewardId: shop.rewardId },
      body: {},
      headers: { 'idempotency-key': 'once' },
    })
  const first = await redeem()
  expect(first.status).toBe(200)
  if (end === 'joined') await join(keep.memberId, joined.memberId)
  else await separate(keep.memberId, joined.memberId)
  expect((await redeem()).body).toEqual(first.body)
  expect(
    await running.sql<{ count: number }[]>`select count(*)::int as count from coupon
      where business_id = ${shop.businessId} and source = 'reward'`,
  ).toEqual([{ count: 1 }])
})

test('a correction from a joined card repeated after the join gets its first answer', async () => {
  const keep = await joinByCode()
  const joined = await joinByCode()
  const change = () =>
    visitor.call('customer.change', {
      params: { customerId: joined.customerId },
      body: { changes: { phone: '+1 555 010 0142' }, seen: { phone: '' } },
      headers: { 'idempotency-key': 'once' },
    })
  const first = await change()
  expect(first.status).toBe(200)
  await join(keep.memberId, joined.memberId)
  expect(await change()).toMatchObject({ status: 200, body: first.body })
  const phones =
    await running.sql`select coalesce(phone, '') as phone from customer where id = ${keep.memberId}`
  expect(phones).toEqual([{ phone: '' }])
})
