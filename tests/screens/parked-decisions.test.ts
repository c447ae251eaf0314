/** An owner decides in *Pending Sync* on work that the server holds. */
import { screen, within } from '@testing-library/dom'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'
import { linesOf, otherDevice } from './support/at-counter.ts'
import { cutNetwork, network, open, prefer, signIn } from './support/browser.ts'
import { follow, heading, isDisabled, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

/** Sales, and the sign-up of another customer, of a device that hadn't synced for a year. */
async function hold(server: TestServer, shop: TestBusiness, ...amounts: string[]) {
  const { device, join } = await otherDevice(server, shop)
  const member = await join('Hroswitha')
  await server.sql`update outbox set last_heard_at = now() - interval '400 days'
    where outbox_id = ${device.outboxId}`
  const { memberId } = member
  const late = signUpPayload({ firstName: 'Gerberga', lastName: 'Okonkwo' })
  const sales = amounts.map((amount) =>
    device.make('purchase.record', { purchaseId: newId(), memberId, amount, note: null }),
  )
  const signUp = device.make('customer.signUp', late)
  const { verdicts } = (await device.push(...sales, signUp)).body
  expect(verdicts.map(({ code }) => code)).toEqual([...amounts, ''].map(() => 'outbox_silent'))
  return { member, sales, late: late.email ?? '' }
}

const unavailable = (requestId: string) => ({
  code: 'unavailable',
  message: 'Too much is going on. Try again.',
  requestId,
})
const waiting = () =>
  screen
    .queryAllByText(/^(Purchase|Sign-up): /)
    .map(({ textContent }) => textContent?.replace(/^.*: /, ''))
const rowOf = (title: string) => within(screen.getByText(title).closest('li') as HTMLElement)

test('decides on one change at a time, and says why a decision was not saved', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const { member, sales } = await hold(server, shop, '10.00', '20.00', '30.00')
  const load = network.answer(/\/parked$/, 503, unavailable('r-59'))
  await signIn(shop.ownerEmail)
  await open('/outbox')
  await screen.findByText(/r-59/)
  load()
  await press('Try Again')
  await heading('Needs Your Review')
  expect(waiting()).toEqual(['$10.00', '$20.00', '$30.00', 'Gerberga Okonkwo'])
  const [row] = screen.getAllByText(/^From a device that hadn’t synced in over a year\. Recorded /)
  expect(row).toBeDefined()

  const mend = network.cut(/\/parked$/)
  await press('Approve', rowOf('Purchase: $10.00'))
  await toast('Couldn’t save your decision', 'Can’t connect. Check your internet and try again.')
  mend()
  const recover = network.answer(/\/parked$/, 503, unavailable('r-60'))
  await press('Decline', rowOf('Purchase: $10.00'))
  await toast('Couldn’t save your decision', 'Too much is going on. Try again.')
  recover()
  const reconnect = cutNetwork()
  await screen.findByText('You’re offline. Connect to the internet to do this.')
  for (const name of ['Approve All', 'Decline All'])
    expect(isDisabled(screen.getByRole('button', { name }))).toBe(true)
  const first = rowOf('Purchase: $10.00')
  for (const name of ['Approve', 'Decline'])
    expect(isDisabled(first.getByRole('button', { name }))).toBe(true)
  expect(waiting()).toHaveLength(4)
  expect(await linesOf(server, member.email)).toEqual(['welcome 100'])
  reconnect()

  await press('Approve', rowOf('Purchase: $10.00'))
  await toast('Approved', '1 change reviewed. Devices will update automatically.')
  await expect.poll(waiting).toEqual(['$20.00', '$30.00', 'Gerberga Okonkwo'])
  await press('Decline', rowOf('Purchase: $20.00'))
  await toast('Declined', '1 change reviewed.')
  await expect.poll(waiting).toEqual(['$30.00', 'Gerberga Okonkwo'])
  expect(await linesOf(server, member.email)).toEqual(['purchase 10', 'welcome 100'])

  // Another owner declines the last sale first.
  const other = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  const operationIds = [sales[2]?.operationId ?? '']
  const params = { businessId: shop.businessId }
  const declined = await other.call('business.decideParked', {
    params,
    body: { operationIds, accept: false },
  })
  expect(declined.body).toEqual({ settled: 1 })
  await press('Approve', rowOf('Purchase: $30.00'))
  await toast('Nothing changed', 'Someone decided already')
  await expect.poll(waiting).toEqual(['Gerberga Okonkwo'])
  expect(await linesOf(server, member.email)).toEqual(['purchase 10', 'welcome 100'])
})

test.for([
  ['en', 'Needs Your Review', 'Approve All', ['Approved', '3 changes reviewed.'], 2],
  ['es', 'Requiere tu revisión', 'Rechazar todo', ['Rechazado', '3 cambios revisados.'], 0],
] as const)(
  'in %s, decides on all changes at once',
  async ([language, title, all, said, sold], { server }) => {
    const shop = await createTestBusiness(server)
    const { member, late } = await hold(server, shop, '10.00', '20.00')
    await prefer(language)
    await signIn(shop.ownerEmail)
    await open('/outbox')
    await heading(title)
    await press(all)
    await toast(...said)
    await expect.poll(() => screen.queryByRole('heading', { name: title })).toBeNull()
    const lines = await linesOf(server, member.email)
    expect(lines.filter((line) => line.startsWith('purchase'))).toHaveLength(sold)
    expect(await linesOf(server, late)).toHaveLength(sold / 2)
  },
)

test.for([
  {
    language: 'en',
    count: '3 things need your attention',
    review: 'Review',
    title: 'Needs Your Review',
    sentence: '3 changes are on hold until you approve or decline them.',
    devices: 'Review in Devices',
    approve: 'Approve All',
    approved: ['Approved', '3 changes reviewed.'],
    clear: /^All clear/,
  },
  {
    language: 'es',
    count: '3 asuntos requieren tu atención',
    review: 'Revisar',
    title: 'Requiere tu revisión',
    sentence: '3 cambios están en espera hasta que los apruebes o los rechaces.',
    devices: 'Revisar en Dispositivos',
    approve: 'Aprobar todo',
    approved: ['Aprobado', '3 cambios revisados.'],
    clear: /^Todo en orden/,
  },
] as const)(
  'in $language, counts held work with what needs attention until it is decided',
  async ({ language, ...texts }, { server }) => {
    const shop = await createTestBusiness(server)
    await hold(server, shop, '10.00', '20.00')
    await prefer(language)
    await signIn(shop.ownerEmail)
    await open('/business-dashboard')
    await screen.findByText(texts.count, { selector: 'main *' })
    const inMenu = () => screen.queryAllByRole('link', { name: new RegExp(`${texts.count}$`) })
    await expect.poll(() => inMenu().length).toBeGreaterThan(0)
    await follow(texts.review)
    await heading(texts.title)
    screen.getByText(texts.sentence)
    expect(screen.queryByText(texts.clear)).toBeNull()

    await follow(texts.devices)
    await screen.findByText(/: \$10\.00$/)
    await press(texts.approve)
    await toast(...texts.approved)
    // The menu's number goes with the last decision.
    await expect.poll(() => inMenu()).toEqual([])
    await open('/business-dashboard/attention')
    await screen.findByText(texts.clear)
    expect(screen.queryByRole('heading', { name: texts.title })).toBeNull()
  },
)

test('doesn’t count work that the server will apply without a decision', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const { device } = await otherDevice(server, shop)
  const { memberId } = signUpPayload()
  const sale = { purchaseId: newId(), memberId, amount: '10.00', note: null }
  const { verdicts } = (await device.push(device.make('purchase.record', sale))).body
  expect(verdicts).toMatchObject([{ code: 'member_not_arrived' }])
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/devices')
  await heading('On Hold')
  await open('/business-dashboard/attention')
  await screen.findByText(/^All clear/)
})

test('shows that held work could not be loaded, instead of an all-clear', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await hold(server, shop, '10.00')
  const load = network.answer(/\/parked$/, 503, unavailable('r-61'))
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/attention')
  await screen.findByText(/r-61/)
  expect(screen.queryByText(/^All clear/)).toBeNull()
  load()
  await press('Try Again')
  await heading('Needs Your Review')
})

test('asks no staff to decide', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await hold(server, shop, '10.00')
  await signIn(shop.staffEmail)
  await open('/outbox')
  await screen.findByText('You’re all caught up. Everything is synced.')
  expect(screen.queryByRole('heading', { name: 'Needs Your Review' })).toBeNull()
  expect(network.asked.filter(({ path }) => path.endsWith('/parked'))).toEqual([])
})
