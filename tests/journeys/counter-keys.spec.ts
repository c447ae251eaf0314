/**
 * Keys at the counter that nobody typed, or typed twice: of a scanner that types, of a finger that
 * stays on Enter, of a customer before. None of them becomes an amount, a name or a second act.
 */
import type { RunningApp } from './support/app.ts'
import { expect, startShift, test } from './support/at-counter.ts'

test.beforeEach(({ page, network, app }) => startShift(page, network, app))

interface Member {
  id: string
  name: string
}
async function twoMembers(app: RunningApp): Promise<[Member, Member]> {
  const [one, other] = await app.ask<Member>(
    (sql) => sql`select id, first_name || ' ' || last_name as name from customer
      where erased_at is null order by id limit 2`,
  )
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
  // A number goes to the amount, wherever the focus is; a key of the pad takes it from there.
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
    // What the scanner typed is no amount, and the one that was begun is still there.
    await expect(amount()).toHaveValue('12')
  }
  expect(new URL(page.url()).origin).toBe(network.url)
  await page.getByRole('button', { name: 'Back to search' }).click()
})

test('Enter held down records one sale and opens nobody', async ({ page, search, amount }) => {
  await search().fill('a')
  await page.keyboard.press('Enter')
  await expect(amount()).toBeFocused()
  await page.keyboard.type('5')
  await page.keyboard.down('Enter')
  await expect(page.getByText(/^\$5\.00 recorded/)).toBeVisible()
  await expect(search()).toBeFocused()
  // The keyboard repeats it.
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  // Whatever they had opened would have the focus by the time this is found.
  await page.keyboard.type('zzzz')
  await expect(search()).toHaveValue('zzzz')
  await expect(amount()).toBeHidden()
})

test('the next card, scanned while a sale is being saved, stays open; the sale counts', async ({
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
  const sales = await app.ask<{ id: string }>(
    (sql) => sql`select member_id as id from purchase where amount_cents = 661`,
  )
  expect(sales).toEqual([{ id: one.id }])
})
