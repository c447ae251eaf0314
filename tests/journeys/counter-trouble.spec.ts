/**
 * What goes wrong around a cashier in the middle of a sale: a full disk, a clock that is wrong, a
 * session that ended, a new version of the app, another business's coupon. Nothing is lost, nothing
 * counts twice, and the screen says what to do.
 */
import type { Locator, Page } from '@playwright/test'
import { queryHeader } from '#schema/contract/query-header.ts'
import { directoryDigest } from '#sync-server/loyalty/coupon-digest.ts'
import type { RunningApp } from './support/app.ts'
import { expect, test } from './support/at-counter.ts'
import { phone } from './support/device-browser.ts'
import { holdAnswers } from './support/hold-answers.ts'
import { signIn, signInOnScreen } from './support/sign-in.ts'

const recorded = (page: Page, money: string) => page.getByText(new RegExp(`^\\${money} recorded`))
const salesOf = (app: RunningApp, cents: number) =>
  app.ask<{ undone: boolean }>(
    (sql) => sql`select reversed_at is not null as undone from purchase
      where amount_cents = ${cents}`,
  )

async function begin(page: Page, typed: string) {
  await page.getByRole('combobox', { name: 'Find a member' }).fill('')
  await page.getByRole('option').first().click()
  await page.getByLabel('Amount').fill(typed)
}

test('a full disk: the sale is not said to be recorded, the amount stays, and it goes once there is room', async ({
  page,
  app,
  amount,
  allSent,
}) => {
  await signIn(page, app, app.staff)
  await begin(page, '31.01')
  await page.evaluate(() => {
    const { prototype } = IDBObjectStore
    const { add, put } = prototype
    prototype.add = prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    Object.assign(window, { makeRoom: () => Object.assign(prototype, { add, put }) })
  })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'This device is out of storage, so this wasn’t saved.',
  )
  await expect(amount()).toHaveValue('31.01')
  await expect(recorded(page, '$31.01')).toBeHidden()
  await page.evaluate(() => (window as unknown as { makeRoom: () => void }).makeRoom())
  await amount().press('Enter')
  await expect(recorded(page, '$31.01')).toBeVisible()
  await allSent()
  expect(await salesOf(app, 3101)).toHaveLength(1)
})

test('a clock two days ahead: sales count once and can be undone for a minute', async ({
  page,
  app,
  allSent,
}) => {
  await page.clock.install({ time: Date.now() + 2 * 86_400_000 })
  await signIn(page, app, app.staff)
  await begin(page, '32.02')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText(/^\$32\.02 for .* was undone\.$/)).toBeVisible()
  await begin(page, '32.03')
  await page.keyboard.press('Enter')
  await expect(recorded(page, '$32.03')).toBeVisible()
  await allSent()
  expect(await salesOf(app, 3202)).toEqual([{ undone: true }])
  expect(await salesOf(app, 3203)).toEqual([{ undone: false }])
  // After a minute it is too late, and the button stays where it is.
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled()
})

test('an undo that is refused is not said to be done, and the keyboard goes on in the search', async ({
  page,
  app,
  search,
  newMember,
  linesOf,
}) => {
  await signIn(page, app, app.staff)
  const email = await newMember('Undine', '32.04')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  const undone = page.getByText('$32.04 for Undine Okonkwo was undone.')
  await expect(undone).toBeVisible()
  await expect(search()).toBeFocused()
  await app.ask((sql) => sql`update customer set erased_at = now() where email = ${email}`)
  await page.context().setOffline(false)
  await expect(page.getByRole('status').filter({ hasText: 'was refused:' })).toBeVisible()
  await expect(undone).toBeHidden()
  expect(await linesOf(email)).toEqual(['purchase 32', 'welcome 100'])
})

test('a session that ended in the middle: the sale is saved, and counts after signing in again', async ({
  page,
  app,
  allSent,
}) => {
  await signIn(page, app, app.staff)
  await begin(page, '33.03')
  await app.ask((sql) => sql`delete from session`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Your session expired\. Sign in again/).first()).toBeVisible()
  expect(await salesOf(app, 3303)).toHaveLength(0)
  await signInOnScreen(page, app, app.staff)
  await allSent()
  expect(await salesOf(app, 3303)).toHaveLength(1)
})

test('a new version is offered after the sale, never under the cashier’s hands', async ({
  page,
  app,
  amount,
  allSent,
}) => {
  await signIn(page, app, app.staff)
  const chip = page.getByText('New version available')
  await begin(page, '34.04')
  // As when a file of this version is gone from the server.
  const offer = () => page.evaluate(() => void dispatchEvent(new Event('vite:preloadError')))
  await offer()
  await expect(amount()).toHaveValue('34.04')
  await expect(chip).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(recorded(page, '$34.04')).toBeVisible()
  await expect(async () => {
    await offer()
    await expect(chip).toBeVisible({ timeout: 1000 })
  }).toPass()
  await allSent()
  expect(await salesOf(app, 3404)).toHaveLength(1)
})

test('another business’s coupon is told apart from one that nobody gave', async ({
  page,
  app,
  search,
}) => {
  const [other] = await app.ask<{ id: string }>(
    (sql) => sql`insert into business
      select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(),
        'name', 'Next Door', 'email', 'next@example.com'))).* from business b limit 1
      returning id`,
  )
  const code = 'WXYZ-WXYZ-WXYZ'
  await app.ask(
    (sql) => sql`insert into coupon_code (digest, business_id)
      values (${directoryDigest(code)}, ${other?.id ?? ''})`,
  )
  await signIn(page, app, app.staff)
  await search().fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This coupon is another business’s')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use Coupon' })).toBeHidden()
  await page.getByRole('button', { name: 'Back to search' }).click()
  await search().fill('WXYZ-WXYZ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nobody found for “WXYZ-WXYZ”.')).toBeVisible()
})

test('what syncs meanwhile moves nothing under the cashier’s finger', async ({
  page,
  app,
  allSent,
}) => {
  await page.setViewportSize(phone)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, app, app.staff)
  await allSent()
  // In the document: the test itself scrolls to what it presses.
  const topOf = (target: Locator) =>
    target.evaluate((element) => element.getBoundingClientRect().top + scrollY)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const offline = page.getByText(/^You’re offline\./)

  await page.route('**/api/sync/**', (route) => route.abort())
  await begin(page, '236.05')
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

test('before a first sync is complete, nobody is told that no member was found', async ({
  app,
  page,
  search,
}) => {
  const release = await holdAnswers(page, '**/api/sync/pull*')
  await signIn(page, app, app.staff, '/counter')
  // The server is asked once the list has followed the words.
  const asked = page.waitForRequest((request) =>
    /zzz/.test(request.headers()[queryHeader.toLowerCase()] ?? ''),
  )
  await search().fill('zzz@example.com')
  await asked
  await expect(page.getByText('Getting this device ready…')).toBeVisible()
  await expect(page.getByText('0 members found')).toHaveCount(0)
  release()
  await expect(page.getByText('0 members found')).toBeAttached()
})
