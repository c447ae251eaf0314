/** A sign-up at the counter: the customer's consents, likely duplicates, and mail that fails. */
import { screen, within } from '@testing-library/dom'
import { firstRuleId } from '#schema/contract/earning.ts'
import { newKey } from '#sync-server/rule/id.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import {
  allSent,
  find,
  goOffline,
  linesOf,
  otherDevice,
  pane,
  sell,
  startShift,
  typeInSearch,
} from './support/at-counter.ts'
import { network, open, signIn } from './support/browser.ts'
import { expectInvalid, fieldOf, fill, part, press, says, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const consentsOf = async ({ sql }: TestServer, email: string) =>
  sql<{ channel: string; granted: boolean }[]>`select channel, granted from consent_record r
    join customer c on c.business_id = r.business_id and c.id = r.member_id
    where c.email = ${email} order by channel`

async function fillForm(firstName: string, email: string): Promise<void> {
  await press('New Member')
  await fill('First name', firstName)
  await fill('Last name', 'Abernathy')
  await fill('Email', email)
}

test('the customer chooses each consent on the handed-over device', async ({ server, shop }) => {
  await startShift(shop)
  await fillForm('Wilfreda', 'wilfreda@example.com')
  screen.getByText('Ask: “May we send you offers?” Tick what they agree to.')
  screen.getByRole('link', { name: 'Terms of Service' })
  screen.getByRole('link', { name: 'Privacy Policy' })
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.filter(({ checked }) => checked)).toEqual([])
  await press('Wants offers by text message', screen, 'checkbox')
  await press('Accept and Sign Up')
  await expectInvalid('Phone', 'Please provide a phone number to receive SMS marketing')
  expect(await consentsOf(server, 'wilfreda@example.com')).toEqual([])
  await fill('Phone', '555 010 4477')
  await press('Accept and Sign Up')
  await pane('Wilfreda Abernathy')
  await screen.findByText(says('Wilfreda is signed up.'))
  await screen.findByText('Signed up')
  await allSent()
  await press('Back to search')
  await find('Wilfreda')
  await expect.poll(() => screen.queryByText('Signed up')).toBeNull()
  expect(await consentsOf(server, 'wilfreda@example.com')).toEqual([
    { channel: 'email', granted: false },
    { channel: 'privacy', granted: true },
    { channel: 'push', granted: false },
    { channel: 'sms', granted: true },
    { channel: 'terms', granted: true },
  ])
})

test('says what is missing in the form, and signs no one up', async ({ server, shop }) => {
  await startShift(shop)
  await press('New Member')
  await press('Accept and Sign Up')
  await expectInvalid('First name', /./)
  await expectInvalid('Last name', /./)
  await fillForm('Ambrosia', 'ambrosia at example')
  await press('Accept and Sign Up')
  await expectInvalid('Email', /./)
  await allSent()
  const made = await server.sql`select 1 from customer where first_name = 'Ambrosia'`
  expect(made).toEqual([])
})

test('offers the usual providers for the email that is being typed', async ({ shop }) => {
  await startShift(shop)
  await press('New Member')
  const offered = () =>
    [...document.querySelectorAll<HTMLOptionElement>('datalist option')].map(({ value }) => value)
  await fill('Email', 'ambrosia')
  await expect.poll(offered).toContain('ambrosia@gmail.com')
  expect(fieldOf('Email').getAttribute('list')).toBe(document.querySelector('datalist')?.id)
  await fill('Email', '')
  await expect.poll(offered).toEqual([])
})

test('suggests the member with the same phone number or email, offline too', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Bartholomea')
  await server.sql`update customer set phone = '+1 555 010 9921', phone_digits = '15550109921'
    where email = ${member.email}`
  // Staff devices hold masked addresses, and an owner's the whole ones.
  await signIn(shop.ownerEmail)
  await open('/counter')
  await screen.findByRole('option', { name: /Bartholomea/ })
  await goOffline()
  await press('New Member')
  await fill('First name', 'Bea')
  await fill('Phone', '(555) 010-9921')
  const likely = within(await screen.findByRole('region', { name: 'Already a member?' }))
  await likely.findByRole('button', { name: /^Bartholomea Okonkwo.*Same phone number$/ })
  await fill('Phone', '')
  await expect.poll(() => screen.queryByRole('region', { name: 'Already a member?' })).toBeNull()
  await fill('Email', member.email.toUpperCase())
  const found = /^Bartholomea Okonkwo.*Same email$/
  await press(found, within(await screen.findByRole('region', { name: 'Already a member?' })))
  await pane(member.name)
  await press('Back to search')
  await screen.findByRole('button', { name: 'Accept and Sign Up' })
  expect([fieldOf('First name').value, fieldOf(/^Email/).value]).toEqual([
    'Bea',
    member.email.toUpperCase(),
  ])
  await press('Back to search')
  await expect.poll(() => screen.queryByRole('button', { name: 'Accept and Sign Up' })).toBeNull()
})

test('says that mail does not reach a member, and a sale still counts', async ({
  server,
  shop,
}) => {
  const { join } = await otherDevice(server, shop)
  const [dead, well] = [await join('Mechthild'), await join('Notburga')]
  await server.sql`update customer set mail_refused_at = now() where email = ${dead.email}`
  await startShift(shop, dead, well)
  await find(well.name)
  await pane(well.name)
  expect(screen.queryByText(/^Mail doesn’t reach this member/)).toBeNull()
  await press('Back to search')
  await find(dead.name)
  await within(await pane(dead.name)).findByText(
    'Mail doesn’t reach this member: there is no such mailbox. Ask them for their email, and tell the owner, who can correct it.',
  )
  await sell('3.00')
  await allSent()
  expect(await linesOf(server, dead.email)).toEqual(['purchase 3', 'welcome 100'])
})

test('an unsynced sign-up says so, and can buy and be found before it is sent', async ({
  server,
  shop,
}) => {
  await startShift(shop)
  const mend = await goOffline()
  await fillForm('Euphemia', 'euphemia@example.com')
  await press('Accept and Sign Up')
  const panel = within(await pane('Euphemia Abernathy'))
  await panel.findByText('Saved on device')
  await press('Back to search')
  typeInSearch('euphemia')
  const row = await screen.findByRole('option', { name: /Euphemia Abernathy/ })
  // Only the row says so; the header counts.
  const told = () => screen.getAllByText(/^(Saved on device|Syncing)$/)
  await expect.poll(() => told().map((each) => row.contains(each))).toEqual([true])
  const joined = () => server.sql`select 1 from customer where email = 'euphemia@example.com'`
  expect(await joined()).toEqual([])
  mend()
  await allSent()
  expect(await joined()).toHaveLength(1)
})

test('signing up an existing member says so in the member’s pane', async ({ server, shop }) => {
  const member = await (await otherDevice(server, shop)).join('Serafina')
  const { email } = member
  await startShift(shop, member)
  await press('New Member')
  await fill(/^First name/, 'Tobias')
  await fill(/^Last name/, 'Other')
  const [field] = await screen.findAllByLabelText(/^Email/)
  await user.type(field as HTMLElement, email)
  await press('Accept and Sign Up')
  await pane('Serafina Okonkwo')
  await screen.findByText(says(/^Serafina Okonkwo was already a member\./))
  // The region of the sentence is for screen readers while the pane is open.
  await screen.findByText('Already a member')
  expect(screen.queryByText(says('Tobias is signed up.'))).toBeNull()
})

test('says where the sale to an existing member went who was signed up offline', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Sabrina')
  await startShift(shop, member)
  const mend = await goOffline()
  await fillForm('Tamara', member.email)
  await press('Accept and Sign Up')
  await pane('Tamara Abernathy')
  await sell('3.00')
  screen.getByText(says(/^\$3\.00 recorded for Tamara Abernathy/))
  mend()
  const sentence = says(/^Sabrina Okonkwo was already a member\. Their card has everything/)
  await screen.findByText(sentence)
  await press('Open Member')
  await pane(member.name)
  await expect.poll(() => screen.queryByText(sentence)).toBeNull()
  await allSent()
  expect(await linesOf(server, member.email)).toEqual(['purchase 3', 'welcome 100'])
})

test('a sign-up on the dashboard says that the person is a member already', async ({
  server,
  shop,
}) => {
  const { email } = await (await otherDevice(server, shop)).join('Leokadia')
  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await press('Sign Up Customer')
  const dialog = await part('dialog', 'Sign Up Customer')
  await fill('First name', 'Leo', dialog)
  await fill('Last name', 'Abernathy', dialog)
  await fill('Email', email, dialog)
  await press(/^Customer agrees to the Terms/, dialog, 'checkbox')
  await press('Sign Up', dialog)
  await toast('Already a member', /^.* was already a member\./)
})

test('says in the pane that the welcome of a number that had one is on hold', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const owner = new TestDevice(await new TestBrowser(server.url).signIn(shop.ownerEmail))
  const changes = { signUpWithoutEmail: true }
  const phone = '+1 415 555 0132'
  await owner.push(
    owner.make('program.change', { revision: firstRuleId, changes }),
    owner.make('customer.signUp', signUpPayload({ firstName: 'Greta', email: '', phone })),
  )
  await startShift(shop)
  await press('New Member')
  await fill(/^First name/, 'Gretel')
  await fill(/^Last name/, 'Ohnepost')
  await fill(/^Phone/, phone)
  await press('Accept and Sign Up')
  await screen.findByText('Welcome on hold')
  await screen.findByText(says(/^Gretel Ohnepost is signed up\. Their welcome is on hold until/))
})

test('shows an existing member’s real name once this device has pulled it', async ({
  server,
  shop,
}) => {
  const other = await otherDevice(server, shop)
  await startShift(shop, await other.join('Ottoline'))
  const mend = network.cut('/api/sync/pull')
  const { email } = await other.join('Seraphine')
  await press('New Member')
  await fill(/^First name/, 'Tobias')
  await fill(/^Last name/, 'Other')
  const [field] = await screen.findAllByLabelText(/^Email/)
  await user.type(field as HTMLElement, email)
  await press('Accept and Sign Up')
  await screen.findByText(says(/^Tobias Other was already a member\./))
  mend()
  window.dispatchEvent(new Event('online'))
  await screen.findByText(says(/^Seraphine Okonkwo was already a member\./))
})

test('says that an existing member’s card was closed on an unproved phone', async ({
  server,
  shop,
}) => {
  const payload = signUpPayload({ firstName: 'Cunigunde', lastName: 'Okonkwo' })
  const visitor = new TestBrowser(server.url)
  const params = { code: shop.code }
  await visitor.call('customer.signUp', { params, body: { ...payload, id: newKey() } })
  const email = payload.email ?? ''
  const { memberId } = payload
  await startShift(shop, { memberId, name: 'Cunigunde Okonkwo', email, welcome: '' })
  await fillForm('Kuni', email)
  await press('Accept and Sign Up')
  await screen.findByText(
    says(
      /^Cunigunde Okonkwo was already a member\..* Their card was open on a phone that never proved/,
    ),
  )
})
