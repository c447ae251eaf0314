/** Notifications on browsers that block, lack or only later allow them, and without a network. */
import { screen } from '@testing-library/dom'
import { onTestFinished, vi } from 'vitest'
import { goOffline, joinElsewhere } from '#tests/screens/support/as-visitor.ts'
import { open } from '#tests/screens/support/browser.ts'
import { heading, press } from '#tests/screens/support/hands.ts'
import { allowNotifications, removeNotifications } from '#tests/screens/support/notifications.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'
import { toast } from '#tests/screens/support/toasts.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import type { TestServer } from '#tests/support/server.ts'
import { startPushService } from '#tests/support/web-push.ts'

const turnOn = () => screen.queryByRole('button', { name: 'Turn On Notifications' })

async function openCard(customerId: string): Promise<void> {
  await open(`/customer/${customerId}`)
  await heading('Point History')
}

async function devicesOf({ url }: TestServer, customerId: string) {
  const params = { customerId }
  return (await new TestBrowser(url).call('customer.notifications', { params })).body.devices
}

async function allow(permission: NotificationPermission, answer = permission): Promise<void> {
  const pushService = await startPushService(() => '')
  allowNotifications(pushService.subscribe(), permission, answer)
  onTestFinished(async () => {
    removeNotifications()
    await pushService.close()
  })
}

test('offers none where the browser has none, and the home screen on an iPhone', async ({
  server,
  shop,
}) => {
  const { customerId } = await joinElsewhere(server, shop)
  await openCard(customerId)
  expect(screen.queryByRole('heading', { name: 'Notifications' })).toBeNull()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
  )
  onTestFinished(() => void vi.restoreAllMocks())
  await openCard(customerId)
  await screen.findByText('Add your card to your home screen to get notifications on this phone.')
  expect(turnOn()).toBeNull()
})

test('says how to unblock them where the person has blocked them', async ({ server, shop }) => {
  await allow('denied')
  const { customerId } = await joinElsewhere(server, shop)
  await openCard(customerId)
  await screen.findByText(/^Notifications are blocked for this site\. Allow them in your browser’s/)
  expect(turnOn()).toBeNull()
})

test('a person who declines the browser’s question gets none, and learns how to allow them', async ({
  server,
  shop,
}) => {
  await allow('default', 'denied')
  const { customerId } = await joinElsewhere(server, shop)
  await openCard(customerId)
  await press('Turn On Notifications')
  await toast('Your browser didn’t allow notifications.')
  await screen.findByText(/^Notifications are blocked for this site/)
  expect(turnOn()).toBeNull()
  expect(await devicesOf(server, customerId)).toEqual([])
})

test('turns them on for the chosen kinds, and off again', async ({ server, shop }) => {
  await allow('granted')
  const { customerId } = await joinElsewhere(server, shop)
  await openCard(customerId)
  await screen.findByText(/^Get a notification on this phone when something changes at Test Café/)
  const kinds = ['I earn points', 'A coupon is about to expire', /^I have enough points/]
  for (const kind of kinds) await press(kind, screen, 'checkbox')
  await press('Turn On Notifications')
  await screen.findByText('Choose at least one kind of notification.')
  expect(await devicesOf(server, customerId)).toEqual([])
  await press('I earn points', screen, 'checkbox')
  await press('Turn On Notifications')
  await toast('Notifications are on')
  expect(await devicesOf(server, customerId)).toMatchObject([{ kinds: ['points'] }])
  await press('Turn Off')
  await toast('Notifications are off')
  await screen.findByRole('button', { name: 'Turn On Notifications' })
  expect(await devicesOf(server, customerId)).toEqual([])
})

test('offline they can’t be changed, and can be once the network is back', async ({
  server,
  shop,
}) => {
  await allow('granted')
  const { customerId } = await joinElsewhere(server, shop)
  await openCard(customerId)
  const comeBack = goOffline()
  await openCard(customerId)
  await screen.findByText('Connect to the internet to change notifications.')
  expect(turnOn()).toBeNull()
  comeBack()
  await screen.findByRole('button', { name: 'Turn On Notifications' })
  const cutAgain = goOffline(/notifications/)
  await press('Turn On Notifications')
  await toast('Connect to the internet to change notifications.')
  cutAgain()
  await press('Turn On Notifications')
  await toast('Notifications are on')
  expect(await devicesOf(server, customerId)).toHaveLength(1)
})
