/**
 * In the middle of a sale, the clock is wrong, or the network comes and goes: each sale counts once,
 * and no button moves.
 */
import type { Locator, Page } from '@playwright/test'
import type { RunningApp } from './support/app.ts'
import { expect, test } from './support/at-counter.ts'
import { phone } from './support/device-browser.ts'
import { signIn } from './support/sign-in.ts'

const recorded = (page: Page, money: string) => page.getByText(new RegExp(`^\\${money} recorded`))
const salesOf = (app: RunningApp, cents: number) =>
  app.sql<{ undone: boolean }[]>`select reversed_at is not null as undone from purchase
    where business_id = ${app.businessId} and amount_cents = ${cents}`

async function begin(page: Page, typed: string) {
  await page.getByRole('combobox', { name: 'Find a member' }).fill('')
  await page.getByRole('option').first().click()
  await page.getByLabel('Amount').fill(typed)
}

test('a clock two days ahead: sales count once and can be undone on their day', async ({
  page,
  app,
  allSent,
}) => {
  await page.clock.install({ time: Date.now() + 2 * 86_400_000 })
  await signIn(page, app, app.staff)
  await begin(page, '32.02')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Amount')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^\$32\.02 for .* was undone\.$/)).toBeVisible()
  await begin(page, '32.03')
  await page.keyboard.press('Enter')
  await expect(recorded(page, '$32.03')).toBeVisible()
  await allSent()
  expect(await salesOf(app, 3202)).toEqual([{ undone: true }])
  expect(await salesOf(app, 3203)).toEqual([{ undone: false }])
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await expect(recorded(page, '$32.03')).toBeVisible()
})

test('syncing moves no button under the cashier’s finger', async ({ page, app, allSent }) => {
  await page.setViewportSize(phone)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, app, app.staff)
  await allSent()
  // Measured from the top of the document, because the test scrolls to the buttons that it presses.
  const topOf = (target: Locator) =>
    target.evaluate((element) => element.getBoundingClientRect().top + scrollY)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const offline = page.getByText(/^You’re offline\./)

  await page.route('**/api/sync/**', (route) => route.abort())
  await begin(page, '36.05')
  await page.keyboard.press('Enter')
  await page.getByRole('option').first().click()
  const keys = page.getByRole('group', { name: 'Number pad' })
  await expect(keys).toBeVisible()
  const keysTop = await topOf(keys)
  await expect(offline).toBeVisible()
  expect(await topOf(keys)).toBe(keysTop)

  await button(/^Redeem /).click()
  await expect(page.getByText('Don’t hand it over yet.')).toBeVisible()
  const undoTop = await topOf(button('Undo').last())
  await page.unroute('**/api/sync/**')
  await button('Retry Now').click()
  await expect(button('Mark as Used Now')).toBeVisible()
  await allSent()
  await expect(offline).toBeHidden()
  expect(await topOf(button('Undo').last())).toBe(undoTop)
})
