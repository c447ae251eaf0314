/**
 * A new version of the app is installed and activated during a push: the page reloads, and the
 * purchase counts once, wherever the push was at that moment.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { recordPurchase, signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test } from './support/journey.ts'
import { signInAtDashboard } from './support/sign-in.ts'
import { startUpdatingServer, type UpdatingServer } from './support/updating-server.ts'

let server: UpdatingServer
test.use({ viewport: desktop })
test.beforeEach(async ({ app }) => {
  server = await startUpdatingServer(app.url)
})
test.afterEach(() => server.close())

/** Asks the controlling worker; the first version doesn't answer. */
const isNewerInControl = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(true)
        navigator.serviceWorker.controller?.postMessage('which', [port2])
      }),
  )

for (const where of ['there', 'back'] as const) {
  test(
    `a push that is held on its way ${where} counts once, and nothing is lost`,
    deep,
    async ({ app, page, pointsOf }) => {
      const email = `updated-${where}@example.com`
      await signInAtDashboard(page, server, app.staff)
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
      await signUpAtCounter(page, 'Updated', email)
      await expect.poll(() => pointsOf(email)).toEqual([100])
      await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()

      const push = server.holdPush(where)
      await recordPurchase(page, '12.00')
      await push.waits
      expect(await pointsOf(email)).toEqual(where === 'back' ? [100, 12] : [100])
      await page.keyboard.press('Escape')

      server.update()
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        await registration.update()
      })
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Update', exact: true }).click()
      await reloaded
      expect(await isNewerInControl(page)).toBe(true)

      await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
      expect(await pointsOf(email)).toEqual([100, 12])
      await push.release()
      await expect(page.getByRole('link', { name: 'All synced' })).toBeVisible()
      expect(await pointsOf(email)).toEqual([100, 12])
    },
  )
}
