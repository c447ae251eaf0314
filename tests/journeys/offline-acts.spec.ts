/**
 * What only the server can do says so before one tries: with the network cut on a screen that is
 * open, its acts are disabled and the reason stands beside them; what can be done offline stays.
 */
import type { Page } from '@playwright/test'
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
  await signIn(page, app, app.owner)
  await expect(page.getByText(/@example.com/).first()).toBeVisible()
  // Their scripts have been loaded; what the campaigns are has not.
  for (const name of ['Tills', 'Profile', 'Email Preferences', 'Staff']) {
    await place(page, name)
    await expect(page.getByRole('heading', { name, exact: true }).first()).toBeVisible()
  }
  await page.route('**/campaigns', (route) => route.abort())
  await place(page, 'Campaigns')
  await expect(page.getByRole('heading', { name: 'Campaigns' })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('button', { name: 'Create Campaign' })).toBeEnabled()

  await place(page, 'Profile')
  await expect(reason(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Deactivate Account' })).toBeDisabled()
  await place(page, 'Email Preferences')
  await expect(page.getByRole('checkbox')).toBeDisabled()
  await expect(reason(page)).toBeVisible()

  await place(page, 'Tills')
  await page.getByRole('button', { name: 'Use this device as a till' }).click()
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
