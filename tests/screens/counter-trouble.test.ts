/** The counter’s sentences for actions that can’t be saved, are refused or held, or are undone late. */
import { screen, within } from '@testing-library/dom'
import { addDays, dayOf, startOfDay } from '#schema/contract/day.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import {
  allSent,
  backToSearch,
  find,
  goOffline,
  linesOf,
  otherDevice,
  pane,
  search,
  sell,
  startShift,
} from './support/at-counter.ts'
import { network, open, prefer } from './support/browser.ts'
import { takeClock } from './support/clock.ts'
import { fieldOf, fill, findField, isDisabled, press, says, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { fillStorage } from './support/storage.ts'
import { toast } from './support/toasts.ts'

const full = 'This device is out of storage, so this wasn’t saved.'

test('on a full disk, says of each action that it was not saved, and sends nothing', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Aldegund')
  await startShift(shop, member)
  await allSent()
  await find(member.name)
  await fill('Amount', '31.01')
  const makeRoom = fillStorage()
  await press('Record $31.01')
  await toast('Not recorded', full)
  expect(fieldOf('Amount').value).toBe('31.01')
  await press('Redeem Coffee (50 points)')
  await toast('Redemption Failed', full)
  const panel = within(await pane(member.name))
  await press('Coupons', panel, 'tab')
  await press(/^Welcome/, panel)
  await press('Use Coupon')
  await toast('Coupon not used', full)
  await press('Back to search')
  await press('New Member')
  await fill('First name', 'Fulgentia')
  await fill('Last name', 'Okonkwo')
  await fill('Email', 'fulgentia@example.com')
  await press('Accept and Sign Up')
  await toast('Signup Failed', full)
  expect((await findField('First name')).value).toBe('Fulgentia')
  expect(network.asked.filter(({ path }) => path === '/api/sync/push')).toEqual([])
  makeRoom()
  await press('Accept and Sign Up')
  await screen.findByText(says('Fulgentia is signed up.'))
  await backToSearch()
  await find(member.name)
  await pane(member.name)
  await sell('31.01')
  await allSent()
  expect(await linesOf(server, 'fulgentia@example.com')).toEqual(['welcome 100'])
  expect(await linesOf(server, member.email)).toEqual(['purchase 31', 'welcome 100'])
})

test('on a full disk, an undo is not reported, and can be repeated', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Brunhild')
  await startShift(shop, member)
  await find(member.name)
  await sell('12.00')
  await allSent()
  const makeRoom = fillStorage()
  await press('Undo')
  await toast('Not undone', full)
  screen.getByText(says(/^\$12\.00 recorded/))
  makeRoom()
  await press('Undo')
  await screen.findByText(says(`$12.00 for ${member.name} was undone.`))
  await allSent()
  const lines = await linesOf(server, member.email)
  expect(lines).toEqual(['purchase 12', 'reversal -12', 'welcome 100'])
})

test('after the session ended, saves a sale, which counts once someone has signed in again', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Irmtraud')
  await startShift(shop, member)
  await find(member.name)
  await server.sql`update session set ended_at = now()`
  await sell('33.00')
  await screen.findByText(/^Your session expired\. Sign in again/)
  expect(await linesOf(server, member.email)).toEqual(['welcome 100'])
  await open('/login')
  await fill('Email', shop.staffEmail)
  await fill('Password', testPassword)
  await press('Login')
  await allSent()
  expect(await linesOf(server, member.email)).toEqual(['purchase 33', 'welcome 100'])
})

test('dismisses an error about one customer when the next is opened', async ({ server, shop }) => {
  const other = await otherDevice(server, shop)
  const [member, next] = [await other.join('Griseldis'), await other.join('Hedwig')]
  await startShift(shop, member, next)
  await find(member.name)
  await fill('Amount', '12.50')
  const makeRoom = fillStorage()
  await user.keyboard('{Enter}')
  await toast('Not recorded', full)
  makeRoom()
  await backToSearch()
  await find(next.name)
  await pane(next.name)
  await expect.poll(() => screen.queryByText('Not recorded')).toBeNull()
})

test('a sale can be undone until midnight; then its sentence and button stay in place', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Crescentia')
  await startShift(shop, member)
  await find(member.name)
  await sell('14.00')
  await allSent()
  const undo = () => screen.getByRole('button', { name: 'Undo' })
  const zone = 'America/Chicago'
  const leftMs = startOfDay(addDays(dayOf(Date.now(), zone), 1), zone) - Date.now()
  // An answer of the server would correct this device's clock.
  const pass = takeClock()
  network.cut()
  pass(leftMs - 60_000)
  expect(isDisabled(undo())).toBe(false)
  pass(61_000)
  await expect.poll(() => isDisabled(undo())).toBe(true)
  expect(isDisabled(screen.getByRole('button', { name: 'Rewards' }))).toBe(true)
  screen.getByText(says(/^\$14\.00 recorded/))
})

test.for([
  {
    language: 'en',
    recorded: /^\$8\.00 recorded/,
    attention: 'Needs attention',
    refused: /^Purchase was refused: \$8\.00 for /,
    reason: 'This customer has left the program.',
    next: /^Sign the customer up again/,
    dismiss: 'Dismiss',
  },
  {
    language: 'es',
    recorded: /^\$8\.00 registrados/,
    attention: 'Requiere atención',
    refused: /^Compra sin aceptar: \$8\.00 para /,
    reason: 'Este cliente dejó el programa.',
    next: /^Inscribe de nuevo al cliente/,
    dismiss: 'Descartar',
  },
])(
  'a refused sale says so in its notice, with the next step ($language)',
  async ({ language, recorded, attention, refused, reason, next, dismiss }, { server, shop }) => {
    const member = await (await otherDevice(server, shop)).join(`Diemut${language}`)
    await prefer(language)
    await startShift(shop, member)
    await find(member.memberId)
    await findField(/^(Amount|Importe)$/)
    const mend = await goOffline()
    await user.keyboard('8{Enter}')
    await screen.findByText(says(recorded))
    await server.sql`update customer set erased_at = now() where email = ${member.email}`
    mend()
    const region = within(await pane(attention))
    await region.findByText(says(refused))
    region.getByText(reason)
    region.getByText(next)
    expect(screen.queryByText(says(recorded))).toBeNull()
    expect(await linesOf(server, member.email)).toEqual(['welcome 100'])
    await press(dismiss, region)
    await expect.poll(() => region.queryByRole('button')).toBeNull()
    expect(screen.queryByText(says(recorded))).toBeNull()
  },
)

test('a suspended business’s sale is on hold, can be undone, and counts once reactivated', async ({
  server,
}) => {
  const cafe = await createTestBusiness(server)
  const member = await (await otherDevice(server, cafe)).join('Edeltraud')
  const setStatus = (status: string) =>
    server.sql`update business set status = ${status} where id = ${cafe.businessId}`
  await setStatus('suspended')
  await startShift(cafe, member)
  await screen.findByText(/^This business is suspended\./)
  await find(member.name)
  await fill('Amount', '9.00')
  await user.keyboard('{Enter}')
  await screen.findByRole('link', { name: '1 on hold' })
  const sentence = `${member.name}, $9.00: saved. It counts once the business is reactivated.`
  screen.getByText(says(sentence))
  expect(screen.queryByText(/Balance: /)).toBeNull()
  expect(isDisabled(screen.getByRole('button', { name: 'Undo' }))).toBe(false)
  expect(search()).toBe(document.activeElement)
  expect(await linesOf(server, member.email)).toEqual(['welcome 100'])
  await setStatus('active')
  // The next push of any device takes up what is on hold.
  const { device } = await otherDevice(server, cafe)
  await device.push()
  await find(member.name)
  await sell('1.00')
  await allSent()
  expect(await linesOf(server, member.email)).toEqual(['purchase 1', 'purchase 9', 'welcome 100'])
})
