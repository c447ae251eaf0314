/**
 * What a network says is not believed: an `online` event without a network, an answer that is cut
 * in the middle, a proxy that finds a push too large. Nothing is lost, nothing counts twice.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { recordPurchase, retryNow, signUpAtCounter } from './support/counter.ts'
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

test('an online event without a network sends nothing, and the next try does', async ({
  page,
  network,
  pointsOf,
}) => {
  network.mode = 'badGateway'
  await signUpAtCounter(page, 'Online', 'online@example.com')
  await page.keyboard.press('Escape')
  await expect(offline(page)).toBeVisible()
  // An answer to what was sent from now on, not to a try that was under way.
  const dispatchedAt = Date.now()
  const refused = page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/sync/push') &&
      response.request().timing().startTime >= dispatchedAt,
  )
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  expect((await refused).status()).toBe(502)
  await expect(offline(page)).toBeVisible()
  await expect(page.getByRole('link', { name: '1 to sync' })).toBeVisible()
  network.mode = 'well'
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(allSent(page)).toBeVisible()
  expect(await pointsOf('online@example.com')).toEqual([100])
})

test('an answer cut in the middle is no answer; the repeat is not done again', async ({
  page,
  network,
  pointsOf,
}) => {
  await signUpAtCounter(page, 'Cut', 'cut@example.com')
  await expect.poll(() => pointsOf('cut@example.com')).toEqual([100])
  network.only = '/api/sync/push'
  network.mode = 'cutAnswers'
  await recordPurchase(page, '6.00')
  await expect.poll(() => pointsOf('cut@example.com')).toEqual([100, 6])
  await page.keyboard.press('Escape')
  await expect(offline(page)).toBeVisible()
  network.mode = 'well'
  await retryNow(page)
  await expect(allSent(page)).toBeVisible()
  expect(await pointsOf('cut@example.com')).toEqual([100, 6])
})

test('a captive portal signs nobody out, and a reload behind it opens the same screen', async ({
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

test('a push that a proxy finds too large is cut until it passes', async ({
  page,
  network,
  pointsOf,
}) => {
  network.mode = 'badGateway'
  await signUpAtCounter(page, 'Large', 'large@example.com')
  for (const amount of ['1.00', '2.00', '3.00']) {
    await recordPurchase(page, amount)
    await page.getByRole('button', { name: 'Dismiss' }).click()
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: '4 to sync' })).toBeVisible()
  const sizes: number[] = []
  await page.route('**/api/sync/push', async (route) => {
    const { operations } = route.request().postDataJSON() as { operations: unknown[] }
    sizes.push(operations.length)
    if (operations.length > 1) await route.fulfill({ status: 413, body: 'Too large' })
    else await route.continue()
  })
  network.mode = 'well'
  await retryNow(page)
  await expect(allSent(page)).toBeVisible()
  expect(await pointsOf('large@example.com')).toEqual([100, 3, 2, 1])
  expect(sizes.slice(0, 3)).toEqual([4, 2, 1])
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
    // As on macOS, where the page hears of the menu and never of the release.
    await page.evaluate(() => window.dispatchEvent(new Event('contextmenu')))
    network.mode = 'badGateway'
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(page.getByText(/^You’re offline\./)).toBeVisible()
  },
)
