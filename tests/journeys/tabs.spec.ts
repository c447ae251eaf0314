/**
 * Several windows of one browser, and several browsers: they agree without a reload, and whatever
 * pushes at the same time, nothing is counted twice.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { openCustomer, recordPurchase, signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
import { holdAnswers } from './support/hold-answers.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { actAsOlderSafari } from './support/older-safari.ts'
import { signIn, signInAtDashboard } from './support/sign-in.ts'

const balance = (page: Page) => page.getByRole('dialog').getByRole('definition').first()

test('what one tab saves offline shows in the other; both send, once, without what Safari 16.4 lacks', async ({
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

test('a tab that is closed while it sends leaves its work to the other', async ({
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
  // What was sent before has arrived, so that the purchase is what hangs.
  await expect.poll(() => pointsOf('heir@example.com')).toEqual([100])
  await first.route('**/api/sync/push', () => {})
  const asked = first.waitForRequest(
    (request) =>
      request.url().endsWith('/api/sync/push') &&
      Boolean(request.postData()?.includes('purchase.record')),
  )
  await recordPurchase(first, '9.00')
  await asked
  await first.close()
  await expect.poll(() => pointsOf('heir@example.com')).toEqual([100, 9])
  await expect(balance(second)).toHaveText('109')
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

test('another browser’s purchase becomes visible without a reload', async ({ app, browser }) => {
  const [office, counter] = [
    await browser.newContext({ ...withoutWorker, viewport: desktop }),
    await browser.newContext({ ...withoutWorker, viewport: desktop }),
  ]
  const [owner, staff] = [await office.newPage(), await counter.newPage()]
  await signIn(owner, app, app.owner)
  await signUpAtCounter(owner, 'Faraway', 'faraway@example.com')
  await signInAtDashboard(staff, app, app.staff)
  await openCustomer(staff, 'Faraway')
  await recordPurchase(staff, '11.00')
  await expect(balance(owner)).toHaveText('111')
  await recordPurchase(owner, '4.00')
  await expect(balance(staff)).toHaveText('115')
  await Promise.all([office.close(), counter.close()])
})

test('an answer to one tab ends “Offline” in another that was opened without a server', async ({
  app,
  page,
}) => {
  const other = await page.context().newPage()
  const tabs = [page, other]
  await signIn(page, app, app.staff, '/business-dashboard')
  for (const tab of tabs) {
    await tab.goto(`${app.url}/business-dashboard`)
    await expect(tab.getByRole('link', { name: 'All synced' })).toBeVisible()
    await tab.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  }
  await app.kill()
  const offline = (tab: Page) => tab.getByRole('status').filter({ hasText: 'You’re offline' })
  for (const tab of tabs) {
    await tab.reload()
    await expect(offline(tab)).toBeVisible()
  }
  await signUpAtCounter(page, 'Waits', 'waits@example.com')
  await page.keyboard.press('Escape')
  const releases = await Promise.all(tabs.map((tab) => holdAnswers(tab, '**/api/sync/pull*')))
  await app.start()
  await page.getByRole('button', { name: 'Retry Now' }).click()
  // The push is answered, the pull is not.
  for (const tab of tabs) await expect(offline(tab)).toHaveCount(0)
  for (const release of releases) release()
})
