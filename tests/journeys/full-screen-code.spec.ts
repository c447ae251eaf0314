/** Shows the member's code in full screen, offline, and keeps the phone awake. */
import { deep } from '#tests/support/level.ts'
import { appTakenOver } from './support/app-taken-over.ts'
import { phone } from './support/device-browser.ts'
import { expect, test } from './support/journey.ts'
import { fillJoinForm } from './support/member.ts'

test.use({ viewport: phone })

test(
  'opens offline, as large as the phone allows, and keeps it awake until it is closed',
  deep,
  async ({ app, page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { awake: 0 })
      const lock = async () => {
        Object.assign(window, { awake: 1 })
        return { release: async () => void Object.assign(window, { awake: 0 }) }
      }
      Object.defineProperty(navigator, 'wakeLock', { value: { request: lock } })
    })
    const awake = () => page.evaluate(() => (window as unknown as { awake: number }).awake)
    await page.goto(app.signUpUrl)
    await appTakenOver(page)
    await fillJoinForm(page, 'Ottilie Marchbanks', 'pocket@example.com')
    await page.getByRole('button', { name: 'Join Now' }).click()
    await page.getByRole('link', { name: 'Open My Card' }).click()
    await expect(page.getByText('Loyalty Member Since')).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await app.kill()
    await page.reload()

    await page.getByRole('button', { name: 'Full Screen' }).click()
    const card = page.getByRole('dialog', { name: 'Your member QR code' })
    const code = card.getByRole('img', { name: 'Your member QR code' })
    await expect(code.locator('path')).toBeVisible()
    await expect(card).toContainText('Ottilie Marchbanks')
    await expect(card).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    expect((await code.boundingBox())?.width).toBeGreaterThan(phone.width * 0.85)
    await expect.poll(awake).toBe(1)
    await page.keyboard.press('Escape')
    await expect(card).toBeHidden()
    await expect.poll(awake).toBe(0)
  },
)
