/**
 * A counter without a network: staff sign up, record, reverse, redeem and use. Each action is saved
 * on the device, shown as saved, and settled once when the server is back.
 */
import { openCustomer, recordPurchase, signUpAtCounter } from './support/counter.ts'
import { expect, test } from './support/journey.ts'
import { signInAtDashboard } from './support/sign-in.ts'

test('staff work with no server, and everything counts once when it is back', async ({
  app,
  till,
  pointsOf,
}) => {
  const page = await till.open()
  await signInAtDashboard(page, app, app.staff)
  await expect(page.getByRole('cell', { name: /•••@example.com/ }).first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.kill()
  const counter = await page.context().newPage()
  const answer = await counter.goto(`${app.url}/counter`)
  expect(answer?.fromServiceWorker()).toBe(true)
  const html = await answer?.text()
  expect(html).toMatch(/rel="preload" as="script" crossorigin href="\/assets\/counter-/)
  expect(html).not.toContain('modulepreload')
  await expect(counter.getByRole('option').first()).toBeVisible()
  await counter.close()

  await signUpAtCounter(page, 'Perpetua', 'perpetua@example.com')
  await recordPurchase(page, '62.40')
  await page.getByRole('button', { name: /^Undo the/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone', { exact: true }).first()).toBeVisible()
  await recordPurchase(page, '25.00')
  await page.getByRole('tab', { name: 'Rewards' }).click()
  await expect(page.getByRole('dialog').getByText('Saved on device').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await expect(page.getByText(/^You’re offline\. 4 changes are saved on this device/)).toBeVisible()
  await expect(page.getByRole('link', { name: '4 to sync' })).toBeVisible()
  await page.getByRole('link', { name: '4 to sync' }).click()
  await expect(page.getByRole('heading', { name: 'Pending Sync' })).toBeVisible()
  for (const label of ['Sign-up', 'Purchase', 'Undone purchase']) {
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible()
  }

  await app.start()
  await expect(
    page.getByText('You’re all caught up. Everything is synced.', { exact: true }),
  ).toBeVisible({
    timeout: 60_000,
  })
  expect(await pointsOf('perpetua@example.com')).toEqual([100, 62, 25, -62])

  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await openCustomer(page, 'Perpetua')
  await page.getByRole('tab', { name: 'Rewards' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Free espresso' })
    .getByRole('button', { name: 'Redeem' })
    .click()
  await page.getByRole('tab', { name: 'Coupons' }).click()
  const coupon = page.getByRole('listitem').filter({ hasText: 'Free espresso' })
  await expect(coupon.getByText(/^…[A-Z2-9]{4}$/)).toBeVisible()
  await coupon.getByRole('button', { name: 'Use' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as Used' }).click()
  await expect(coupon.getByText('Used', { exact: true })).toBeVisible()
  await expect
    .poll(
      () =>
        app.sql`select 1 from coupon where business_id = ${app.businessId} and used_at is not null
        and description = 'Free espresso' and member_id in (select id from customer
          where business_id = ${app.businessId} and email = 'perpetua@example.com')`,
    )
    .toHaveLength(1)
})
