/** A coupon at the counter: what its code says, and what is said when it turns out to be used. */
import { expect, pressTwice, startShift, test } from './support/at-counter.ts'

test.beforeEach(({ page, network, app }) => startShift(page, network, app))

test('a coupon is checked by its code: valid, used, and one that nobody here knows', async ({
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
  await expect(page.getByText(/is used\.$/).first()).toBeVisible()
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

  // Without an answer its use waits, and nobody is told to accept it.
  network.mode = 'silence'
  await search().fill('AAAA-BBBB-DDDD')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not on this device')).toBeVisible()
  await page.getByRole('button', { name: 'Check When Online' }).click()
  await expect(page.getByText(/^Don’t accept it yet/)).toBeVisible()
  network.reconnect()
  const refusal = page.getByRole('region', { name: 'Needs attention' })
  await expect(refusal).toContainText('Check the code with the customer', { timeout: 60_000 })
  await refusal.getByRole('button', { name: 'Dismiss' }).click()
  await expect(refusal).toBeHidden()
  await page.getByRole('button', { name: 'Back to search' }).click()
})
