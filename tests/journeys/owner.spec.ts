/** An owner's own screens: the home, customers as a list and each on a page, the palette, the plan. */
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { readMails } from '#tests/support/mail.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { desktop, phone } from './support/device-browser.ts'
import { signIn } from './support/sign-in.ts'
import { expectToast } from './support/toast.ts'

const added = 3000
let app: RunningApp
let page: Page
test.beforeAll(async ({ browser }) => {
  app = await startApp()
  await app.ask(
    (sql) => sql`with changed as (
        update business_version set version = version + 1 returning business_id, version
      )
      insert into customer select (jsonb_populate_record(c, jsonb_build_object(
        'id', gen_random_uuid(), 'first_name', case n when 1 then '=cmd' when 2 then '＝cmd' else 'Bulk' end,
        'last_name', 'Person ' || lpad(n::text, 5, '0'), 'email', 'bulk' || n || '@example.com',
        'email_key', 'bulk' || n || '@example.com', 'mailbox_key', 'bulk' || n || '@example.com',
        'points', n, 'phone', null, 'version', changed.version,
        'created_at', now() - interval '100 days' - n * interval '1 minute'))).*
      from changed, customer c, generate_series(1, ${added}) n
      where c.id = (select id from customer order by created_at limit 1)`,
  )
  page = await browser.newPage({ viewport: desktop })
  await signIn(page, app, app.owner)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
})
test.afterAll(async () => {
  await page.close()
  await app.close()
})

const home = () => page.goto(`${app.url}/business-dashboard`)
const table = () => page.getByRole('table', { name: 'Customers' })
const rows = () => table().getByRole('row')

test('one navigation, who is signed in, and today before the four cards', async () => {
  await home()
  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const name of ['Customers', 'QR Codes', 'Rewards']) {
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveCount(0)
    await expect(page.getByRole('tab', { name })).toBeVisible()
  }
  const [owner] = await app.ask<{ name: string }>(
    (sql) => sql`select first_name || ' ' || last_name as name from account
      where email = ${app.owner.email}`,
  )
  await expect(page.getByText(String(owner?.name), { exact: true })).toBeVisible()
  await expect(page.getByText('business admin', { exact: true })).toBeVisible()
  const [sales] = await app.ask<{ count: number }>(
    (sql) => sql`select count(*)::int from purchase
      where recorded_at >= date_trunc('day', now()) and reversed_at is null`,
  )
  const today = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Today' }) })
  const purchases = today.getByRole('term').filter({ hasText: 'Purchases' })
  await expect(purchases.locator('xpath=following-sibling::dd[1]')).toHaveText(
    new RegExp(`^${sales?.count}`),
  )
  await expect(page.getByText('Get set up')).toHaveCount(0)
})

test('thousands scroll with a few rows drawn; filter, order and search stand in the address', async () => {
  await home()
  const [counted] = await app.ask<{ count: number }>(
    (sql) => sql`select count(*)::int from customer where erased_at is null`,
  )
  await expect(table()).toHaveAttribute('aria-rowcount', String(Number(counted?.count) + 1))
  expect(await rows().count()).toBeLessThan(80)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(page.getByText(`Bulk Person 0${added}`)).toBeVisible()
  expect(await rows().count()).toBeLessThan(80)

  await page.evaluate(() => window.scrollTo(0, 0))
  await table().getByRole('button', { name: 'Points' }).click()
  await expect(page).toHaveURL(/sort=-points/)
  await expect(rows().nth(1)).toContainText(`Bulk Person 0${added}`)
  await page.getByLabel('Filter customers').selectOption('Not seen for 30 days')
  await expect(page).toHaveURL(/show=away/)
  await page.getByLabel('Search customers').fill('cmd')
  await expect(page.getByRole('status').getByText('2 customers')).toBeVisible()
  await expect(page).toHaveURL(/q=cmd/)
  await page.reload()
  await expect(page.getByRole('status').getByText('2 customers')).toBeVisible()
  await expect(page.getByLabel('Filter customers')).toHaveValue('away')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const text = readFileSync(await (await saved).path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(4)
  expect(text).toContain(`"'=cmd",`)
  expect(text).toContain(`"'＝cmd",`)
})

test('a customer opens beside the list, and on a page with an address of its own, offline too', async () => {
  await home()
  await page.getByLabel('Search customers').fill('Person 00042')
  await page.getByRole('button', { name: /^Bulk Person 00042/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Bulk Person 00042' })
  await expect(drawer).toBeVisible()
  await drawer.getByRole('link', { name: 'Open full page' }).click()
  await expect(page).toHaveURL(/\/business-dashboard\/customers\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Bulk Person 00042' })).toBeVisible()
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Bulk Person 00042' })).toBeVisible()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.setViewportSize(phone)
  await expect(page.getByRole('tab', { name: 'Purchase' })).toBeVisible()
  await page.setViewportSize(desktop)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Customers' }).click()
  await expect(page).toHaveURL(/\/business-dashboard$/)
})

test('the palette finds screens and customers by keyboard; shortcuts have a page and a switch', async () => {
  await home()
  await page.keyboard.press('ControlOrMeta+K')
  const palette = page.getByRole('dialog', { name: 'Go to…' })
  await palette.getByRole('combobox').pressSequentially('bran')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/branding$/)
  await page.keyboard.press('ControlOrMeta+K')
  await palette.getByRole('combobox').pressSequentially('person 00007')
  await expect(palette.getByRole('option').first()).toContainText('Bulk Person 00007')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Bulk Person 00007' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.keyboard.press('/')
  await expect(page.getByLabel('Search customers')).toBeFocused()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('heading', { name: 'Keyboard Shortcuts' })).toBeVisible()
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await home()
  await expect(rows().nth(1)).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByLabel('Search customers')).not.toBeFocused()
})

test('an ended trial leads to the plans, and asking for one tells the super admins', async () => {
  await app.ask(
    (sql) => sql`with changed as (
        update business_version set version = version + 1 returning business_id, version
      )
      update business set plan = 'trial', status = 'trial', trial_ends_at = now() - interval '1 day',
        version = changed.version
      from changed where changed.business_id = business.id`,
  )
  await home()
  await page.getByRole('link', { name: 'See Plans' }).click()
  await expect(page.getByText(/^Your trial has ended\. Your data is safe, and/)).toBeVisible()
  await page.getByRole('button', { name: 'Ask for Pro' }).click()
  await expectToast(page, 'Request sent')
  await expect(page.getByRole('button', { name: 'Request sent' })).toBeDisabled()
  await expect
    .poll(async () => (await readMails(app, app.superAdmin.email)).map(({ subject }) => subject))
    .toContain('Lantern House Café asks for the Pro plan')
})
