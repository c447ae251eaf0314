/**
 * Keyboard input at the counter that the cashier did not intend: from a scanner that types, or from
 * Enter held down. The counter takes none of it for an amount, a name or a second action.
 */
import type { Page } from '@playwright/test'
import type { RunningApp } from './support/app.ts'
import { expect, startShift, test } from './support/at-counter.ts'

test.beforeEach(({ page, network, app }) => startShift(page, network, app))

interface Member {
  id: string
  name: string
}
async function twoMembers(app: RunningApp): Promise<[Member, Member]> {
  const [one, other] = await app.sql<Member[]>`
    select id, first_name || ' ' || last_name as name from customer
    where business_id = ${app.businessId} and erased_at is null order by id limit 2`
  if (!one || !other) throw new Error('The demo has no members')
  return [one, other]
}

test('a scanner that types opens the member wherever the focus is, and leaves the amount empty', async ({
  page,
  app,
  network,
  amount,
  pane,
}) => {
  const [{ id: memberId, name }] = await twoMembers(app)
  await page.getByRole('button', { name: 'New Member' }).focus()
  await page.keyboard.type(`${network.url}/member/${memberId}`)
  await page.keyboard.press('Enter')
  await expect(pane(name)).toBeVisible()
  await expect(amount()).toBeFocused()
  await page.keyboard.type(`${network.url}/member/${memberId}`)
  await page.keyboard.press('Enter')
  await expect(amount()).toHaveValue('')
  // Typed digits go to the amount wherever the focus is, and a key of the pad then focuses the
  // amount.
  await page.getByRole('tab', { name: 'Purchase' }).focus()
  await page.keyboard.type('12')
  await expect(amount()).toHaveValue('12')
  await page.getByRole('button', { name: '5', exact: true }).click()
  await expect(amount()).toBeFocused()
  await amount().fill('12')
  for (const stranger of ['https://evil.example/member/1', `${network.url}/customer/${memberId}`]) {
    await page.keyboard.type(stranger)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      stranger.includes('evil') ? 'leads to another site' : 'private link',
    )
    // The scanned text did not go to the amount, which still has its digits.
    await expect(amount()).toHaveValue('12')
  }
  expect(new URL(page.url()).origin).toBe(network.url)
  await page.getByRole('button', { name: 'Back to search' }).click()
})

async function tap(page: Page, ...keys: string[]): Promise<void> {
  const pad = page.getByRole('group', { name: 'Number pad' })
  for (const name of keys) await pad.getByRole('button', { name, exact: true }).click()
}

test('keys pressed in a dialog leave the pad’s amount alone', async ({
  page,
  app,
  network,
  amount,
}) => {
  const [{ id: memberId }] = await twoMembers(app)
  await page.goto(`${network.url}/member/${memberId}`)
  await tap(page, '6', '0', '0', '00')
  await expect(amount()).toHaveValue('600.00')
  await page.getByRole('button', { name: 'Edit Details' }).click()
  const details = page.getByRole('dialog', { name: 'Edit Details' })
  await details.getByRole('button', { name: 'Save Details' }).focus()
  await page.keyboard.type('9')
  await expect(amount()).toHaveValue('600.00')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()

  await page.getByRole('button', { name: 'Record $600.00' }).click()
  const question = page.getByRole('alertdialog', { name: 'Record $600.00?' })
  await expect(question).toBeVisible()
  for (const key of ['0', 'Backspace', 'Backspace']) {
    await page.keyboard.press(key)
    await expect(amount()).toHaveValue('600.00')
    await expect(question).toBeVisible()
  }
  await question.getByRole('button', { name: 'Change Amount' }).click()
  await expect(question).toBeHidden()
  await page.keyboard.press('Backspace')
  await expect(amount()).toHaveValue('60.00')
})

test('holding Enter down records one sale and opens no member', async ({
  page,
  search,
  amount,
}) => {
  await search().fill('a')
  await page.keyboard.press('Enter')
  await expect(amount()).toBeFocused()
  await page.keyboard.type('5')
  await page.keyboard.down('Enter')
  await expect(page.getByText(/^\$5\.00 recorded/)).toBeVisible()
  await expect(search()).toBeFocused()
  // A held key repeats.
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  // If a repeat had opened a member, the amount would have the focus by now.
  await page.keyboard.type('zzzz')
  await expect(search()).toHaveValue('zzzz')
  await expect(amount()).toBeHidden()
})

test('keeps a card open that is scanned while a sale is being saved, and counts the sale', async ({
  page,
  app,
  network,
  amount,
  pane,
  allSent,
}) => {
  const [one, other] = await twoMembers(app)
  await page.goto(`${network.url}/member/${one.id}`)
  await amount().fill('6.61')
  await amount().evaluate((field: HTMLInputElement, code) => {
    field.form?.requestSubmit()
    for (const key of [...code, 'Enter']) {
      field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  }, `${network.url}/member/${other.id}`)
  await expect(page.getByText(/^\$6\.61 recorded/)).toBeVisible()
  await allSent()
  await expect(pane(other.name)).toBeVisible()
  const sales = await app.sql<{ id: string }[]>`select member_id as id from purchase
    where business_id = ${app.businessId} and amount_cents = 661`
  expect(sales).toEqual([{ id: one.id }])
})
