/**
 * Notifications on customers' phones, delivered to a push service that speaks the real protocol.
 *
 * @module-tag deep
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, startOfDay } from '#schema/contract/day.ts'
import type { NotificationSetting } from '#schema/contract/notification.ts'
import { hourMs } from '#schema/contract/time-spans.ts'
import { notifyCustomers } from '#sync-server/jobs.ts'
import { digestOf } from '#sync-server/notifications/devices.ts'
import { findNews } from '#sync-server/notifications/find-news.ts'
import { pushKeys } from '#sync-server/notifications/push-keys.ts'
import { newId, newKey } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { serverOfFile } from '#tests/support/file-server.ts'
import { readMail } from '#tests/support/mail.ts'
import { createTestBusiness, type TestBusiness } from '#tests/support/server.ts'
import { type Phone, type PushService, startPushService } from '#tests/support/web-push.ts'

const running = serverOfFile()
let service: PushService
let shop: TestBusiness
let staff: TestDevice
let card: TestBrowser
let customerId: string
let memberId: string
let email: string
let phone: Phone

beforeAll(async () => {
  service = await startPushService(() => pushKeys(running.server.config).publicKey)
})
beforeEach(async () => {
  service.status = 201
  shop = await createTestBusiness(running, { name: 'Lantern House Café' })
  staff = new TestDevice(await new TestBrowser(running.url).signIn(shop.staffEmail))
  card = new TestBrowser(running.url)
  const payload = signUpPayload()
  memberId = payload.memberId
  email = payload.email
  const joined = await card.call('customer.signUp', { params: { code: shop.code }, body: payload })
  customerId = joined.body.customer.id
  phone = service.subscribe()
})
afterAll(() => service.close())

const setting = (changes: Partial<NotificationSetting> = {}): NotificationSetting => ({
  subscription: phone.subscription,
  kinds: ['points', 'coupon', 'reward'],
  quietFrom: '00:00',
  quietUntil: '00:00',
  timeZone: 'America/New_York',
  ...changes,
})
const turnOn = (changes: Partial<NotificationSetting> = {}) =>
  card.call('customer.setNotifications', { params: { customerId }, body: setting(changes) })
const turnOff = () =>
  card.call('customer.stopNotifications', {
    params: { customerId },
    body: { endpoint: phone.subscription.endpoint },
  })
const listed = () => card.call('customer.notifications', { params: { customerId } })
const buy = (amount: string) =>
  staff.push(staff.make('purchase.record', { purchaseId: newId(), memberId, amount, note: null }))
const bodies = () => phone.messages.map(({ body }) => body)
const waiting = () =>
  running.sql<{ kind: string; due_at: Date }[]>`select kind, due_at from notification_queue
    where business_id = ${shop.businessId} order by id`
const now = () => running.server.clock.now().getTime()
/** @returns the server's hour and minute in New York */
const newYork = (plusMs: number) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    hourCycle: 'h23',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(now() + plusMs))

describe('a phone gets', () => {
  test('points that were earned, once and combined', async () => {
    await turnOn()
    await buy('12.00')
    await buy('30.00')
    await notifyCustomers(running.server)
    await notifyCustomers(running.server)
    expect(phone.messages).toEqual([
      {
        title: 'Lantern House Café',
        body: 'You earned 42 points. Your balance is 142.',
        tag: `points:${memberId}`,
        memberId,
        stop: 'Turn Off',
      },
    ])
  })

  test('no notification of points earned before it subscribed, and none of the welcome', async () => {
    await buy('12.00')
    await turnOn()
    await notifyCustomers(running.server)
    expect(bodies()).toEqual([])
  })

  test('the most expensive reward that came within reach', async () => {
    const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    for (const [name, pointsRequired] of [
      ['Espresso', 110],
      ['Free cake', 140],
      ['Dinner', 900],
    ] as const) {
      await owner.call('business.createReward', {
        params: { businessId: shop.businessId },
        body: { name, pointsRequired, discountType: 'fixed', discountValue: '4.50' },
      })
    }
    await turnOn({ kinds: ['reward'] })
    await buy('45.00')
    await notifyCustomers(running.server)
    await buy('5.00')
    await notifyCustomers(running.server)
    expect(bodies()).toEqual(['You have enough points for Free cake.'])
  })

  test('no reward that was affordable before', async () => {
    const owner = await new TestBrowser(running.url).signIn(shop.ownerEmail)
    // The welcome's 100 points buy it.
    await owner.call('business.createReward', {
      params: { businessId: shop.businessId },
      body: {
        name: 'Free cake',
        pointsRequired: 100,
        discountType: 'fixed',
        discountValue: '4.50',
      },
    })
    await turnOn({ kinds: ['reward'] })
    await buy('5.00')
    await notifyCustomers(running.server)
    expect(bodies()).toEqual([])
  })

  test('no coupon that was voided or used', async () => {
    await turnOn({ kinds: ['coupon'] })
    const [voided, used] = [newId(), newId()]
    const redeem = (couponId: string) =>
      staff.make('reward.redeem', { couponId, memberId, rewardId: shop.rewardId, pointsSeen: 50 })
    const { body: done } = await staff.push(
      redeem(voided),
      staff.make('redemption.undo', { couponId: voided, memberId }),
      redeem(used),
    )
    expect(done.verdicts.map(({ status }) => status)).toEqual(Array(3).fill('applied'))
    const { body } = await card.call('customer.page', { params: { customerId } })
    const codeOf = (couponId: string) => body.coupons.find(({ id }) => id === couponId)?.code
    const { body: use } = await staff.push(staff.make('coupon.use', { code: codeOf(used) }))
    expect(use.verdicts).toMatchObject([{ status: 'applied' }])
    const expiries = body.coupons.map(({ expiresAt }) => Date.parse(expiresAt))
    running.turnClock(Math.max(...expiries) - hourMs - now())
    await notifyCustomers(running.server)
    expect(bodies()).toEqual([expect.stringContaining('Your coupon for Welcome: 10% off expires')])
  })

  test('a coupon three days before it expires, once', async () => {
    // In this phone's time zone the last day is already the next one.
    await turnOn({ kinds: ['coupon'], timeZone: 'Pacific/Auckland' })
    // In the second phone's time zone it is still the day before when the last day begins in UTC.
    const west = service.subscribe()
    const { subscription } = west
    await turnOn({ kinds: ['coupon'], timeZone: 'Pacific/Honolulu', subscription })
    await notifyCustomers(running.server)
    expect(bodies()).toEqual([])
    const { body } = await card.call('customer.page', { params: { customerId } })
    const { expiresOn } = body.coupons[0] ?? {}
    if (!expiresOn) throw new Error('A welcome coupon has a last day')
    const noon = startOfDay(addDays(expiresOn, -3), 'America/Chicago') + 12 * hourMs
    running.turnClock(noon - 2 * hourMs - now())
    await notifyCustomers(running.server)
    expect(bodies()).toEqual([])
    // A clock change within these three days moves the notification by an hour.
    running.turnClock(4 * hourMs)
    await notifyCustomers(running.server)
    running.turnClock(24 * hourMs)
    await notifyCustomers(running.server)
    const day = new Date(expiresOn).toLocaleDateString('en-US', {
      dateStyle: 'long',
      timeZone: 'UTC',
    })
    expect(bodies()).toEqual([`Your coupon for Welcome: 10% off expires on ${day}.`])
    expect(west.messages.map(({ body }) => body)).toEqual(bodies())
  })

  test('messages in the language of its browser', async () => {
    await card.call('customer.setNotifications', {
      params: { customerId },
      body: setting(),
      headers: { 'accept-language': 'es-MX,es;q=0.9' },
    })
    await buy('1.00')
    await notifyCustomers(running.server)
    expect(bodies()).toEqual(['Ganaste 1 punto. Tu saldo es de 101.'])
  })

  test('no notification before its quiet hours end', async () => {
    const [from, until] = [newYork(-hourMs), newYork(2 * hourMs)]
    await turnOn({ quietFrom: from, quietUntil: until })
    await buy('9.00')
    await notifyCustomers(running.server)
    expect(bodies()).toEqual([])
    const [queued] = await waiting()
    const endsIn = (queued?.due_at.getTime() ?? 0) - now()
    expect(Math.abs(endsIn - 2 * hourMs)).toBeLessThan(2 * 60_000)
    running.turnClock(endsIn + 1000)
    await notifyCustomers(running.server)
    expect(bodies()).toEqual(['You earned 9 points. Your balance is 109.'])
  })

  test('no notification in quiet hours chosen while a message waited', async () => {
    await turnOn()
    await buy('9.00')
    service.status = 503
    await notifyCustomers(running.server)
    service.status = 201
    await turnOn({ quietFrom: newYork(-hourMs), quietUntil: newYork(3 * hourMs) })
    running.turnClock(hourMs)
    await notifyCustomers(running.server)
    expect(bodies()).toEqual([])
    running.turnClock(2 * hourMs + 60_000)
    await notifyCustomers(running.server)
    expect(bodies()).toHaveLength(1)
  })
})

describe('subscribing', () => {
  test('is stored per phone, and records consent and its end', async () => {
    await turnOn({ kinds: ['points'], quietFrom: '22:00', quietUntil: '07:30' })
    await turnOn({ kinds: ['coupon'] })
    const { body } = await listed()
    expect(body.devices).toMatchObject([{ kinds: ['coupon'], quietFrom: '00:00' }])
    expect(body.publicKey).toBe(pushKeys(running.server.config).publicKey)
    expect((await turnOff()).status).toBe(200)
    expect((await turnOff()).status).toBe(200)
    expect((await listed()).body.devices).toEqual([])
    const consents = await running.sql<{ granted: boolean }[]>`select granted from consent_record
      where member_id = ${memberId} and channel = 'push' and screen = 'card' order by recorded_at`
    expect(consents.map(({ granted }) => granted)).toEqual([true, false])
  })

  test('records the end of consent with the last phone', async () => {
    const other = service.subscribe()
    await turnOn()
    await turnOn({ subscription: other.subscription })
    const granted = async () => {
      const rows = await running.sql<{ granted: boolean }[]>`select granted from consent_record
        where member_id = ${memberId} and channel = 'push' and screen = 'card'
        order by recorded_at`
      return rows.map((row) => row.granted)
    }
    await turnOff()
    expect(await granted()).toEqual([true])
    const last = { params: { customerId }, body: { endpoint: other.subscription.endpoint } }
    await card.call('customer.stopNotifications', last)
    expect(await granted()).toEqual([true, false])
  })

  test('shows the choice on the owner’s device, without a customer’s other change', async () => {
    const owner = new TestDevice(await new TestBrowser(running.url).signIn(shop.ownerEmail))
    const fetched = async () =>
      (await owner.pull())
        .flatMap(({ rows }) => rows.customer ?? [])
        .map(({ id, consents }) => [id, consents?.includes('push')])
    const version = () =>
      running.sql`select version from business_version where business_id = ${shop.businessId}`
    expect(await fetched()).toEqual([[memberId, false]])
    await turnOn()
    expect(await fetched()).toEqual([[memberId, true]])
    await turnOff()
    expect(await fetched()).toEqual([[memberId, false]])
    const before = await version()
    await turnOff()
    expect(await version()).toEqual(before)
    await turnOn()
    expect(await fetched()).toEqual([[memberId, true]])
    await staff.push(staff.make('customer.signUp', signUpPayload({ email })))
    expect(await fetched()).toEqual([[memberId, false]])
  })

  test('ends queued messages when stopped', async () => {
    await turnOn({ quietFrom: newYork(-hourMs), quietUntil: newYork(2 * hourMs) })
    await buy('9.00')
    await notifyCustomers(running.server)
    expect(await waiting()).toHaveLength(1)
    await turnOff()
    expect(await waiting()).toEqual([])
  })

  test('is only for the key holder', async () => {
    const byMemberId = { params: { customerId: memberId } }
    const answer = await staff.browser.call('customer.notifications', byMemberId)
    expect(answer.status).toBe(404)
  })

  test.each([
    'https://internal.example.com/admin',
    'https://fcm.googleapis.com.example.com/x',
    'https://not-fcm.googleapis.com/x',
    'http://fcm.googleapis.com/x',
    'https://169.254.169.254/latest',
    'https://user@fcm.googleapis.com/x',
    'https://:word@fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
  ])('can’t make the server call %s', async (endpoint) => {
    const answer = await turnOn({ subscription: { ...phone.subscription, endpoint } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'push_service_unknown' } })
  })

  test('stops at ten phones', async () => {
    for (let n = 0; n < 10; n += 1) {
      expect((await turnOn({ subscription: service.subscribe().subscription })).status).toBe(200)
    }
    expect((await turnOn()).body).toMatchObject({ code: 'notification_devices_full' })
  })
})

describe('a phone whose address no mail proved', () => {
  let own: Phone
  let mailed: string

  beforeEach(async () => {
    own = service.subscribe()
    const { text } = await readMail(running, email)
    mailed = /\/customer\/([0-9a-f-]{36})/.exec(text)?.[1] ?? ''
    await turnOn()
    const answer = await card.call('customer.setNotifications', {
      params: { customerId: mailed },
      body: setting({ subscription: own.subscription }),
    })
    expect(answer.status).toBe(200)
    // A message is waiting when the place ends.
    await buy('12.00')
    await running.server.doors.tenant(shop.businessId, (tenant) =>
      findNews(tenant, running.server.clock.now()),
    )
    expect(await waiting()).toHaveLength(2)
  })

  const expectOnlyOwn = async () => {
    await buy('30.00')
    await notifyCustomers(running.server)
    expect(bodies()).toEqual([])
    expect(own.messages).toHaveLength(2)
  }

  test('gets no message after the mailbox’s owner ended its page', async () => {
    await card.call('customer.endOtherPlaces', { params: { customerId: mailed } })
    await expectOnlyOwn()
  })

  test('gets no message after staff signed the member up in person', async () => {
    await staff.push(staff.make('customer.signUp', signUpPayload({ email })))
    await expectOnlyOwn()
  })

  test('set up before phones were stored with their page gets no message after that', async () => {
    await running.sql`update notification_device set key_digest = null
      where business_id = ${shop.businessId}
        and endpoint_digest = ${digestOf(phone.subscription.endpoint)}`
    await staff.push(staff.make('customer.signUp', signUpPayload({ email })))
    await expectOnlyOwn()
  })

  test('keeps its messages when its page moves to a new address', async () => {
    const id = newKey()
    await card.call('customer.changeAddress', { params: { customerId }, body: { id } })
    await notifyCustomers(running.server)
    expect(bodies()).toHaveLength(1)
    await card.call('customer.endOtherPlaces', { params: { customerId: mailed } })
    await buy('30.00')
    await notifyCustomers(running.server)
    expect(bodies()).toHaveLength(1)
  })

  test('ends with its consent when no phone is left', async () => {
    await card.call('customer.stopNotifications', {
      params: { customerId: mailed },
      body: { endpoint: own.subscription.endpoint },
    })
    await card.call('customer.endOtherPlaces', { params: { customerId: mailed } })
    const { body } = await card.call('customer.ownData', { params: { customerId: mailed } })
    expect(body.consents.push).toBe(false)
    expect(body.history[0]).toMatchObject({ channel: 'push', granted: false })
  })
})

test('limits changes per hour, since each may leave a record', async () => {
  const changes = serverLimits.ownDataChangesPerHour
  for (let n = 0; n < changes; n += 1) {
    expect((await turnOn()).status).toBe(200)
    expect((await turnOff()).status).toBe(200)
  }
  const refused = await turnOn()
  expect([refused.status, refused.body.code]).toEqual([429, 'too_many'])
  expect((await turnOff()).status).toBe(200)
  running.turnClock(hourMs)
  expect((await turnOn()).status).toBe(200)
})

describe('a push service', () => {
  test.each([404, 410, 401, 403])('that answers %i drops the phone', async (status) => {
    await turnOn()
    await buy('9.00')
    service.status = status
    await notifyCustomers(running.server)
    expect((await listed()).body.devices).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('that redirects is not followed to an address of its choice', async () => {
    await turnOn()
    await buy('9.00')
    service.status = 307
    service.location = `${service.url}/elsewhere`
    await notifyCustomers(running.server)
    expect(service.asked).not.toContain('/elsewhere')
    expect(await waiting()).toHaveLength(1)
  })

  test('that is busy is retried later, but not forever', async () => {
    await turnOn()
    await buy('9.00')
    service.status = 429
    await notifyCustomers(running.server)
    expect(await waiting()).toHaveLength(1)
    service.status = 201
    await notifyCustomers(running.server)
    expect(bodies()).toEqual([])
    running.turnClock(hourMs)
    await notifyCustomers(running.server)
    expect(bodies()).toHaveLength(1)
    await buy('9.00')
    service.status = 503
    await notifyCustomers(running.server)
    running.turnClock(26 * hourMs)
    await notifyCustomers(running.server)
    expect(await waiting()).toEqual([])
  })
})
