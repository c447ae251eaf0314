/**
 * Owners join members from the list of pairs and from a member's page, and separate them again.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { firstRuleId } from '#schema/contract/earning.ts'
import { newId } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'
import { allSent, goOffline, otherDevice, scanCard, startShift } from './support/at-counter.ts'
import { fact, openMember } from './support/at-office.ts'
import { network, open, prefer, signIn } from './support/browser.ts'
import { fill, heading, isDisabled, part, press, says } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const phone = '(415) 555-2671'
const pairsAddress = '/business-dashboard/duplicates'

/** Two members with one number: the first one has bought something. */
async function signUpTwice({ url }: TestServer, { staffEmail }: TestBusiness) {
  const device = new TestDevice(await new TestBrowser(url).signIn(staffEmail))
  const older = signUpPayload({ firstName: 'Ottilie', lastName: 'Okonkwo', phone })
  const newer = signUpPayload({ firstName: 'Otti', lastName: 'Okonkwo', phone: '+1 415-555-2671' })
  const { memberId } = older
  await device.push(
    device.make('customer.signUp', older),
    device.make('customer.signUp', newer),
    device.make('purchase.record', { purchaseId: newId(), memberId, amount: '20.00' }),
  )
  return { older, newer }
}
const joinedIn = ({ sql }: TestServer, { memberId }: { memberId: string }) =>
  sql`select joined_into as into, points from customer where id = ${memberId}`

test('joins a pair, with the points before and after, and shows one person', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const { older, newer } = await signUpTwice(server, shop)
  await signIn(shop.ownerEmail)
  await open(pairsAddress)
  await heading('Possible Duplicates')
  await screen.findByText('Same phone')
  await press('Join…')
  const dialog = await part('dialog', 'Join Two Members')
  dialog.getByText('120 + 100 = 220 points')
  // The older member stays, unless the owner chooses the other.
  dialog.getByRole('radio', { name: /Ottilie/, checked: true })
  await press(/Otti Okonkwo/, dialog, 'radio')
  dialog.getByText('100 + 120 = 220 points')
  await press(/Ottilie/, dialog, 'radio')
  await press('Join Members', dialog)
  await toast('Members joined', 'Undo it on the member’s page, under About.')
  await screen.findByText('No two members look like one person.')
  await expect.poll(() => joinedIn(server, newer)).toEqual([{ into: older.memberId, points: 0 }])
  await open(pairsAddress)
  await screen.findByText('No two members look like one person.')
})

test('remembers that a pair is two people', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const { older, newer } = await signUpTwice(server, shop)
  await signIn(shop.ownerEmail)
  await open(pairsAddress)
  const mend = await goOfflineAfter('Same phone')
  await press('Not the Same')
  await toast('Marked as two people', 'Saved on this device.')
  await screen.findByText('No two members look like one person.')
  mend()
  const separated = () =>
    server.sql`select one_id from member_pair
      where business_id = ${shop.businessId} and separated_at is not null`
  await expect.poll(separated).toEqual([{ one_id: [older.memberId, newer.memberId].sort()[0] }])
})

test('leaves out what was decided once that has arrived, too', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signUpTwice(server, shop)
  const device = new TestDevice(await new TestBrowser(server.url).signIn(shop.staffEmail))
  const third = signUpPayload({ firstName: 'Odette', lastName: 'Ibarra', phone })
  await device.push(device.make('customer.signUp', third))
  await signIn(shop.ownerEmail)
  await open(pairsAddress)
  const pairs = () => screen.getAllByRole('button', { name: 'Not the Same' })
  /** The part of the list about these two. */
  const pairOf = (...names: string[]) => {
    const rows = pairs().map((button) => button.closest('li') as HTMLElement)
    const row = rows.find(({ textContent }) => names.every((name) => textContent.includes(name)))
    return within(row as HTMLElement)
  }
  await expect.poll(() => pairs().length).toBe(3)
  await press('Not the Same', pairOf('Ottilie', 'Odette'))
  await toast('Marked as two people')
  const separated = () =>
    server.sql`select 1 from member_pair
      where business_id = ${shop.businessId} and separated_at is not null`
  await expect.poll(separated).toHaveLength(1)
  await allSent()
  await expect.poll(() => pairs().length).toBe(2)
  await press('Join…', pairOf('Otti Okonkwo', 'Odette'))
  const dialog = await part('dialog', 'Join Two Members')
  await press(/Otti Okonkwo/, dialog, 'radio')
  await press('Join Members', dialog)
  await screen.findByText('Points: 200')
  expect(pairs()).toHaveLength(1)
})

async function goOfflineAfter(text: string) {
  await screen.findByText(text)
  return goOffline()
}

test('joins offline and shows one person at once, and separates with a debt', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const { older, newer } = await signUpTwice(server, shop)
  const name = 'Ottilie Okonkwo'
  const tab = await openMember(shop, { memberId: older.memberId, name }, 'about')
  const mend = await goOffline()
  await press('Find the Other Member', tab)
  const search = await part('dialog', 'Find the Other Member')
  await fill('Search members', 'Nobody', search)
  await search.findByText('No other member matches.')
  await fill('Search members', 'Otti Ok', search)
  await press(/Otti Okonkwo/, search)
  await press('Join Members', await part('dialog', 'Join Two Members'))
  await toast('Members joined')
  await expect.poll(() => fact('Points')).toBe('220')
  await open(`/business-dashboard/customers/${newer.memberId}`)
  await heading(name)
  mend()
  await expect.poll(() => joinedIn(server, newer)).toEqual([{ into: older.memberId, points: 0 }])

  const owner = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const taken = { memberId: older.memberId, points: -150, reason: 'Typed twice' }
  await owner.push(owner.make('points.adjust', taken))
  await open(`/business-dashboard/customers/${older.memberId}?view=about`)
  await expect.poll(() => fact('Points')).toBe('70')
  const joined = within(await screen.findByRole('region', { name: 'Joined Members' }))
  joined.getByText('Otti Okonkwo')
  joined.getByText(/^100 points, joined on /)
  await press('Separate…', joined)
  const question = await part('alertdialog', 'Separate Otti Okonkwo?')
  question.getByText(says(/^100 points go back to Otti Okonkwo/))
  question.getByText(/will owe 30 points/)
  expect(question.queryByText(/without an email/)).toBeNull()
  await press('Separate Members', question)
  await toast('Members separated', 'Saved on this device.')
  await expect.poll(() => joinedIn(server, newer)).toEqual([{ into: null, points: 100 }])
  await expect.poll(() => fact('Points')).toBe('-30')
  expect(screen.queryByRole('region', { name: 'Joined Members' })).toBeNull()
})

test('says that a join waits while the business is suspended', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signUpTwice(server, shop)
  await server.sql`update business set status = 'suspended' where id = ${shop.businessId}`
  await signIn(shop.ownerEmail)
  await open(pairsAddress)
  await screen.findByText(/^This business is suspended\./)
  await press('Join…')
  await press('Join Members', await part('dialog', 'Join Two Members'))
  await toast('On hold', 'It will go through once the business is reactivated.')
})

test('says before a separation that the member may have no email then', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const device = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const older = signUpPayload({ firstName: 'Ottilie', lastName: 'Okonkwo' })
  const newer = signUpPayload({ firstName: 'Otti', lastName: 'Okonkwo', email: '', phone })
  const pushed = await device.push(
    device.make('program.change', {
      revision: firstRuleId,
      changes: { signUpWithoutEmail: true },
    }),
    device.make('customer.signUp', older),
    device.make('customer.signUp', newer),
    device.make('customer.join', { keepId: older.memberId, joinId: newer.memberId }),
  )
  expect(pushed.body.verdicts.map(({ status }) => status)).toEqual(Array(4).fill('applied'))
  await openMember(shop, { memberId: older.memberId, name: 'Ottilie Okonkwo' }, 'about')
  await press('Separate…', within(await screen.findByRole('region', { name: 'Joined Members' })))
  const question = await part('alertdialog', 'Separate Otti Okonkwo?')
  question.getByText(
    says('Otti Okonkwo may be left without an email. You can add one on their page.'),
  )
})

test('opens the kept member by a scan of either card, and staff propose a pair', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const { join } = await otherDevice(server, shop)
  const [kept, second] = [await join('Philippa'), await join('Pippa')]
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const pair = { keepId: kept.memberId, joinId: second.memberId }
  await owner.push(owner.make('customer.join', pair))
  const third = await join('Phil')
  await startShift(shop, kept)
  expect(screen.queryByRole('option', { name: /Pippa/ })).toBeNull()
  await scanCard(second.memberId)
  await screen.findByRole('region', { name: kept.name })

  await open(`/business-dashboard/customers/${kept.memberId}?view=about`)
  await heading(kept.name)
  const joined = within(await screen.findByRole('region', { name: 'Joined Members' }))
  expect(joined.queryByRole('button')).toBeNull()
  await press('Find the Other Member')
  const search = await part('dialog', 'Find the Other Member')
  await fill('Search members', third.name, search)
  await press(new RegExp(third.name), search)
  await toast('Proposed to your owner', 'Saved on this device.')
  const proposed = () =>
    server.sql<{ count: number }[]>`select count(*)::int as count from member_pair
      where business_id = ${shop.businessId} and proposed_at is not null`
  await expect.poll(proposed).toEqual([{ count: 1 }])
})

test('keeps the member with others joined to it, in Spanish too', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const { older, newer } = await signUpTwice(server, shop)
  const { join } = await otherDevice(server, shop)
  const third = await join('Oda')
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  await owner.push(owner.make('customer.join', { keepId: newer.memberId, joinId: third.memberId }))
  await prefer('es')
  await signIn(shop.ownerEmail)
  await open(pairsAddress)
  await press('Unir…')
  const dialog = await part('dialog', 'Unir dos miembros')
  const stays = await dialog.findByRole('radio', { name: /^Otti Okonkwo/, checked: true })
  expect(isDisabled(stays)).toBe(true)
  dialog.getByText('200 + 120 = 320 puntos')
  await press('Unir miembros', dialog)
  await toast('Miembros unidos')
  await expect.poll(() => joinedIn(server, older)).toEqual([{ into: newer.memberId, points: 0 }])
})

test('says why the list can’t be read, and reads it again', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signUpTwice(server, shop)
  await signIn(shop.ownerEmail)
  const mend = network.answer(/member-pairs/, 503, {
    code: 'unavailable',
    message: 'Too much is going on. Try again.',
    requestId: 'r-9',
  })
  await open(pairsAddress)
  await screen.findByText(/r-9/)
  mend()
  await press('Try Again')
  await screen.findByText('Same phone')
  network.cut()
  await open(pairsAddress)
  await screen.findByText(/^Loaded /)
  await screen.findByText('Same phone')
})
