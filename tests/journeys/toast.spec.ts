/** A toast takes the focus by F8 and gives it back (docs/product.md). */
import { expect, test, withoutWorker } from './support/journey.ts'
import { expectToast, toastsOf } from './support/toast.ts'

test.use(withoutWorker)

test('Escape on a toast leads back to the field one was typing in', async ({ app, page }) => {
  await page.goto(`${app.url}/login`)
  const email = page.getByLabel('Email')
  const dismiss = toastsOf(page).getByRole('button', { name: 'Dismiss' })
  const fail = async () => {
    await email.fill('nobody@example.com')
    await page.getByLabel(/^Password/).fill('Wrong-Guess-1')
    await page.getByRole('button', { name: 'Login' }).click()
    await expectToast(page, 'Login failed')
    await email.focus()
  }
  await fail()
  await page.keyboard.press('F8')
  await expect(toastsOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dismiss).toHaveCount(0)
  await expect(email).toBeFocused()

  await fail()
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(dismiss).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dismiss).toHaveCount(0)
  await expect(email).toBeFocused()
})
