/** An owner's rewards on the dashboard: created, edited, paused offline, retired. */
import { deep } from '#tests/support/level.ts'
import type { RunningApp } from './support/app.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'
import { expectToast } from './support/toast.ts'

test.use({ viewport: desktop })

const rewardNamed = async (app: RunningApp, name: string) =>
  (
    await app.sql`select points_required as points, is_active as active, stock,
      retired_at is not null as retired from reward
      where business_id = ${app.businessId} and name = ${name}`
  )[0]

test(
  'creates a reward, edits it, pauses it without a network and retires it',
  deep,
  async ({ app, page }) => {
    await signIn(page, app, app.owner, '/business-dashboard?tab=rewards')
    await expect(page.getByText('Pastry of the day')).toBeVisible()
    await page.getByRole('button', { name: 'Create Reward' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Reward' })
    await dialog.getByLabel('Percent off').fill('101')
    await dialog.getByText('Description, expiry, limits (optional)').click()
    await dialog.getByLabel('Expiry date').fill('2020-02-29')
    await dialog.getByRole('button', { name: 'Save Reward' }).click()
    await expect(dialog.getByText('Name is required')).toBeVisible()
    await expect(dialog.getByText('A percentage can be at most 100')).toBeVisible()
    await expect(
      dialog.getByText('This day has passed. Choose today or a later day.'),
    ).toBeVisible()
    await dialog.getByLabel('Expiry date').fill('')
    await dialog.getByLabel('Name', { exact: false }).first().fill('Cold brew')
    await dialog.getByRole('radio', { name: 'Dollar amount' }).check()
    await dialog.getByLabel('Dollars off').fill('4.50')
    await dialog.getByLabel('Points required').fill('75')
    await dialog.getByLabel('Quantity').fill('20')
    await dialog.getByRole('button', { name: 'Save Reward' }).click()
    await expectToast(page, 'Reward created', 'Cold brew is saved.')
    const row = page.getByRole('row').filter({ hasText: 'Cold brew' })
    await expect(row).toContainText('$4.50')
    await expect(row).toContainText('20 of 20 left')
    await expect.poll(() => rewardNamed(app, 'Cold brew')).toMatchObject({ points: 75, stock: 20 })

    await row.getByRole('button', { name: 'More for Cold brew' }).click()
    await page.getByRole('menuitem', { name: 'Edit Reward' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit Reward' })
    await editor.getByLabel('Points required').fill('80')
    await editor.getByRole('button', { name: 'Save Reward' }).click()
    await expect
      .poll(() => rewardNamed(app, 'Cold brew'))
      .toMatchObject({ points: 80, active: true })

    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await app.kill()
    await row.getByRole('button', { name: 'More for Cold brew' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await expectToast(page, 'Reward paused')
    await expect(row).toContainText('Inactive')
    await page.reload()
    await expect(row).toContainText('Inactive')
    await app.start()
    await expect
      .poll(() => rewardNamed(app, 'Cold brew'), { timeout: 30_000 })
      .toMatchObject({
        active: false,
      })

    await row.getByRole('button', { name: 'More for Cold brew' }).click()
    await page.getByRole('menuitem', { name: 'Retire' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click()
    await expect(row).toHaveCount(0)
    await expect.poll(() => rewardNamed(app, 'Cold brew')).toMatchObject({ retired: true })
    await page.close()
  },
)
