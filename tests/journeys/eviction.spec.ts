/**
 * The browser clears this device's storage while no window is open. The unsent work is lost, and
 * the next window says so.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import type { RunningApp } from './support/app.ts'
import { signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test } from './support/journey.ts'
import { lookUpKept } from './support/look-up-kept.ts'
import { fillJoinForm } from './support/member.ts'
import { signIn } from './support/sign-in.ts'

test.use({ viewport: desktop })

const hints = async (device: BrowserContext) =>
  (await device.cookies())
    .filter(({ name }) => name.startsWith('outbox-'))
    .map((each) => each.value)

async function workWithoutServer(page: Page, app: RunningApp): Promise<void> {
  await signIn(page, app, app.owner)
  await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.kill()
  await signUpAtCounter(page, 'Evicted', 'evicted@example.com')
  await page.keyboard.press('Escape')
}

/** Deletes the storage like Chromium does on a full disk, with no window of this origin open. */
async function evict(device: BrowserContext, origin: string) {
  const elsewhere = await device.newPage()
  const session = await device.newCDPSession(elsewhere)
  await session.send('Storage.clearDataForOrigin', {
    origin,
    storageTypes: 'indexeddb',
  })
  await elsewhere.close()
}

test(
  'reports unsent work lost to an eviction at the next start, until a person dismisses the notice',
  deep,
  async ({ app, context, page }) => {
    await workWithoutServer(page, app)
    expect(await hints(context)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.1$/)])
    await page.close()
    await evict(context, app.url)
    await app.start()

    const next = await context.newPage()
    await next.goto(`${app.url}/business-dashboard`)
    const notice = next.getByRole('alert').filter({ hasText: 'cleared this device’s storage' })
    await expect(notice).toContainText('1 unsynced change may be lost')
    await next.getByRole('link', { name: '1 lost on this device' }).click()
    await expect(next.getByRole('heading', { name: 'Pending Sync' })).toBeVisible()
    await next.reload()
    await notice.getByRole('button', { name: 'Got it' }).click()
    await expect(notice).toBeHidden()
    await expect(next.getByRole('link', { name: 'All synced' })).toBeVisible()
    expect(await hints(context)).toEqual([])
    await next.reload()
    await expect(next.getByRole('link', { name: 'All synced' })).toBeVisible()
    await expect(notice).toBeHidden()
  },
)

test(
  'a kiosk says how many unsent sign-ups an eviction took, and so does the staff’s day',
  deep,
  async ({ app, context, page }) => {
    await signIn(page, app, app.owner, '/kiosk')
    await page.getByRole('button', { name: 'Start the Kiosk' }).click()
    await expect(page.getByRole('heading', { name: 'Join Our Loyalty Program' })).toBeVisible()
    await lookUpKept(page)
    await app.kill()
    await fillJoinForm(page, 'Perpetua Ashdown', 'perpetua@example.com')
    await page.getByRole('button', { name: 'Join Now' }).click()
    await page.getByRole('button', { name: 'Next Customer' }).click()
    await expect(page.getByText('1 sign-up is saved on this tablet')).toBeVisible()
    const kiosk = page.url()
    await page.close()
    await evict(context, app.url)
    await app.start()

    const next = await context.newPage()
    await next.goto(kiosk)
    const cleared = next.getByText('The browser cleared 1 sign-up from this tablet')
    await expect(cleared).toBeVisible()
    await signIn(next, app, app.owner, '/shift')
    await expect(cleared).toBeVisible()
    await next.getByRole('button', { name: 'Dismiss' }).click()
    await expect(cleared).toBeHidden()
  },
)
