/**
 * An owner at a counter without a network redeems a reward and uses a coupon on this device; when
 * the server is back, the coupon arrives without a press, and everything counts once.
 */
import { deep } from '#tests/support/level.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { openCustomer, recordPurchase, signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

let app: RunningApp
test.beforeAll(async () => {
  app = await startApp()
})
test.afterAll(() => app.close())

const email = 'leonora@example.com'
const ledger = async () =>
  (
    await app.sql<{ line: string }[]>`select e.reason || ' ' || e.points as line from points_entry e
      join customer c on c.business_id = e.business_id and c.id = e.member_id
      where c.business_id = ${app.businessId} and c.email = ${email} order by e.created_at, e.points desc`
  ).map(({ line }) => line)
const coupons = async () =>
  (
    await app.sql`select k.source || ' ' || (k.used_at is not null) as line from coupon k
      join customer c on c.business_id = k.business_id and c.id = k.member_id
      where c.business_id = ${app.businessId} and c.email = ${email} order by 1`
  ).map(({ line }) => line)

test(
  'settles a redemption and a used coupon without a press once the server is back',
  deep,
  async ({ browser }) => {
    const page = await browser.newPage({ viewport: desktop })
    await signIn(page, app, app.owner)
    await expect(page).toHaveURL(/\/business-dashboard$/)
    await signUpAtCounter(page, 'Leonora', email)
    const panel = page.getByRole('dialog', { name: 'Leonora Counter' })
    await page.getByRole('tab', { name: 'Coupons' }).click()
    const welcome = panel.getByRole('listitem').filter({ hasText: '10%' })
    await expect(welcome.getByRole('button', { name: 'Use' })).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await app.kill()

    await welcome.getByRole('button', { name: 'Use' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as Used' }).click()
    await expect(welcome.getByText('Used', { exact: true })).toBeVisible()
    await expect(welcome.getByText('Saved on device')).toBeVisible()
    await recordPurchase(page, '30.00')
    await page.getByRole('tab', { name: 'Rewards' }).click()
    const pastry = panel.getByRole('listitem').filter({ hasText: 'Pastry of the day' })
    await pastry.getByRole('button', { name: 'Redeem' }).click()
    await expect(panel.getByText('Pastry of the day').first()).toBeVisible()
    await expect(panel.getByText(/^Don’t hand it over yet\./)).toBeVisible()
    await panel.getByRole('button', { name: 'Done' }).click()
    await expect(pastry.getByRole('button', { name: 'Not enough points' })).toBeDisabled()
    await expect(panel.getByRole('definition').first()).toHaveText('40')
    await page.keyboard.press('Escape')

    await expect(
      page.getByText(/^You’re offline\. 3 changes are saved on this device/),
    ).toBeVisible()
    await page.getByRole('link', { name: '3 to sync' }).click()
    for (const label of ['Coupon', 'Purchase', 'Redemption']) {
      await expect(page.getByText(label, { exact: true })).toBeVisible()
    }
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Pending Sync' })).toBeVisible()
    await expect(page.getByRole('main').getByText('Saved on device', { exact: true })).toHaveCount(
      3,
    )

    await app.start()
    await expect(
      page.getByText('You’re all caught up. Everything is synced.', { exact: true }),
    ).toBeVisible({
      timeout: 30_000,
    })
    await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
    expect(await ledger()).toEqual(['welcome 100', 'purchase 30', 'redemption -90'])
    expect(await coupons()).toEqual(['reward false', 'welcome true'])
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await openCustomer(page, 'Leonora')
    await page.getByRole('tab', { name: 'Coupons' }).click()
    await expect(
      panel.getByRole('listitem').filter({ hasText: 'Pastry of the day' }),
    ).toContainText(/…[A-Z2-9]{4}/)
    await page.close()
  },
)
