/**
 * A newer app had upgraded this device's database and was rolled back: the older one leaves it
 * alone, says so, and can still save the unsent work to a file.
 */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use({ viewport: desktop, acceptDownloads: true })

/** What an upgrade by a newer version does at least, from a page that holds no database open. */
async function upgradeAsNewerApp(page: Page, url: string) {
  await page.goto(`${url}/healthz`)
  await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const name = databases.find((each) => /^regulars-.{73}$/.test(each.name ?? ''))?.name ?? ''
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, 20)
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        opening.result.close()
        resolve()
      }
    })
  })
}

test('unsent work is kept, said to be kept, and saved to a file', async ({ app, page }) => {
  await signIn(page, app, app.owner)
  await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.kill()
  await signUpAtCounter(page, 'Rolled', 'rolled@example.com')
  await page.route('**/api/sync/push', (route) => route.abort())
  await app.start()
  await upgradeAsNewerApp(page, app.url)

  await page.goto(`${app.url}/business-dashboard`)
  const notice = page.getByRole('alert').filter({ hasText: 'last ran a newer version' })
  await notice.getByRole('link', { name: 'Pending Sync' }).click()
  await expect(
    page.getByText('We can’t show the changes on this device, but you can export them.'),
  ).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export a Copy' }).click()
  const text = await readFile(await (await saving).path(), 'utf8')
  expect(text).toContain('rolled@example.com')
})
