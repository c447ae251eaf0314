/** The counter's texts and states, with a network that works, gives wrong answers or none. */
import { screen, within } from '@testing-library/dom'
import { queryHeader } from '#schema/contract/query-header.ts'
import { newId } from '#sync-server/rule/id.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import {
  allSent,
  backToSearch,
  find,
  linesOf,
  otherDevice,
  pane,
  scanCard,
  search,
  sell,
  startShift,
  typeInSearch,
} from './support/at-counter.ts'
import { network, open, signIn } from './support/browser.ts'
import { fieldOf, fill, findField, part, press, says, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'

test('rejects text that is not an amount, and says what to type', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Ursula')
  const { name, email } = member
  await startShift(shop, member)
  await find(name)
  for (const wrong of ['seven', '12,34,5', '1.234', '-5']) {
    await fill('Amount', wrong)
    await user.keyboard('{Enter}')
    await screen.findByText(/Enter an amount like 12\.50/)
    expect(fieldOf('Amount').value).toBe(wrong)
  }
  await fill('Amount', '0')
  await user.keyboard('{Enter}')
  await screen.findByText('Enter an amount greater than $0.00')
  expect(await linesOf(server, email)).toEqual(['welcome 100'])
})

test('suggests the likely address of a new member', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Ursula')
  await startShift(shop, member)
  await press('New Member')
  await fill('First name', 'Tamsin')
  await fill('Last name', 'Ames')
  await fill('Email', 'tamsin@hotmial.co.uk')
  await user.tab()
  await press(/^Did you mean tamsin@hotmail\.co\.uk\s?\?$/)
  expect(fieldOf('Email').value).toBe('tamsin@hotmail.co.uk')
  await press(/^Accept/)
  await pane('Tamsin Ames')
  await allSent()
  expect(await linesOf(server, 'tamsin@hotmail.co.uk')).toEqual(['welcome 100'])
})

test('the form of a new member is empty after a scan and after a sale', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Sergei')
  const { memberId, name } = member
  await startShift(shop, member)
  const isEmpty = async () => {
    await press('New Member')
    for (const label of [/^First name/, /^Last name/, /^Email/, /^Phone/]) {
      const [field] = await screen.findAllByLabelText<HTMLInputElement>(label)
      expect(field?.value).toBe('')
    }
    await backToSearch()
  }
  await scanCard(memberId)
  await pane(name)
  await backToSearch()
  expect(search().value).toBe('')
  await isEmpty()

  await find(name)
  await user.keyboard('4{Enter}')
  await screen.findByText(says(/^\$4\.00 recorded/))
  await isEmpty()
})

test('prefills a new member’s name with a search that found no member', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Wolfhild')
  await startShift(shop, member)
  typeInSearch('wolfh')
  await expect.poll(() => screen.getAllByRole('option').length).toBe(1)
  await press('New Member')
  expect((await findField('First name')).value).toBe('')
  await backToSearch()
  typeInSearch('zenobia quill')
  await screen.findByText(says('Nobody found for “zenobia quill”.'))
  await press('New Member')
  expect((await findField('First name')).value).toBe('Zenobia')
  expect(fieldOf('Last name').value).toBe('Quill')
})

test('distributes the words of a search to the form, and suggests a member of a similar name', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Rosalind')
  await startShift(shop, member)
  typeInSearch('rosalynd okonkwo rosalynd@example.com')
  await press('New Member')
  expect((await findField('First name')).value).toBe('Rosalynd')
  expect([fieldOf('Last name').value, fieldOf('Email').value]).toEqual([
    ...['Okonkwo', 'rosalynd@example.com'],
  ])
  const likely = await part('region', 'Already a member?')
  await press(/^Rosalind Okonkwo.*Similar name$/, likely)
  await pane(member.name)
})

test('a digit typed on the payment choice goes to the amount', async ({ server }) => {
  const shop = await createTestBusiness(server, { excludedTenders: ['gift_card'] })
  const member = await (await otherDevice(server, shop)).join('Cassius')
  const { name } = member
  await startShift(shop, member)
  await find(name)
  const cash = await screen.findByRole('radio', { name: 'Cash' })
  cash.focus()
  await user.keyboard('12')
  await expect.poll(() => fieldOf('Amount').value).toBe('12')
})

test('the search does not report zero members before the first sync ends', async ({ server }) => {
  const { staffEmail } = await createTestBusiness(server)
  const release = network.hold(/^\/api\/sync\/pull/)
  await signIn(staffEmail)
  await open('/counter')
  await screen.findByRole('combobox', { name: 'Find a member' })
  typeInSearch('zzz@example.com')
  // The search asks the server after the list has updated.
  await expect
    .poll(() => network.asked.some(({ headers }) => /zzz/.test(headers.get(queryHeader) ?? '')))
    .toBe(true)
  await screen.findByText('Getting this device ready…')
  expect(screen.queryByText('0 members found')).toBeNull()
  release()
  await screen.findByText(says('Nobody found for “zzz@example.com”.'))
})

test('shows another device’s purchase without a reload', async ({ server, shop }) => {
  const { device, join } = await otherDevice(server, shop)
  const faraway = await join('Faraway')
  const { name, memberId } = faraway
  await startShift(shop, faraway)
  await find(name)
  const member = within(await pane(name))
  await member.findByText('100 points')
  const payload = { purchaseId: newId(), memberId, amount: '11.00' }
  await device.push(device.make('purchase.record', payload))
  await member.findByText('111 points')
})

test('keeps work while a gateway answers for the server, despite an online event', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Gareth')
  const { name, email } = member
  await startShift(shop, member)
  await find(name)
  const recover = network.intercept(/^\/api/, 502, '<h1>Bad Gateway</h1>')
  await sell('7.00')
  const offline = /^You’re offline\. 1 change is saved on this device/
  await screen.findByText(offline)
  const pushes = () => network.asked.filter(({ path }) => path === '/api/sync/push').length
  const before = pushes()
  window.dispatchEvent(new Event('online'))
  await expect.poll(pushes).toBeGreaterThan(before)
  await expect.poll(() => network.isQuiet).toBe(true)
  screen.getByText(offline)
  screen.getByRole('link', { name: '1 to sync' })
  expect(await linesOf(server, email)).toEqual(['welcome 100'])
  recover()
  window.dispatchEvent(new Event('online'))
  await allSent()
  expect(await linesOf(server, email)).toEqual(['purchase 7', 'welcome 100'])
})

test('offers a new version after the sale, not during it', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Nadia')
  const { name } = member
  await startShift(shop, member)
  await find(name)
  await fill('Amount', '34.04')
  const { useUpdate } = await import('#pwa/shell/update.ts')
  // The browser fires this event when a file of this version is gone from the server.
  window.dispatchEvent(new Event('vite:preloadError'))
  await expect.poll(() => useUpdate.getState().ready).toBe(true)
  expect(screen.queryByText(/New version available/)).toBeNull()
  expect(fieldOf('Amount').value).toBe('34.04')
  await sell('34.04')
  await screen.findByText(/New version available/)
  useUpdate.setState({ ready: false })
})
