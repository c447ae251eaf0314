/**
 * What a network says is not believed: an `online` event without a network, an answer that is cut
 * in the middle, a proxy that finds a push too large. Nothing is lost, nothing counts twice.
 */
import { expect, type Page, test } from '@playwright/test'
import { type RunningApp, startApp } from './support/app.ts'
import { type BadNetwork, startBadNetwork } from './support/bad-network.ts'
import { recordPurchase, retryNow, signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
import { signIn } from './support/sign-in.ts'

let app: RunningApp
let network: BadNetwork
let page: Page
test.beforeAll(async () => {
  app = await startApp()
  network = await startBadNetwork(app.url)
})
test.beforeEach(async ({ browser }) => {
  page = await browser.newPage({ viewport: desktop })
  await signIn(page, network, app.owner)
  await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
})
test.afterEach(async () => {
  network.mode = 'well'
  network.only = '/api'
  await page.close()
})
test.afterAll(async () => {
  await network.close()
  await app.close()
})

const pointsOf = async (email: string) =>
  (
    await app.ask<{ points: number }>(
      (sql) => sql`select e.points from points_entry e
        join customer c on c.business_id = e.business_id and c.id = e.member_id
        where c.email = ${email} order by e.points desc`,
    )
  ).map(({ points }) => points)

const offline = () => page.getByText(/^You’re offline\. 1 change is saved on this device/)
const allSent = () => page.getByRole('link', { name: 'All synced' })

test('an online event without a network sends nothing, and the next try does', async () => {
  network.mode = 'badGateway'
  await signUpAtCounter(page, 'Online', 'online@example.com')
  await page.keyboard.press('Escape')
  await expect(offline()).toBeVisible()
  const refused = page.waitForResponse('**/api/sync/push')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  expect((await refused).status()).toBe(502)
  await expect(offline()).toBeVisible()
  await expect(page.getByRole('link', { name: '1 to sync' })).toBeVisible()
  network.mode = 'well'
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(allSent()).toBeVisible()
  expect(await pointsOf('online@example.com')).toEqual([100])
})

test('an answer cut in the middle is no answer; the repeat is not done again', async () => {
  await signUpAtCounter(page, 'Cut', 'cut@example.com')
  await expect.poll(() => pointsOf('cut@example.com')).toEqual([100])
  network.only = '/api/sync/push'
  network.mode = 'cutAnswers'
  await recordPurchase(page, '6.00')
  await expect.poll(() => pointsOf('cut@example.com')).toEqual([100, 6])
  await page.keyboard.press('Escape')
  await expect(offline()).toBeVisible()
  network.mode = 'well'
  await retryNow(page)
  await expect(allSent()).toBeVisible()
  expect(await pointsOf('cut@example.com')).toEqual([100, 6])
})

test('a captive portal signs nobody out, and a reload behind it opens the same screen', async () => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  network.only = '/'
  network.mode = 'captivePortal'
  await page.reload()
  await signUpAtCounter(page, 'Portal', 'portal@example.com')
  await page.keyboard.press('Escape')
  await expect(offline()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Lantern House Café' })).toBeVisible()
  network.mode = 'well'
  await retryNow(page)
  await expect(allSent()).toBeVisible()
  expect(await pointsOf('portal@example.com')).toEqual([100])
})

test('a push that a proxy finds too large is cut until it passes', async () => {
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
  await expect(allSent()).toBeVisible()
  expect(await pointsOf('large@example.com')).toEqual([100, 3, 2, 1])
  expect(sizes.slice(0, 3)).toEqual([4, 2, 1])
})
