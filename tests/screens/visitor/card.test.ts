/** A member's card on their phone: its wallet passes, coupons and notifications. */
import { screen } from '@testing-library/dom'
import { onTestFinished, vi } from 'vitest'
import { joinElsewhere } from '#tests/screens/support/as-visitor.ts'
import { network, open } from '#tests/screens/support/browser.ts'
import { fieldOf, fill, press } from '#tests/screens/support/hands.ts'
import { allowNotifications, removeNotifications } from '#tests/screens/support/notifications.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'
import { toast } from '#tests/screens/support/toasts.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { startPushService } from '#tests/support/web-push.ts'

test('each wallet’s button leads to its own pass', async ({ server, shop }) => {
  const { customerId } = await joinElsewhere(server, shop)
  const google = 'https://pay.google.com/gp/v/save/token'
  const apple = `/api/customer/${customerId}/apple-pass`
  network.answer(/\/wallets$/, 200, { google, apple })
  await open(`/customer/${customerId}`)
  const link = async (name: RegExp) =>
    (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await link(/Google/)).toBe(google)
  expect(await link(/Apple/)).toBe(apple)
})

test('the card shows a coupon’s last day in the business’s time zone', async ({ server, shop }) => {
  const { customerId } = await joinElsewhere(server, shop)
  const [coupon] = await server.sql`select expires_on::text as day, expires_at as at from coupon
    where business_id = ${shop.businessId} limit 1`
  // When the day ends in Chicago, it is already the next day in Auckland.
  vi.stubEnv('TZ', 'Pacific/Auckland')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(coupon?.at.getDate()).not.toBe(new Date(coupon?.day ?? '').getUTCDate())
  await open(`/customer/${customerId}`)
  const spoken = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  await screen.findByText(`Expires: ${spoken.format(new Date(coupon?.day ?? ''))}`)
})

test('saves and shows the quiet hours that the member chose', async ({ server, shop }) => {
  const pushService = await startPushService(() => '')
  onTestFinished(async () => {
    removeNotifications()
    await pushService.close()
  })
  allowNotifications(pushService.subscribe())
  const { customerId } = await joinElsewhere(server, shop)
  await open(`/customer/${customerId}`)
  await screen.findByText(/Get a notification on this phone/)
  await fill('From', '21:30')
  await fill('Until', '07:15')
  await press('Turn On Notifications')
  await toast('Notifications are on')
  const { body } = await new TestBrowser(server.url).call('customer.notifications', {
    params: { customerId },
  })
  expect(body.devices).toMatchObject([{ quietFrom: '21:30', quietUntil: '07:15' }])
  await open(`/customer/${customerId}`)
  await screen.findByRole('button', { name: 'Turn Off' })
  expect(fieldOf('From').value).toBe('21:30')
  expect(fieldOf('Until').value).toBe('07:15')
})
