/** What a super admin does for others: looking at a business, erasing an account on request. */
import type { Page } from '@playwright/test'
import type { RunningApp } from './support/app.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'
import { expectToast } from './support/toast.ts'

test.use({ ...withoutWorker, viewport: desktop })
test.beforeEach(({ page, app }) => signIn(page, app, app.superAdmin))

async function givePassword(page: Page, { superAdmin }: RunningApp) {
  const question = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await question.getByLabel(/^Password/).fill(superAdmin.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
}

test('a business is viewed with its own counts, and a search asks once', async ({ page, app }) => {
  await page.getByRole('link', { name: 'View Dashboard: Lantern House Café' }).click()
  await expect(page.getByText('Super Admin View - Viewing Lantern House Café')).toBeVisible()
  const [counted] = await app.ask<{ customers: number }>(
    (sql) => sql`select count(*)::int as customers from customer where erased_at is null`,
  )
  const card = page.locator('section').filter({ hasText: 'Total Customers' })
  await expect(card.getByText(String(counted?.customers), { exact: true })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Customers' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  await page.getByRole('button', { name: 'Show More' }).click()
  await expect(rows).toHaveCount(101)

  const asked: string[][] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const words = request.headers()['regulars-query'] ?? ''
    if (/\/customers$/.test(pathname)) asked.push([search, words])
  })
  const email = String(await rows.nth(1).getByText(/@/).textContent())
  // Time stands still while somebody types, however slow the machine is.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  await page.getByLabel('Search customers').pressSequentially(email)
  await page.clock.resume()
  await expect(rows).toHaveCount(2)
  // Neither the call's address nor the page's holds what a proxy would log.
  expect(asked).toEqual([['?limit=50', String(new URLSearchParams({ q: email }))]])
  expect(new URL(page.url()).search).toBe('')
})

test('a QR code is made for a business, after the password', async ({ page, app }) => {
  await page.getByRole('link', { name: 'View Dashboard: Lantern House Café' }).click()
  const card = page.locator('section').filter({ hasText: 'QR Codes' })
  await expect(card.getByText('3', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Generate QR Code' }).click()
  const dialog = page.getByRole('dialog', { name: 'Generate QR Code' })
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await expect(dialog.getByLabel(/^Name/)).toBeFocused()
  await dialog.getByLabel(/^Name/).fill('Garden gate')
  await dialog.getByRole('button', { name: 'Generate' }).click()
  await givePassword(page, app)
  const made = page.getByRole('dialog', { name: 'QR Code' })
  await expect(made.getByRole('img', { name: 'QR code Garden gate' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await made.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await saved).suggestedFilename()).toBe('garden-gate.png')
  await made.getByRole('button', { name: 'Done' }).click()
  await expect(card.getByText('4', { exact: true })).toBeVisible()
})

test('an account is erased on request, after it was said what goes and what stays', async ({
  page,
  app,
}) => {
  await page.goto(`${app.url}/super-admin-dashboard/tenants`)
  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete an account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete an Account' })
  const confirmation = page.getByRole('alertdialog', { name: 'Delete this account?' })
  const erase = async (email: string) => {
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(confirmation.getByText(email)).toBeVisible()
    await expect(confirmation.getByText(/^Kept:/)).toBeVisible()
  }

  await erase(app.staff.email)
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await expect(confirmation).toBeHidden()
  await erase('nobody@example.com')
  await confirmation.getByRole('button', { name: 'Delete Permanently' }).click()
  await givePassword(page, app)
  await expect(dialog.getByText('No account has this email.')).toBeVisible()
  await expect(dialog.getByLabel('Email')).toBeFocused()

  await erase(app.staff.email)
  await confirmation.getByRole('button', { name: 'Delete Permanently' }).click()
  await expectToast(
    page,
    'Account deleted',
    `All personal information for ${app.staff.email} was deleted.`,
  )
  await expect(dialog).toBeHidden()
  const left = await app.ask<{ count: number }>(
    (sql) => sql`select count(*)::int from account where email = ${app.staff.email}`,
  )
  expect(left).toEqual([{ count: 0 }])
})

test('without a connection the platform’s screens show what was seen last, and when', async ({
  page,
  context,
}) => {
  const seen = page.getByText(/^You’re offline\. This was loaded /).first()
  const named = page.getByRole('cell').getByText('Lantern House Café')
  const heading = page.getByRole('heading', { name: 'Lantern House Café' })
  const screens = [
    { link: 'Business Tenants', shows: named, follow: 'Lantern House Café', leadsTo: heading },
    {
      link: 'White-Label Config',
      shows: named,
      follow: 'Edit branding of Lantern House Café',
      leadsTo: page.getByLabel('Business name'),
    },
    { link: 'Audit Log', shows: page.getByRole('cell').getByText('Signed in').first() },
  ]
  const seeAll = async (expectState: () => Promise<void>) => {
    for (const { link, shows, follow, leadsTo } of screens) {
      await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click()
      await expect(shows).toBeVisible()
      await expectState()
      if (!follow || !leadsTo) continue
      await page.getByRole('cell').getByRole('link', { name: follow, exact: true }).click()
      await expect(leadsTo).toBeVisible()
      await expectState()
    }
  }
  await seeAll(() => expect(seen).toHaveCount(0))
  await context.setOffline(true)
  await seeAll(() => expect(seen).toBeVisible())
  await context.setOffline(false)
})
