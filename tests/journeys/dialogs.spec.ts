/**
 * Dialogs on the owner's screens: the focus goes back to what opened them, nothing moves under the
 * pointer or is cut off, and a form is ready for the next customer.
 */
import type { Locator, Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { signUpAtCounter } from './support/counter.ts'
import { desktop } from './support/device-browser.ts'
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

  // A chain of dialogs ends where it began.
  await signUpAtCounter(page, 'Chained', 'chained@example.com')
  await page.keyboard.press('Escape')
  await closed(page)
  await expect(page.getByRole('button', { name: 'Sign Up Customer' })).toBeFocused()

  // A dialog that a menu opened: its entry is gone, the menu's button is not.
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
  'a sale leaves an empty form, and figures and names are whole',
  deep,
  async ({ app, page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
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
    expect((heading?.x ?? 0) + (heading?.width ?? 0)).toBeLessThanOrEqual(320)
    expect(close?.width).toBeGreaterThanOrEqual(44)

    // Where nothing scrolls, nothing moves.
    await page.setViewportSize(desktop)
    const topOfTabs = async () => (await panel.getByRole('tablist').boundingBox())?.y
    const before = await topOfTabs()
    for (const tab of ['Coupons', 'History', 'Rewards', 'Purchase']) {
      await panel.getByRole('tab', { name: tab }).click()
      expect(await topOfTabs()).toBe(before)
    }
  },
)

test('a QR code is printed alone, on one page', deep, async ({ app, page }) => {
  await signIn(page, app, app.owner)
  await page.getByRole('tab', { name: 'QR Codes' }).click()
  await page.getByRole('cell').getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'QR Code' })).toBeHidden()
  await expect(page.getByText('Scan to join', { exact: true })).toBeVisible()
})
