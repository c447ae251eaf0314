/** A sale at the counter: it asks once about an unusual amount, and deducts a used coupon. */
import { screen, within } from '@testing-library/dom'
import { firstRuleId } from '#schema/contract/earning.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import { find, goOffline, otherDevice, pane, startShift } from './support/at-counter.ts'
import { prefer } from './support/browser.ts'
import { fieldOf, fill, part, press, says, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'

const salesOf = ({ sql }: Pick<TestServer, 'sql'>, memberId: string) =>
  sql`select amount_cents::int as cents from purchase where member_id = ${memberId}`

test.for([
  ['en', 'Record $1,850.00?', 'Change Amount', 'Record $1,850.00', 'Amount'],
  ['es', '¿Registrar $1,850.00?', 'Cambiar el importe', 'Registrar $1,850.00', 'Importe'],
] as const)(
  'in %s, asks once about an amount far above the usual',
  async ([language, question, change, record, amount], { server, shop }) => {
    const other = await otherDevice(server, shop)
    const member = await other.join(language === 'en' ? 'Ottoline' : 'Ximena')
    await prefer(language)
    await startShift(shop, member)
    await find(member.name)
    const panel = within(await pane(member.name))
    await fill(amount, '1850')
    await user.keyboard('{Enter}')
    await screen.findByRole('alertdialog', { name: question })
    await press(change)
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
    expect(await salesOf(server, member.memberId)).toEqual([])
    await press(record, panel)
    const dialog = within(await screen.findByRole('alertdialog', { name: question }))
    await press(record, dialog)
    await expect.poll(() => salesOf(server, member.memberId)).toEqual([{ cents: 185_000 }])
  },
)

const amount = () => fieldOf('Amount').value

async function tap(...keys: string[]): Promise<void> {
  const pad = await part('group', 'Number pad')
  for (const key of keys) await press(key, pad)
}

test('an amount continues the way it began', async ({ server, shop }) => {
  const other = await otherDevice(server, shop)
  const member = await other.join('Hildelith')
  await startShift(shop, member)
  await find(member.name)
  await screen.findByLabelText('Amount')
  fieldOf('Amount').focus()
  await tap('1', '8')
  await user.keyboard('50')
  await expect.poll(amount).toBe('18.50')
  await user.keyboard('{Backspace}')
  await expect.poll(amount).toBe('1.85')
  await user.keyboard('0')
  await expect.poll(amount).toBe('18.50')

  await fill('Amount', '')
  await user.keyboard('18')
  await expect.poll(amount).toBe('18')
  await tap('5')
  await expect.poll(amount).toBe('185')
  await user.keyboard('{Backspace}.')
  await tap('5', '0', '7')
  await expect.poll(amount).toBe('18.50')
  await press('Record $18.50')
  await expect.poll(() => salesOf(server, member.memberId)).toEqual([{ cents: 1850 }])
})

const useless = {
  'that is no coupon': () => '2ILO-UUUU-JKMN',
  'of a sign-up page': () => `${location.origin}/customer-signup/EN36QU59XZ`,
}

test.for([
  ['amount', 'that is no coupon', 'Gerlinde'],
  ['amount', 'of a sign-up page', 'Mechthild'],
  ['tab', 'of a sign-up page', 'Kunigunde'],
] as const)(
  'with the focus on the %s, a scanned code %s leaves the amount as it was',
  async ([focused, kind, name], { server, shop }) => {
    const other = await otherDevice(server, shop)
    const member = await other.join(name)
    await startShift(shop, member)
    await find(member.name)
    await screen.findByLabelText('Amount')
    async function scan() {
      if (focused === 'tab') screen.getByRole('tab', { name: 'Purchase' }).focus()
      else fieldOf('Amount').focus()
      await user.keyboard(`${useless[kind]()}{Enter}`)
      await screen.findByText(/^That is (not a coupon code|the sign-up code)/)
    }
    await tap('4', '5', '0')
    await expect.poll(amount).toBe('4.50')
    await scan()
    await expect.poll(amount).toBe('4.50')
    await tap('7')
    await expect.poll(amount).toBe('45.07')

    await fill('Amount', '')
    await user.keyboard('18')
    await scan()
    await expect.poll(amount).toBe('18')
    await tap('5')
    await expect.poll(amount).toBe('185')
  },
)

test('the search is empty for the next customer', async ({ server, shop }) => {
  const other = await otherDevice(server, shop)
  const member = await other.join('Wilhelmina')
  await startShift(shop, member)
  await find(member.name)
  await fill('Amount', '4.50')
  await press('Record $4.50', within(await pane(member.name)))
  await expect.poll(() => screen.queryByRole('region', { name: member.name })).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('')
})

test('a coupon worth more than the bill leaves nothing to record', async ({ server, shop }) => {
  const other = await otherDevice(server, shop)
  const member = await other.join('Philippa')
  await server.sql`update coupon set discount_type = 'fixed', discount_value = 5
    where code = ${member.welcome}`
  await startShift(shop, member)
  await find(member.welcome)
  await press('Use Coupon')
  const panel = within(await pane(member.name))
  await panel.findByText(says('$5.00 off used'))
  await fill('Amount', '4.50')
  await panel.findByText(says('$5.00 off: $4.50 → $0.00'))
  await press('Done', panel)
  await expect.poll(() => screen.queryByRole('region', { name: member.name })).toBeNull()
  expect(await salesOf(server, member.memberId)).toEqual([])
})

test('the next customer’s screen has one line of the last one, which leads to their undo', async ({
  server,
  shop,
}) => {
  const other = await otherDevice(server, shop)
  const [served, next] = [await other.join('Rosalind'), await other.join('Seraphina')]
  await startShift(shop, served, next)
  await find(served.name)
  await pane(served.name)
  await fill('Amount', '4.20')
  await user.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Undo' })
  await find(next.name)
  await pane(next.name)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await press(`Before: ${served.name}, $4.20`)
  const panel = within(await pane(served.name))
  const today = within(await panel.findByRole('region', { name: 'Today' }))
  await press('Undo', today)
  await today.findByText(says(`$4.20 for ${served.name} was undone.`))
  expect(today.queryByRole('button')).toBeNull()
})

test('asks about an amount above the owner’s bound, also offline', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const member = await (await otherDevice(server, shop)).join('Philippa')
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const changes = { askAbove: '30.00' }
  await owner.push(owner.make('program.change', { revision: firstRuleId, changes }))
  await startShift(shop, member)
  await find(member.name)
  await pane(member.name)
  await fill('Amount', '30')
  await user.keyboard('{Enter}')
  await expect.poll(() => salesOf(server, member.memberId)).toEqual([{ cents: 3000 }])
  const reconnect = await goOffline()
  await find(member.name)
  await pane(member.name)
  await fill('Amount', '30.01')
  await user.keyboard('{Enter}')
  const question = await part('alertdialog', 'Record $30.01?')
  question.getByText(says('Your business asks about purchases above $30.00.'))
  await press('Record $30.01', question)
  await screen.findByText(says(/^\$30\.01 recorded for/))
  reconnect()
  await expect
    .poll(() => salesOf(server, member.memberId))
    .toEqual([{ cents: 3000 }, { cents: 3001 }])
})
