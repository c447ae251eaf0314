/** Checks and uses a coupon at the counter by its code, online and without an answer. */
import { expect, pressTwice, startShift, test } from './support/at-counter.ts'

test.beforeEach(({ page, network, app }) => startShift(page, network, app))

test('checks a coupon by its code: valid, used, unknown, and unknown while offline', async ({
  page,
  network,
  search,
  allSent,
  newMember,
  welcomeOf,
  refused,
}) => {
  const email = await newMember('Xanthe')
  const code = await welcomeOf(email)
  await search().fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Valid', { exact: true })).toBeVisible()
  await pressTwice(page.getByRole('button', { name: 'Use Coupon' }))
  await expect(page.getByText(/ used for /).first()).toBeVisible()
  await allSent()
  expect(await refused()).toEqual([])
  await search().fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Already used on' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to search' }).click()

  await search().fill('AAAA-BBBB-CCCC')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'No coupon has this code' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to search' }).click()

  // Without an answer from the server the check waits, and the screen says not to accept the coupon
  // yet.
  network.mode = 'silence'
  await search().fill('AAAA-BBBB-DDDD')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not on this device')).toBeVisible()
  await page.getByRole('button', { name: 'Use Once Online' }).click()
  await expect(page.getByText(/^Don’t accept it yet/)).toBeVisible()
  network.reconnect()
  await expect(page.getByText(/^Check the code with the customer/)).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Back to search' }).click()
  const refusal = page.getByRole('region', { name: 'Needs attention' })
  await refusal.getByRole('button', { name: 'Dismiss' }).click()
  await expect(refusal).toBeHidden()
})
