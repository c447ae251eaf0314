/**
 * Several windows of one browser agree without a reload and count nothing twice, even if they push
 * at the same time.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { openCustomer, recordPurchase, signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { actAsOlderSafari } from './support/older-safari.ts'
import { signIn } from './support/sign-in.ts'

const push = '**/api/sync/push'
const balance = (page: Page) => page.getByRole('dialog').getByRole('definition').first()

test('work saved offline in one tab shows in the other; both tabs send, once, with only the APIs of Safari 16.4', async ({
  app,
  pointsOf,
  browser,
}) => {
  const device = await browser.newContext({ viewport: desktop })
  const errors = await actAsOlderSafari(device)
  const [first, second] = [await device.newPage(), await device.newPage()]
  await signIn(first, app, app.owner)
  await signUpAtCounter(first, 'Twofold', 'twofold@example.com')
  // Behind the dialog.
  const allSynced = first.getByRole('link', { name: 'All synced', includeHidden: true })
  await expect(allSynced).toBeAttached()
  await second.goto(`${app.url}/business-dashboard`)
  await openCustomer(second, 'Twofold')
  await expect(balance(second)).toHaveText('100')

  await app.kill()
  await recordPurchase(first, '5.00')
  await expect(balance(second)).toHaveText('105')
  await recordPurchase(second, '7.00')
  await expect(balance(first)).toHaveText('112')
  for (const page of [first, second]) {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: '2 to sync' })).toBeVisible()
  }

  await app.start()
  await Promise.all(
    [first, second].map((page) => page.evaluate(() => window.dispatchEvent(new Event('online')))),
  )
  for (const page of [first, second]) {
    await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
  }
  expect(await pointsOf('twofold@example.com')).toEqual([100, 7, 5])
  await second.goto(`${app.url}/business-dashboard/staff`)
  await expect(second.getByText(app.staff.email).first()).toBeVisible()
  expect(await first.evaluate(() => 'any' in AbortSignal || 'estimate' in navigator.storage)).toBe(
    false,
  )
  expect(errors).toEqual([])
  await device.close()
})

test('if a tab is closed while it sends, the other tab sends its work', async ({
  app,
  pointsOf,
  browser,
}) => {
  const device = await browser.newContext({ viewport: desktop })
  const [first, second] = [await device.newPage(), await device.newPage()]
  await signIn(first, app, app.owner)
  await signUpAtCounter(first, 'Heir', 'heir@example.com')
  await second.goto(`${app.url}/business-dashboard`)
  await openCustomer(second, 'Heir')
  // The sign-up has arrived, so that the next push contains the purchase.
  await expect.poll(() => pointsOf('heir@example.com')).toEqual([100])
  // Either tab may send what is saved in one.
  const tabs = [first, second]
  for (const tab of tabs) await tab.route(push, () => {})
  const asked = tabs.map((tab) => tab.waitForRequest(push).then(() => tab))
  await recordPurchase(first, '9.00')
  const sender = await Promise.any(asked)
  const other = sender === first ? second : first
  await other.unroute(push)
  await sender.close()
  await expect.poll(() => pointsOf('heir@example.com')).toEqual([100, 9])
  await expect(balance(other)).toHaveText('109')
  await device.close()
})

test(
  'a duplicated tab is another tab of the same device',
  deep,
  async ({ app, pointsOf, browser }) => {
    const device = await browser.newContext({ ...withoutWorker, viewport: desktop })
    const first = await device.newPage()
    await signIn(first, app, app.owner)
    await signUpAtCounter(first, 'Doppel', 'doppel@example.com')
    const opened = device.waitForEvent('page')
    await first.evaluate(() => window.open(location.href))
    const second = await opened
    await expect(second.getByRole('dialog', { name: 'Doppel Counter' })).toBeVisible()
    await Promise.all([recordPurchase(first, '2.00'), recordPurchase(second, '3.00')])
    await expect.poll(() => pointsOf('doppel@example.com')).toEqual([100, 3, 2])
    for (const page of [first, second]) await expect(balance(page)).toHaveText('105')
    await device.close()
  },
)
