/**
 * What only the server can do says so before one tries: with the network cut on a screen that is
 * open, its acts are disabled and the reason stands beside them; what can be done offline stays.
 * Every screen of the sidebar opens offline with what was asked ahead, on a device that is new.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import type { RunningApp } from './support/app.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use({ viewport: desktop, ...withoutWorker })

const reason = (page: Page) =>
  page.getByText('You’re offline. Connect to the internet to do this.').first()
const place = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()

test('an owner is told before the act, and a campaign is made offline', async ({
  app,
  page,
  context,
}) => {
  await page.route('**/campaigns', (route) => route.abort())
  await signIn(page, app, app.owner)
  await expect(page.getByText(/@example.com/).first()).toBeVisible()
  // These screens have loaded their data; the campaigns have not.
  for (const [name, shown] of [
    ['Tills', page.getByText('No tills yet.')],
    ['Profile', page.getByRole('heading', { name: 'Danger Zone' })],
    ['Email Preferences', page.getByRole('heading', { name: 'Marketing Emails' })],
    ['Staff', page.getByRole('row', { name: /Theo Lindgren/ })],
  ] as const) {
    await place(page, name)
    await expect(shown).toBeVisible()
  }
  await place(page, 'Campaigns')
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('button', { name: 'Create Campaign' })).toBeEnabled()

  await place(page, 'Profile')
  await expect(reason(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Deactivate Account' })).toBeDisabled()
  await place(page, 'Email Preferences')
  await expect(page.getByRole('heading', { name: 'Marketing Emails' })).toBeVisible()
  await expect(page.getByRole('checkbox')).toBeDisabled()
  await expect(reason(page)).toBeVisible()

  await place(page, 'Tills')
  await page.getByRole('button', { name: 'Use This Device as a Till' }).click()
  await expect(page.getByRole('button', { name: 'Make This a Till' })).toBeDisabled()
  await expect(reason(page)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()

  await place(page, 'Staff')
  await page
    .getByRole('row', { name: /Theo Lindgren/ })
    .getByRole('button')
    .click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(reason(page)).toBeVisible()
  await expect(page.getByRole('alertdialog').getByRole('button').last()).toBeDisabled()
  await context.setOffline(false)
})

test('a super admin is told before the act, on a screen that was open already', async ({
  app,
  page,
  context,
}) => {
  await signIn(page, app, app.superAdmin)
  await expect(page.getByRole('cell', { name: /Lantern House Café/ }).first()).toBeVisible()
  await context.setOffline(true)
  const save = page.getByRole('button', { name: 'Export' })
  await expect(save).toBeDisabled()
  await expect(page.getByText(/^You’re offline\. Businesses can be looked at/)).toBeVisible()
  for (const [open, act] of [
    ['New Business', 'Create Business'],
    ['Create Invite', 'Create Invite'],
  ] as const) {
    await page.getByRole('button', { name: open, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(reason(page)).toBeVisible()
    await expect(dialog.getByRole('button', { name: act })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  await context.setOffline(false)
  await expect(save).toBeEnabled()
})

/** All that the sidebar leads to, on a device where none of it was opened, once the network is gone. */
async function expectAllOpenOffline(page: Page, app: RunningApp) {
  await page.waitForFunction(() => performance.getEntriesByName('seen-ahead').length > 0)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.kill()
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  for (const path of paths) {
    await page.goto(app.url + path)
    const main = page.getByRole('main')
    await expect(main, path).not.toBeEmpty()
    await expect(main.locator('[aria-busy="true"], .appear-late'), path).toHaveCount(0)
    await expect.soft(main.getByText('Connect to the internet to see this'), path).toHaveCount(0)
  }
  return paths
}

test.describe('on a device that is new', () => {
  test.use({ serviceWorkers: 'allow' })

  test('every screen of a business opens offline, and says when it was loaded', async ({
    app,
    page,
  }) => {
    await signIn(page, app, app.owner)
    const paths = await expectAllOpenOffline(page, app)
    for (const name of ['staff', 'campaigns', 'audit-log', 'analytics', 'devices', 'tills']) {
      expect(paths).toContain(`/business-dashboard/${name}`)
    }
    await page.goto(`${app.url}/business-dashboard/staff`)
    await expect(page.getByText('Theo Lindgren')).toBeVisible()
    await expect(page.getByText(/^You’re offline\. This was loaded /).first()).toBeVisible()
  })

  test('every screen of the platform opens offline', deep, async ({ app, page }) => {
    await signIn(page, app, app.superAdmin)
    const paths = await expectAllOpenOffline(page, app)
    expect(paths).toContain('/super-admin-dashboard/white-label')
  })
})
