/**
 * Poor Wi-Fi is worse than none: lost answers, captive portals, connections that never answer, and
 * a browser killed while its work is on the way.
 */
import { expect, test } from '@playwright/test'
import { type RunningApp, startApp } from './support/app.ts'
import { type BadNetwork, startBadNetwork } from './support/bad-network.ts'
import { openCustomer, recordPurchase, retryNow, signUpAtCounter } from './support/counter.ts'
import { type DeviceBrowser, desktop, startDeviceBrowser } from './support/device-browser.ts'
import { signIn, signInAtDashboard } from './support/sign-in.ts'

let app: RunningApp
let network: BadNetwork
let till: DeviceBrowser
test.beforeAll(async () => {
  app = await startApp()
  network = await startBadNetwork(app.url)
  till = await startDeviceBrowser(desktop)
  const page = await till.open()
  await signIn(page, network, app.owner)
  await expect(page.getByRole('cell', { name: /@example.com/ }).first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.close()
})
test.afterEach(() => {
  network.mode = 'well'
  network.only = '/api'
})
test.afterAll(async () => {
  await till.close()
  await network.close()
  await app.close()
})

const pointsOf = async (email: string) =>
  (
    await app.ask<{ points: number }>(
      (sql) => sql`select e.points from points_entry e
        join customer c on c.business_id = e.business_id and c.id = e.member_id
        where c.email = ${email} order by e.created_at, e.points desc`,
    )
  ).map(({ points }) => points)

test('an answer lost after the commit: the retry gets the same verdict', async () => {
  const page = await till.open(`${network.url}/`)
  await signUpAtCounter(page, 'Lost', 'lost@example.com')
  await expect.poll(() => pointsOf('lost@example.com')).toEqual([100])
  network.only = '/api/sync/push'
  network.mode = 'loseAnswers'
  const touched = network.touched()
  await recordPurchase(page, '12.00')
  await touched
  await expect.poll(() => pointsOf('lost@example.com')).toEqual([100, 12])
  network.mode = 'well'
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible({ timeout: 60_000 })
  expect(await pointsOf('lost@example.com')).toEqual([100, 12])
  await page.close()
})

for (const mode of ['captivePortal', 'badGateway', 'silence'] as const) {
  test(`${mode}: nobody is signed out, nothing is lost, the screens stay usable`, async () => {
    network.mode = mode
    const page = await till.open(`${network.url}/`)
    const email = `${mode.toLowerCase()}@example.com`
    await signUpAtCounter(page, `Guest${mode}`, email)
    await recordPurchase(page, '7.00')
    await page.keyboard.press('Escape')
    await expect(
      page.getByText(/^You’re offline\. \d+ changes? (is|are) saved on this device/),
    ).toBeVisible({
      timeout: 40_000,
    })
    expect(await pointsOf(email)).toEqual([])
    network.mode = 'well'
    await retryNow(page)
    await expect.poll(() => pointsOf(email), { timeout: 40_000 }).toEqual([100, 7])
    await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible({ timeout: 40_000 })
    await page.close()
  })
}

test('the browser is killed while its push is on the way, and while it pulls', async () => {
  const page = await till.open(`${network.url}/`)
  await signUpAtCounter(page, 'Killed', 'killed@example.com')
  await expect.poll(() => pointsOf('killed@example.com')).toEqual([100])
  for (const [silent, amount] of [
    ['/api/sync/push', '3.00'],
    ['/api/sync/pull', '4.00'],
  ] as const) {
    const open = await till.open(`${network.url}/`)
    await openCustomer(open, 'Killed')
    // From its push on: a pull that was under way before would hold the push up.
    network.breakAfter('/api/sync/push', 'silence', silent)
    const touched = network.touched()
    await recordPurchase(open, amount)
    await touched
    await till.kill()
    network.mode = 'well'
    await till.reopen()
  }
  const again = await till.open(`${network.url}/`)
  await expect.poll(() => pointsOf('killed@example.com'), { timeout: 40_000 }).toEqual([100, 3, 4])
  await openCustomer(again, 'Killed')
  await expect(again.getByRole('dialog').getByText('107', { exact: true }).first()).toBeVisible()
})

test('two tabs agree at once, and another browser’s change shows without a reload', async () => {
  const first = await till.open(`${network.url}/`)
  const second = await till.open(`${network.url}/`)
  await signUpAtCounter(first, 'Tabby', 'tabby@example.com')
  await expect(second.getByRole('button', { name: /^Tabby Counter/ })).toBeVisible()
  await expect.poll(() => pointsOf('tabby@example.com')).toEqual([100])

  const other = await startDeviceBrowser(desktop)
  const elsewhere = await other.open()
  await signInAtDashboard(elsewhere, app, app.staff)
  await signUpAtCounter(elsewhere, 'Faraway', 'faraway@example.com')
  await expect(second.getByRole('button', { name: /^Faraway Counter/ })).toBeVisible()
  await other.close()
})
