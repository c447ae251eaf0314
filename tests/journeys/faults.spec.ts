/**
 * A captive portal does not sign the user out, and the offline banner appears only between presses.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { retryNow, signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use({ viewport: desktop })
test.beforeEach(async ({ page, app, network }) => {
  await signIn(page, network, app.owner)
  await expect(allSent(page)).toBeVisible()
})

const offline = (page: Page) => page.getByText(/^You’re offline\. 1 change is saved on this device/)
const allSent = (page: Page) => page.getByRole('link', { name: 'All synced' })

test('a captive portal does not sign the user out, and a reload behind it opens the same screen', async ({
  page,
  network,
  pointsOf,
}) => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  network.only = '/'
  network.mode = 'captivePortal'
  await page.reload()
  await signUpAtCounter(page, 'Portal', 'portal@example.com')
  await page.keyboard.press('Escape')
  await expect(offline(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Lantern House Café' })).toBeVisible()
  network.mode = 'well'
  await retryNow(page)
  await expect(allSent(page)).toBeVisible()
  expect(await pointsOf('portal@example.com')).toEqual([100])
})

test(
  'a press that began before the offline banner came still counts',
  deep,
  async ({ page, network }) => {
    const signUp = page.getByRole('button', { name: 'Sign Up Customer' })
    await signUp.hover()
    await page.mouse.down()
    network.mode = 'badGateway'
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByRole('link', { name: 'Offline', exact: true })).toBeVisible()
    await page.mouse.up()
    await expect(page.getByRole('dialog', { name: 'Sign Up Customer' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText(/^You’re offline\./)).toBeVisible()
  },
)

test(
  'a press that ends in a native menu does not hold the offline banner back',
  deep,
  async ({ page, network }) => {
    await page.getByRole('button', { name: 'Sign Up Customer' }).hover()
    await page.mouse.down()
    // As on macOS, where the page gets the event of the menu and none of the release.
    await page.evaluate(() => window.dispatchEvent(new Event('contextmenu')))
    network.mode = 'badGateway'
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText(/^You’re offline\./)).toBeVisible()
  },
)
