/**
 * Dialogs on the owner's screens: closing one returns the focus to its opener, their content
 * neither moves nor is cut off, and a form is empty for the next customer.
 */
import type { Locator, Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { signUpAtCounter } from './support/counter.ts'
import { desktop, narrowest } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

test.use({ ...withoutWorker, viewport: desktop })

const closed = (page: Page) => expect(page.getByRole('dialog')).toHaveCount(0)

async function opensAndReturns(page: Page, opener: Locator) {
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await closed(page)
  await expect(opener).toBeFocused()
}

test('closing a dialog gives the focus back to its opener', async ({ app, page }) => {
  await signIn(page, app, app.owner)
  await expect(page.getByRole('cell', { name: /@example.com/ }).first()).toBeVisible()
  await opensAndReturns(page, page.getByRole('button', { name: 'Generate QR Code' }).first())
  await opensAndReturns(page, page.getByRole('button', { name: 'Sign Up Customer' }))
  await opensAndReturns(page, page.getByRole('cell').getByRole('button').first())

  // After a chain of dialogs, the focus returns to the first opener.
  await signUpAtCounter(page, 'Chained', 'chained@example.com')
  await page.keyboard.press('Escape')
  await closed(page)
  await expect(page.getByRole('button', { name: 'Sign Up Customer' })).toBeFocused()

  // If a menu opened the dialog, the menu item is gone, so the focus returns to the menu's button.
  await page.goto(`${app.url}/business-dashboard/staff`)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem').first().click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: /^Actions for/ }).first()).toBeFocused()
})

test(
  'a tap beside a dialog closes it unless something is typed there',
  deep,
  async ({ app, page }) => {
    await signIn(page, app, app.owner)
    const beside = () => page.mouse.click(5, 5)
    await page.getByRole('button', { name: 'Sign Up Customer' }).click()
    const email = page.getByRole('dialog').getByLabel('Email').first()
    await email.fill('half@example.com')
    await beside()
    await expect(email).toHaveValue('half@example.com')
    await email.fill('')
    await beside()
    await closed(page)

    await page.getByRole('button', { name: 'Sign Up Customer' }).click()
    await email.fill('half@example.com')
    await page.keyboard.press('Escape')
    await closed(page)

    // Neither a saved note nor a search keeps it open.
    await signUpAtCounter(page, 'Noted', 'noted@example.com')
    const panel = page.getByRole('dialog', { name: 'Noted Counter' })
    await panel.getByRole('tab', { name: 'About' }).click()
    const note = panel.getByLabel('Note for your team')
    await note.fill('Oat milk')
    await beside()
    await note.focus()
    // As on an iPhone, where a tap on a button leaves the focus in the field.
    await panel.getByRole('button', { name: 'Save Note' }).dispatchEvent('click')
    await expect(page.getByText('Note saved', { exact: true })).toBeVisible()
    await expect(note).toBeFocused()
    await beside()
    await closed(page)
    await page.keyboard.press('ControlOrMeta+K')
    await page.getByRole('dialog').getByRole('combobox').fill('sett')
    await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible()
    await beside()
    await closed(page)
  },
)

test(
  'a form’s buttons stay on a small phone’s screen beside errors, and cover no field',
  deep,
  async ({ app, page }) => {
    await page.setViewportSize({ width: 375, height: 553 })
    await signIn(page, app, app.owner, '/counter')
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: 'Edit Details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Details' })
    await dialog.getByLabel('First name').fill('')
    await dialog.getByLabel('Email').fill('nonsense')
    const save = dialog.getByRole('button', { name: 'Save Details' })
    await expect(save).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('First name is required')).toBeVisible()
    await expect(save).toBeInViewport({ ratio: 1 })
    await dialog.getByLabel('Last name').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const phone = dialog.getByLabel('Phone')
    await expect(phone).toBeFocused()
    const [field, button] = await Promise.all([phone.boundingBox(), save.boundingBox()])
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0)
  },
)

test(
  'a sale empties the form, and figures and long names are not cut off',
  deep,
  async ({ app, page }) => {
    await page.setViewportSize(narrowest)
    await signIn(page, app, app.owner)
    const long = 'Wolfeschlegelsteinhausenbergerdorff'
    await signUpAtCounter(page, long, 'long@example.com')
    const panel = page.getByRole('dialog', { name: `${long} Counter` })
    await panel.getByLabel('Amount').fill('12.50')
    await panel.getByLabel('Note').fill('Brunch for four')
    await panel.getByRole('button', { name: 'Record Purchase · $12.50' }).click()
    await expect(page.getByText(`${long} earned 12 points.`)).toBeVisible()
    await expect(panel.getByLabel('Amount')).toHaveValue('')
    await expect(panel.getByLabel('Note')).toHaveValue('')
    await expect(panel.getByLabel('Amount')).toBeFocused()

    const isCut = (element: Element) => element.scrollWidth > element.clientWidth + 1
    for (const figure of await panel.getByRole('definition').all()) {
      expect(await figure.evaluate(isCut)).toBe(false)
    }
    const heading = await panel.getByRole('heading', { name: long }).boundingBox()
    const close = await panel.getByRole('button', { name: 'Close' }).boundingBox()
    expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeLessThanOrEqual(narrowest.width)
    expect(close?.width).toBeGreaterThanOrEqual(44)

    // On a large screen, where the panel does not scroll, the tabs stay in place.
    await page.setViewportSize(desktop)
    const topOfTabs = async () => (await panel.getByRole('tablist').boundingBox())?.y
    const before = await topOfTabs()
    for (const tab of ['Coupons', 'History', 'Rewards', 'Purchase']) {
      await panel.getByRole('tab', { name: tab }).click()
      expect(await topOfTabs()).toBe(before)
    }
  },
)

test(
  'a QR code is printed alone, on one page, and as wide as narrow paper',
  deep,
  async ({ app, page }) => {
    await signIn(page, app, app.owner)
    await page.getByRole('tab', { name: 'QR Codes' }).click()
    await page.getByRole('cell').getByRole('button').first().click()
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { name: 'QR Code' })).toBeHidden()
    await expect(page.getByText('Scan to join', { exact: true })).toBeVisible()
    // Wider than a receipt printer's paper, it would make the printer shrink the address, too.
    await page.setViewportSize({ width: 212, height: 665 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(overflow).toBeLessThanOrEqual(0)
  },
)
