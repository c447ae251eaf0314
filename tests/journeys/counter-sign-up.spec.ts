/** An existing member signs up at the counter: the cashier finds them first, or the sync does. */
import { expect, startShift, test } from './support/at-counter.ts'

test.beforeEach(({ page, network, app }) => startShift(page, network, app))

test('suggests the existing member before a second sign-up is made', async ({
  page,
  search,
  pane,
  newMember,
}) => {
  await newMember('Rosalind')
  // Distributes the words typed in the search to the fields of the form.
  await search().fill('rosalynd okonkwo rosalynd@example.com')
  await page.getByRole('button', { name: 'New Member' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Rosalynd')
  await expect(page.getByLabel('Last name')).toHaveValue('Okonkwo')
  await expect(page.getByLabel('Email').first()).toHaveValue('rosalynd@example.com')
  const likely = page.getByRole('region', { name: 'Already a member?' })
  await expect(likely.getByRole('button', { name: /Rosalind Okonkwo.*Similar name/ })).toBeVisible()
  await likely.getByRole('button').first().click()
  await expect(pane('Rosalind Okonkwo')).toBeVisible()
  await page.getByRole('button', { name: 'Back to search' }).click()
})

test('says that a signed-up person was already a member, and where the sale went', async ({
  page,
  network,
  pane,
  allSent,
  signUp,
  newMember,
  linesOf,
}) => {
  const email = await newMember('Sabrina')
  network.mode = 'silence'
  await signUp('Tamara', 'Other', email)
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^\$3\.00 recorded for Tamara Other/)).toBeVisible()
  network.reconnect()
  const notice = page.getByText(/^Sabrina Okonkwo was already a member\. Their card has everything/)
  await expect(notice).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Open Member' }).click()
  await expect(notice).toBeHidden()
  await expect(pane('Sabrina Okonkwo')).toBeVisible()
  await allSent()
  expect(await linesOf(email)).toContain('purchase 3')
  await page.getByRole('button', { name: 'Back to search' }).click()
})
