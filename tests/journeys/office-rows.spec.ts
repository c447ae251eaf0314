/** Rows of the owner's and the super admin's lists are compact, and wide screens show tables. */
import type { Locator } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { desktop, phone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use(withoutWorker)

async function tallestOf(rows: Locator): Promise<number> {
  await expect(rows.nth(1)).toBeVisible()
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
  return Math.max(...boxes.map((box) => box?.height ?? 0))
}

test('rewards and activity are compact on a phone', deep, async ({ app, page }) => {
  await page.setViewportSize(phone)
  await signIn(page, app, app.owner)
  await page.goto(`${app.url}/business-dashboard?tab=rewards`)
  const rewards = page.getByRole('table', { name: 'Rewards' }).getByRole('row')
  expect(await tallestOf(rewards.filter({ hasText: 'Active' }))).toBeLessThanOrEqual(110)
  await page.goto(`${app.url}/business-dashboard/audit-log`)
  const log = page.getByRole('table', { name: 'Activity Log' }).getByRole('row')
  expect(await tallestOf(log.filter({ hasText: /:/ }))).toBeLessThanOrEqual(88)
})

test('a business’s recent activity is a table on a desktop', deep, async ({ app, page }) => {
  await page.setViewportSize({ ...desktop, width: 1280 })
  await signIn(page, app, app.superAdmin)
  await page.goto(`${app.url}/super-admin-dashboard/tenants`)
  await page.getByRole('link', { name: 'Lantern House Café', exact: true }).click()
  const log = page.getByRole('table', { name: 'Activity Log' })
  await expect(log.getByRole('columnheader', { name: 'Who' })).toBeVisible()
  await expect(log.getByRole('columnheader', { name: 'Result' })).toHaveCount(0)
})
