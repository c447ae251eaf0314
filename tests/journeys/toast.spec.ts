/** Toasts by key and by swipe, and that they cover no next tap. */
import type { Locator, Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { counterTabs, desktop, phone, tablet, uprightTablet } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { pressable } from './support/next-tap.ts'
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

test('a short toast leaves the business’s name and its title free', deep, async ({ app, page }) => {
  await page.goto(`${app.url}/login`)
  await page.locator('[name=email]').fill(app.owner.email)
  await page.locator('[name=password]').fill(app.owner.password)
  await page.locator('button[type=submit]').click()
  await toastsOf(page).getByText('Login successful').waitFor()
  // A toast with the focus stays.
  await page.keyboard.press('F8')
  const name = page.getByRole('complementary').getByText('Lantern House Café')
  const title = page.getByRole('heading', { level: 1 })
  await expectUncovered(page, 'Login successful', name, title)
})

/** Begins with the toast on the screen; checks the buttons at each size. */
async function expectUncovered(page: Page, title: string, ...buttons: Locator[]) {
  await expectUncoveredAt([tablet, uprightTablet, desktop], page, title, ...buttons)
}

async function expectUncoveredAt(
  sizes: readonly { width: number; height: number }[],
  page: Page,
  title: string,
  ...buttons: Locator[]
) {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect(toastsOf(page).getByText(title)).toBeVisible()
    for (const button of buttons) {
      await button.scrollIntoViewIfNeeded()
      const place = `${await button.textContent()} at ${size.width}×${size.height}`
      expect.soft(await button.evaluate(pressable), place).toBe('whole')
    }
  }
}

test('an error at the counter covers no next tap', deep, async ({ app, page }) => {
  await page.setViewportSize(tablet)
  await signIn(page, app, app.staff)
  await page
    .getByRole('option')
    .filter({ hasText: /\d{3} points/ })
    .first()
    .click()
  await page.getByLabel('Amount').fill('4.20')
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = IDBObjectStore.prototype.add = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.keyboard.press('Enter')
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  const shown = [
    button('Record $4.20'),
    button(/^Redeem/),
    button('Back to search'),
    button('Scan'),
  ]
  await expectUncovered(page, 'Not recorded', ...shown)
  // Phones show the member alone.
  const phones = [...counterTabs.filter(({ width }) => width < 768), { width: 844, height: 390 }]
  const ofMember = [button('Back to search'), button('Record $4.20')]
  await expectUncoveredAt(phones, page, 'Not recorded', ...ofMember)
})

test('a toast of three lines leaves the way back free on phones', deep, async ({ app, page }) => {
  await page.setViewportSize(phone)
  await signIn(page, app, app.staff)
  await page.getByRole('option').first().click()
  await page.getByLabel('Amount').waitFor()
  await page.keyboard.type(`${app.url}/customer/12345678-1234-4123-8123-123456789012`)
  await page.keyboard.press('Enter')
  const phones = counterTabs.filter(({ width }) => width < 768)
  const back = page.getByRole('button', { name: 'Back to search' })
  await toastsOf(page)
    .getByText(/^That is a customer’s private link/)
    .waitFor()
  // A toast with the focus stays.
  await page.keyboard.press('F8')
  for (const size of phones) {
    await page.setViewportSize(size)
    expect.soft(await back.evaluate(pressable), `${size.width}×${size.height}`).toBe('whole')
  }
})

test('an undo of a correction covers no next tap', deep, async ({ app, page }) => {
  await page.setViewportSize(tablet)
  await signIn(page, app, app.staff)
  await page.getByRole('option').first().click()
  const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
  await button('Edit Details').click()
  await page.clock.install()
  await page.getByLabel('Phone').fill('+15557312904')
  await button('Save Details').click()
  await page.clock.pauseAt(Date.now() + 1_000)
  const sizes = [...counterTabs, { width: 844, height: 390 }]
  const shown = [button('Back to search'), button(/^Record/)]
  await expectUncoveredAt(sizes, page, 'Details saved', ...shown)
})

test(
  'an error on the kiosk covers neither Join Now, Staff nor a field',
  deep,
  async ({ app, page }) => {
    await page.setViewportSize(tablet)
    await signIn(page, app, app.owner, '/kiosk')
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await button('Start the Kiosk').click()
    await button('Join Now').click()
    const name = page.getByLabel('First name')
    await expectUncovered(page, 'Consent Required', button('Join Now'), button('Staff'), name)
  },
)

test('a toast over the campaign form leaves its last buttons free', deep, async ({ app, page }) => {
  await signIn(page, app, app.owner, '/business-dashboard/campaigns')
  await page.getByRole('button', { name: 'Create Campaign' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create Campaign' })
  await form.getByLabel('Subject').fill('A treat for a rainy week')
  await form.getByLabel('Message').fill('Come in and warm up.')
  await form.getByLabel('Percent off').fill('15')
  await page.route('**/campaigns/test', (route) => route.abort())
  await form.getByRole('button', { name: 'Send Me a Test' }).click()
  const button = (name: string) => form.getByRole('button', { name })
  await expectUncovered(page, 'Test not sent', button('Save Campaign'), button('Cancel'))
})

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
