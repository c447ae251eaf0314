/** The counter with a code or a search that no member on this device has, online and offline. */
import { screen, within } from '@testing-library/dom'
import { createTestBusiness } from '#tests/support/server.ts'
import {
  allSent,
  find,
  goOffline,
  linesOf,
  otherDevice,
  pane,
  scanCard,
  search,
  startShift,
  typeInSearch,
} from './support/at-counter.ts'
import { network, prefer } from './support/browser.ts'
import { findField, follow, press, says, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const hint = /^This card isn’t on this device yet\. You can record the purchase/

const cannotLook = 'Not on this device, and we can’t look online now.'

test('a search without a match opens no one, online and offline', async ({ shop }) => {
  await startShift(shop)
  const expectNobody = async (words: string, said = `Nobody found for “${words}”.`) => {
    await find(words)
    await screen.findByText(says(said))
    expect(screen.queryAllByRole('option')).toEqual([])
    expect(search().getAttribute('aria-expanded')).toBe('false')
    screen.getByText('Find or scan a member to start.')
  }
  await expectNobody('Quetzalcoatl')
  typeInSearch('nobody@example.net')
  await screen.findByText('Not on this device. Looking online…')
  expect(screen.queryByText(says(/^Nobody found/))).toBeNull()
  await expectNobody('nobody@example.net')
  await press('Clear search')
  expect((await screen.findAllByRole('option')).length).toBeGreaterThan(1)
  await goOffline()
  await expectNobody(
    'Quetzalcoatl',
    '“Quetzalcoatl” isn’t on this device, and the device is offline.',
  )
  await expectNobody('nobody@example.net', cannotLook)
})

test('finds a member by a full email that staff devices don’t hold, once online', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Philippa')
  await startShift(shop, member)
  const mend = await goOffline()
  typeInSearch(member.email)
  await screen.findByText(cannotLook)
  expect(screen.queryByRole('region', { name: 'Found online' })).toBeNull()
  mend()
  await allSent()
  typeInSearch('')
  typeInSearch(member.email)
  const online = within(await screen.findByRole('region', { name: 'Found online' }))
  await press(member.name, online)
  await pane(member.name)
})

test('an unknown card can buy; the sale is on hold until the sign-up arrives', async ({
  server,
  shop,
}) => {
  const other = await otherDevice(server, shop)
  const late = other.prepare('Leopold')
  await startShift(shop)
  await scanCard(late.memberId)
  const panel = within(await pane('New here'))
  await panel.findByText(hint)
  expect(panel.queryByRole('tab')).toBeNull()
  await user.keyboard('5{Enter}')
  await screen.findByText(says('$5.00 recorded. It counts when this member’s sign-up arrives.'))
  await screen.findByRole('link', { name: '1 on hold' })
  expect(await linesOf(server, late.email)).toEqual([])
  await follow('1 on hold')
  await screen.findByText(
    'Waiting for this customer’s sign-up to sync. This will go through after that.',
  )
  await late.signUp()
  await allSent()
  expect(await linesOf(server, late.email)).toEqual(['purchase 5', 'welcome 100'])
})

test('a card that joined elsewhere while this device is offline can buy at once', async ({
  server,
  shop,
}) => {
  const other = await otherDevice(server, shop)
  await startShift(shop)
  const mend = await goOffline()
  const { memberId, name, email } = await other.join('Ludmila')
  await scanCard(memberId)
  await within(await pane('New here')).findByText(hint)
  await user.keyboard('7{Enter}')
  await screen.findByText(says(/^\$7\.00 recorded\. It counts when/))
  mend()
  await allSent()
  expect(await linesOf(server, email)).toEqual(['purchase 7', 'welcome 100'])
  await scanCard(memberId)
  within(await pane(name)).getByText('107 points')
})

test('names no one in the notice of an undone sale of an unknown card', async ({ shop }) => {
  await startShift(shop)
  network.cut(/^\/api\/sync/)
  await scanCard('0198c0de-0000-7000-8000-00000000beef')
  await findField('Amount')
  await user.keyboard('6{Enter}')
  await press('Undo')
  await screen.findByText(says('$6.00 was undone.'))
  await expect.poll(() => document.activeElement === search()).toBe(true)
})

test('shows no other business’s member, and a sale to their card counts nowhere', async ({
  server,
}) => {
  const neighbor = await createTestBusiness(server)
  const { memberId, name, email } = await (await otherDevice(server, neighbor)).join('Nepomuk')
  const cafe = await createTestBusiness(server)
  await startShift(cafe, await (await otherDevice(server, cafe)).join('Ottilia'))
  await scanCard(memberId)
  await pane('New here')
  expect(document.body.textContent).not.toContain(name)
  await findField('Amount')
  await user.keyboard('9{Enter}')
  await screen.findByRole('link', { name: '1 on hold' })
  expect(await linesOf(server, email)).toEqual(['welcome 100'])
  const sales = await server.sql`select 1 from purchase where member_id = ${memberId}`
  expect(sales).toEqual([])
})

test.for([
  [
    'en',
    'https://elsewhere.example/menu',
    'That code leads to another site, so we didn’t open it.',
  ],
  ['en', '/customer-signup/ABCDEFGH', 'That is the sign-up code for customers.'],
  ['en', '/customer/0198c0de-0000-7000-8000-00000000beef', 'That is a customer’s private link.'],
  ['en', '/pricing', 'That isn’t one of our codes.'],
  ['en', 'ABCD-EFGH-IIII', 'That is not a coupon code.'],
  ['es', '/pricing', 'Ese código no es nuestro.'],
  ['es', 'ABCD-EFGH-IIII', 'Ese no es un código de cupón.'],
] as const)(
  'in %s, says why a typed %s opens nothing',
  async ([language, typed, says], { shop }) => {
    await prefer(language)
    await startShift(shop)
    search().focus()
    await user.keyboard(`${typed.startsWith('/') ? location.origin : ''}${typed}{Enter}`)
    await toast(says)
    expect(search().value).toBe('')
    expect(screen.queryAllByRole('tab')).toEqual([])
  },
)
