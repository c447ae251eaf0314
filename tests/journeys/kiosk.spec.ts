/**
 * A tablet at the counter as a kiosk: the owner starts it, one customer after another uses it,
 * online and offline, and staff leave it. No one sees another person's data.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { phone, tablet } from './support/device-browser.ts'
import { expect, test } from './support/journey.ts'
import { fillJoinForm } from './support/member.ts'
import { signIn } from './support/sign-in.ts'
import { storedText } from './support/stored-text.ts'

test.use({ viewport: tablet })

const headline = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Join Our Loyalty Program' })).toBeVisible()
const join = (page: Page) => page.getByRole('button', { name: 'Join Now' })
const still = (page: Page) => page.getByText('Are you still there?')

function isUncovered(button: Element): boolean {
  const { left, bottom } = button.getBoundingClientRect()
  return button.contains(document.elementFromPoint(left + 20, bottom - 2))
}

async function showsBothWaysOn(page: Page) {
  for (const name of ['Start Over', 'Staff']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
}

test(
  'an owner starts the kiosk; customers sign up in turn, online and offline; staff leave it',
  deep,
  async ({ app, network, context, page }) => {
    await page.clock.install()
    await signIn(page, network, app.owner, '/kiosk')
    await page.getByRole('button', { name: 'Start the Kiosk' }).click()
    await headline(page)
    expect(await join(page).evaluate(isUncovered)).toBe(true)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await expect(page.getByText('Scan Different QR Code')).toHaveCount(0)
    for (const field of ['First name', 'Last name', 'Email', 'Phone']) {
      await expect(page.getByLabel(field).first()).toHaveAttribute('autocomplete', 'off')
    }

    // Left alone with an error on the screen, it warns, can be continued, and then clears itself.
    await join(page).click()
    await expect(page.getByText('Consent Required')).toBeVisible()
    await fillJoinForm(page, 'Wilhelmina Ashdown', 'wilhelmina@example.com')
    // At every scroll position both buttons are visible and cover no field.
    await showsBothWaysOn(page)
    // Also on a phone with text of twice the size.
    await page.setViewportSize(phone)
    await page.addStyleTag({ content: ':root { font-size: 200% }' })
    await page.getByLabel('Email').first().focus()
    await showsBothWaysOn(page)
    await page.evaluate(() => document.head.lastElementChild?.remove())
    await page.setViewportSize(tablet)
    await page.clock.pauseAt(Date.now() + 1000)
    await page.clock.fastForward(44_000)
    await expect(still(page)).toBeVisible()
    await expect(page.getByText(/^This form clears in 1\d seconds\.$/)).toBeVisible()
    await page.getByRole('button', { name: 'I’m Still Here' }).click()
    await expect(still(page)).toBeHidden()
    await expect(page.getByLabel('First name')).toHaveValue('Wilhelmina')
    await page.clock.fastForward(61_000)
    await page.clock.resume()
    await expect(page.getByLabel('First name')).toHaveValue('')
    await expect(page.getByRole('checkbox', { name: /Terms of Service/ })).not.toBeChecked()

    // The terms open over the form; no link leaves the page.
    await page.getByRole('link', { name: 'Terms of Service' }).click()
    await expect(page.getByRole('dialog')).toContainText('Terms')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Start Over' }).click()

    // Online, the card goes to the customer's own phone, and the tablet keeps none of their data.
    await join(page).click()
    await expect(page.getByText('Consent Required')).toBeVisible()
    await fillJoinForm(page, 'Ottilie Ashdown', 'ottilie@example.com')
    await join(page).click()
    await expect(page.getByRole('heading', { name: 'Welcome, Ottilie' })).toBeVisible()
    await expect(page.getByText('Consent Required')).toBeHidden()
    await expect(page.getByRole('img', { name: /^QR code that opens the card/ })).toBeVisible()
    await page.clock.fastForward(46_000)
    await headline(page)
    expect(await storedText(page)).not.toMatch(/Ottilie|ottilie/)

    // Offline, the sign-up is saved and counted without a name, also after a cold start.
    network.mode = 'unreachable'
    network.only = '/'
    await fillJoinForm(page, 'Perpetua Ashdown', 'perpetua@example.com')
    await join(page).click()
    await expect(page.getByText(/^Saved on this device\./)).toBeVisible()
    await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(0)
    await page.getByRole('button', { name: 'Next Customer' }).click()
    await headline(page)
    await expect(page.getByText('1 sign-up is saved on this tablet')).toBeVisible()
    await expect(page.getByText('Perpetua')).toHaveCount(0)
    await page.close()
    const cold = await context.newPage()
    await cold.goto(`${network.url}/`)
    await headline(cold)
    await expect(cold).toHaveURL(/\/kiosk\//)
    await expect(cold.getByText('1 sign-up is saved on this tablet')).toBeVisible()
    await expect(cold.getByText('Perpetua')).toHaveCount(0)

    network.mode = 'well'
    await cold.reload()
    await expect
      .poll(
        () =>
          app.sql`select 1 from customer where business_id = ${app.businessId}
          and email = 'perpetua@example.com'`,
      )
      .toHaveLength(1)
    await expect(cold.getByText('1 sign-up is saved on this tablet')).toBeHidden()
    expect(await storedText(cold)).not.toMatch(/Perpetua|perpetua/)

    // Staff hold a button to leave to the sign-in. A tap is not enough, and the button stays under
    // the pointer.
    const leave = cold.getByRole('button', { name: 'Staff' })
    const place = await leave.boundingBox()
    await leave.click()
    await expect(cold.getByText('Press and hold to leave the kiosk.')).toBeVisible()
    await expect(cold.getByRole('button', { name: 'Start Over' })).toBeVisible()
    expect(await leave.boundingBox()).toMatchObject({ x: place?.x })
    await leave.hover()
    await cold.mouse.down()
    await expect(cold.getByRole('heading', { name: 'Login' })).toBeVisible()
    await cold.mouse.up()
    await cold.goto(`${network.url}/`)
    await expect(cold).toHaveURL(/\/$/)
  },
)
