/** Toasts by key and by swipe: F8 focuses a toast, and the focus returns after it closes. */
import type { Locator } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { desktop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'
import { expectToast, toastsOf } from './support/toast.ts'

test.use({ ...withoutWorker, viewport: desktop })

test(
  'shows one toast at a time; F8 focuses it; Dismiss, Escape or a swipe closes it',
  deep,
  async ({ app, page }) => {
    await signIn(page, app, app.owner, '/email-preferences')
    const wanted = page.getByRole('checkbox', { name: 'Receive marketing emails' })
    const toasts = toastsOf(page)
    const dismiss = toasts.getByRole('button', { name: 'Dismiss' })
    const answer = async () => {
      const says = (await wanted.isChecked()) ? 'unsubscribed from' : 'subscribed to'
      await wanted.click()
      await expectToast(page, 'Preferences updated', `You’re ${says} marketing emails.`)
    }
    await answer()
    // The second takes the place of the first, or two could be dismissed.
    await answer()
    await page.keyboard.press('F8')
    await expect(toasts).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(dismiss).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dismiss).toHaveCount(0)
    await expect(wanted).toBeFocused()

    await answer()
    await page.keyboard.press('F8')
    await expect(toasts).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dismiss).toHaveCount(0)
    await expect(wanted).toBeFocused()

    await answer()
    const title = toasts.getByText('Preferences updated')
    await drag(title, 40)
    await expect(title).toBeVisible()
    await drag(title, 60)
    await expect(title).toBeHidden()
  },
)

for (const [locale, title, synced] of [
  ['en-US', 'Login successful', 'All synced'],
  ['es-MX', 'Sesión iniciada', 'Al día'],
] as const) {
  test(
    `a short toast on a phone covers nothing that the header or the screen offers, ${locale}`,
    deep,
    async ({ app, browser }) => {
      const context = await browser.newContext({ ...withoutWorker, locale })
      const page = await context.newPage()
      await page.setViewportSize({ width: 360, height: 612 })
      await page.goto(`${app.url}/login`)
      await page.locator('[name=email]').fill(app.staff.email)
      await page.locator('[name=password]').fill(app.staff.password)
      await page.locator('button[type=submit]').click()
      const shown = page.locator('[data-toasts]').getByText(title)
      await shown.waitFor()
      await page.getByRole('option').first().waitFor()
      const pressed = await page.evaluate(() => {
        const seen = new Map<Element, boolean>()
        for (const element of document.querySelectorAll('a, button, input')) {
          if (element.closest('[data-toasts]')) continue
          const { x, y, width, height } = element.getBoundingClientRect()
          const top = document.elementFromPoint(x + width / 2, y + height / 2)
          if (top?.closest('[data-toasts]')) seen.set(element, true)
        }
        return [...seen.keys()].map((element) => element.outerHTML)
      })
      expect(pressed).toEqual([])
      const toast = await page.locator('[data-toasts] [role] > *').boundingBox()
      const badge = await page.getByRole('link', { name: synced }).locator('svg').boundingBox()
      expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThan(badge?.x ?? 0)
      await context.close()
    },
  )
}

async function drag(what: Locator, px: number) {
  const box = await what.boundingBox()
  if (!box) throw new Error('It is nowhere')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const { mouse } = what.page()
  await mouse.move(x, y)
  await mouse.down()
  await mouse.move(x + px, y, { steps: 4 })
  await mouse.up()
}
