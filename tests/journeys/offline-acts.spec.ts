/** On a new device, every screen of the sidebar opens offline with prefetched data. */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import type { RunningApp } from './support/app.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use({ viewport: desktop, ...withoutWorker })

/** Opens every screen of the sidebar without the server, on a device that never opened one. */
async function expectAllOpenOffline(page: Page, app: RunningApp) {
  await page.waitForFunction(() => performance.getEntriesByName('seen-ahead').length > 0)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.kill()
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  const shown = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const paths = new Set(await shown())
  // Some places show further links once they are open, which the loop then reaches.
  for (const path of paths) {
    await page.goto(app.url + path)
    const main = page.getByRole('main')
    await expect(main, path).not.toBeEmpty()
    await expect(main.locator('[aria-busy="true"], .appear-late'), path).toHaveCount(0)
    // The counter has no menu.
    for (const further of await shown()) paths.add(further)
    await expect.soft(main.getByText('Connect to the internet to see this'), path).toHaveCount(0)
  }
  return [...paths]
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
    await expect(page.getByText(/^Loaded /)).toBeVisible()
    await expect(page.getByText(/^You’re offline/)).toHaveCount(1)
  })

  test('every screen of the platform opens offline', deep, async ({ app, page }) => {
    await signIn(page, app, app.superAdmin)
    const paths = await expectAllOpenOffline(page, app)
    expect(paths).toContain('/super-admin-dashboard/white-label')
  })
})
