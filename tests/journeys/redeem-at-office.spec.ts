/** A redemption from the customer list: its code and its buttons are on a phone's screen. */
import { deep } from '#tests/support/level.ts'
import { phone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { pressable } from './support/next-tap.ts'
import { signIn } from './support/sign-in.ts'

test.use({ ...withoutWorker, hasTouch: true })

for (const size of [phone, { width: 390, height: 844 }]) {
  for (const place of ['sheet', 'page'] as const) {
    test(
      `nothing covers the code of a redemption on a member’s ${place} at ${size.width}×${size.height}`,
      deep,
      async ({ app, page }) => {
        await page.setViewportSize(size)
        await signIn(page, app, app.owner, '/business-dashboard?sort=-points')
        await page.getByRole('row').filter({ hasText: '@example.com' }).first().click()
        if (place === 'page') await page.getByRole('link', { name: 'Open Full Page' }).click()
        await page.getByRole('tab', { name: 'Rewards' }).last().click()
        await page.getByRole('button', { name: 'Redeem', exact: true }).first().click()
        const button = (name: string) => page.getByRole('button', { name })
        await button('Mark as Used Now').waitFor()
        const code = page.getByRole('img', { name: /^QR code of coupon/ })
        for (const part of [
          page.getByRole('status').getByText(/ redeemed$/),
          code,
          code.locator('xpath=following-sibling::p'),
          button('Mark as Used Now'),
          button('Undo'),
        ]) {
          await expect.poll(() => part.evaluate(pressable), `${part}`).toBe('whole')
        }
        await button('Undo').click()
      },
    )
  }
}
