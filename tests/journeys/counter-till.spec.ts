/**
 * A cashier at the counter, from a new member to an undone sale. Each action is saved on this
 * device first and counts once.
 */
import { expect, pressTwice, startShift, test } from './support/at-counter.ts'

test.beforeEach(({ page, network, app }) => startShift(page, network, app))

test('is the staff’s start page; a sign-up and a sale need no mouse', async ({
  page,
  search,
  amount,
  allSent,
  signUp,
  linesOf,
  refused,
  timesDone,
}) => {
  await expect(page).toHaveURL(/\/$/)
  await signUp('Tamsin', 'Okonkwo', 'tamsin@example.com')
  await expect(amount()).toBeFocused()
  await page.keyboard.type('1,234.50')
  await expect(page.getByText('Earns 1,234 points')).toBeVisible()
  // Two presses of Enter before the sale is saved record one sale.
  await amount().evaluate((field: HTMLInputElement) => {
    field.form?.requestSubmit()
    field.form?.requestSubmit()
  })
  // The counter asks once about such a large amount. The keyboard answers.
  await page.getByRole('alertdialog', { name: 'Record $1,234.50?' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const said = page.getByRole('status').filter({ hasText: 'Tamsin Okonkwo' })
  await expect(said).toContainText('$1,234.50 recorded for Tamsin Okonkwo. Balance: 1,334 points.')

  // The search is ready for the next member, finds one despite a wrong letter, and opens them with
  // arrow keys and Enter.
  await expect(search()).toBeFocused()
  await page.keyboard.type('tamsni')
  await expect(page.getByRole('option').first()).toContainText('Tamsin Okonkwo')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toContainText('Tamsin Okonkwo')
  await page.keyboard.press('Enter')
  await page.keyboard.type('$7')
  await page.keyboard.press('Enter')
  // Until this sale is saved, Undo refers to the previous one.
  await expect(said).toContainText('$7.00 recorded')
  await pressTwice(page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('$7.00 for Tamsin Okonkwo was undone.')).toBeVisible()
  await expect(search()).toHaveValue('')
  await allSent()
  expect(await refused()).toEqual([])
  expect(await timesDone('customer.signUp')).toBe(1)
  expect(await linesOf('tamsin@example.com')).toEqual([
    'purchase 1234',
    'purchase 7',
    'reversal -7',
    'welcome 100',
  ])
})

test('a member’s address opens the member for staff and explains itself to others', async ({
  page,
  app,
  network,
  browser,
  pane,
  newMember,
  memberIdOf,
}) => {
  const memberId = await memberIdOf(await newMember('Zuleika'))
  await page.goto(`${network.url}/member/${memberId}`)
  await expect(pane('Zuleika Okonkwo')).toBeVisible()
  await expect(page).toHaveURL(/\/counter\?member=/)
  const stranger = await browser.newPage()
  await stranger.goto(`${app.url}/member/${memberId}`)
  await expect(
    stranger.getByRole('heading', { name: 'Show this code at the counter' }),
  ).toBeVisible()
  await expect(stranger.getByText('Zuleika')).toBeHidden()
  await stranger.close()
})
