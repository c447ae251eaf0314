/**
 * A customer turns notifications on, on their card, gets one about points, and turns them off. A
 * test browser cannot reach its push service, so the test passes the messages to the real service
 * worker.
 */
import type { Page } from '@playwright/test'
import type { NotificationSettings } from '#schema/contract/notification.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { deep } from '#tests/support/level.ts'
import { type Phone, type PushService, startPushService } from '#tests/support/web-push.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { phone as viewport } from './support/device-browser.ts'
import { expect, test, wholeBrowser } from './support/journey.ts'
import { expectToast } from './support/toast.ts'

test.use(wholeBrowser)

let app: RunningApp
let service: PushService
let publicKey = ''
test.beforeAll(async () => {
  app = await startApp()
  service = await startPushService(() => publicKey)
})
test.afterAll(async () => {
  await app.close()
  await service.close()
})

async function useSubscription(page: Page, { subscription }: Phone): Promise<void> {
  await page.addInitScript((subscription) => {
    let current: PushSubscription | null = null
    PushManager.prototype.getSubscription = async () => current
    PushManager.prototype.subscribe = async (options) => {
      const text = String(options?.applicationServerKey)
      const bytes = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
      const key = Uint8Array.from(bytes, (letter) => letter.charCodeAt(0)).buffer
      current = {
        endpoint: subscription.endpoint,
        expirationTime: null,
        options: { applicationServerKey: key, userVisibleOnly: true },
        getKey: () => null,
        toJSON: () => subscription,
        unsubscribe: async () => true,
      }
      return current
    }
  }, subscription)
}

/** Delivers a message to the worker, as the browser does for its push service. */
async function deliver(page: Page, message: unknown): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', {
    origin: app.url,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
  await cdp.detach()
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    const notifications = await registration.getNotifications()
    return notifications.map(({ title, body }) => ({ title, body }))
  })

test(
  'a member turns notifications on, gets one about points, and turns them off',
  deep,
  async ({ browser }) => {
    const payload = signUpPayload()
    const joined = await new TestBrowser(app.url).call('customer.signUp', {
      params: { code: app.signUpUrl.split('/').at(-1) ?? '' },
      body: payload,
    })
    const customerId = joined.body.customer.id
    const settings = await new TestBrowser(app.url).call('customer.notifications', {
      params: { customerId },
    })
    publicKey = (settings.body as NotificationSettings).publicKey
    const phone = service.subscribe()

    const pocket = await browser.newContext({ viewport, permissions: ['notifications'] })
    const page = await pocket.newPage()
    await useSubscription(page, phone)
    await page.goto(`${app.url}/customer/${customerId}`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.getByRole('heading', { name: 'Notifications' }).click()
    await expect(page.getByText('Get a notification on this phone')).toBeVisible()

    for (const kind of ['I earn points', 'A coupon is about to expire', 'I have enough points']) {
      await page.getByLabel(kind).uncheck()
    }
    await page.getByRole('button', { name: 'Turn On Notifications' }).click()
    await expect(page.getByText('Choose at least one kind of notification.')).toBeVisible()
    await page.getByLabel('I earn points').check()
    await page.getByLabel('From').fill('00:00')
    await page.getByLabel('Until').fill('00:00')
    await page.getByRole('button', { name: 'Turn On Notifications' }).click()
    await expectToast(page, 'Notifications are on')

    const staff = new TestDevice(new TestBrowser(app.url))
    await staff.browser.call('auth.login', { body: app.staff })
    const { memberId } = payload
    await staff.push(
      staff.make('purchase.record', { purchaseId: newId(), memberId, amount: '7.00', note: null }),
    )
    await expect.poll(() => phone.messages, { timeout: 40_000 }).toHaveLength(1)
    const told = { title: 'Lantern House Café', body: 'You earned 7 points. Your balance is 107.' }
    // On a busy machine one delivery was not shown, so this delivers until one is. A repeat
    // replaces the notification.
    await expect(async () => {
      await deliver(page, phone.messages[0])
      await expect.poll(() => shown(page), { timeout: 10_000 }).toEqual([told])
    }).toPass({ timeout: 60_000 })

    await page.reload()
    await page.getByRole('heading', { name: 'Notifications' }).click()
    await expect(page.getByLabel('From')).toHaveValue('22:00')
    await page.getByRole('button', { name: 'Turn On Notifications' }).click()
    await expectToast(page, 'Notifications are on')
    await page.getByRole('button', { name: 'Turn Off' }).click()
    await expectToast(page, 'Notifications are off')
    await expect(page.getByRole('button', { name: 'Turn On Notifications' })).toBeVisible()
    await pocket.close()
  },
)
