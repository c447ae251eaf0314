/** The sign-up form: its fields, consents and birthday, and refusals shown at their fields. */
import { screen } from '@testing-library/dom'
import { newId } from '#sync-server/rule/id.ts'
import {
  fillForm,
  goOffline,
  joinElsewhere,
  membersOf,
  openForm,
} from '#tests/screens/support/as-visitor.ts'
import { network } from '#tests/screens/support/browser.ts'
import {
  expectInvalid,
  fieldOf,
  fill,
  heading,
  part,
  press,
  user,
} from '#tests/screens/support/hands.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'
import { toast } from '#tests/screens/support/toasts.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { campaignTerms, TestDevice } from '#tests/support/device.ts'
import { readMails } from '#tests/support/mail.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'

const posted = () => network.asked.filter(({ method }) => method === 'POST')

test('suggests the likely address, taken by the keyboard', async ({ server, shop }) => {
  await openForm(shop)
  await fillForm('ada.byron@gmial.com', 'Ada', 'Byron')
  const suggestion = await screen.findByRole('button', {
    name: /^Did you mean ada\.byron@gmail\.com\s?\?$/,
  })
  expect(suggestion.closest('[role="status"]')).not.toBeNull()

  fieldOf('Email').focus()
  await user.tab()
  expect(document.activeElement).toBe(suggestion)
  await user.keyboard('{Enter}')
  expect(fieldOf('Email').value).toBe('ada.byron@gmail.com')
  expect(document.activeElement).toBe(fieldOf('Email'))
  await expect.poll(() => screen.queryByText(/Did you mean/)).toBeNull()

  await press('Join Now')
  await heading('Welcome, Ada')
  expect(await membersOf(server, 'ada.byron@gmail.com')).toHaveLength(1)
})

test('accepts an address whose suggestion was not taken', async ({ server, shop }) => {
  await openForm(shop)
  await fillForm('ada@gmial.com', 'Ada', 'Byron')
  await screen.findByRole('button', { name: /^Did you mean ada@gmail\.com\s?\?$/ })
  await fill('Email', 'ada@gmial.co')
  await expect.poll(() => screen.queryByText(/Did you mean/)).toBeNull()
  await fill('Email', 'ada@gmial.com')
  await press('Join Now')
  await heading('Welcome, Ada')
  expect(await membersOf(server, 'ada@gmial.com')).toHaveLength(1)
})

test('says at each field what is missing or wrong, and sends nothing', async ({ server, shop }) => {
  await openForm(shop)
  await press('Join Now')
  await toast('Consent Required', 'Please accept the Terms of Service and Privacy Policy')
  await expectInvalid('First name', 'First name is required')
  await expectInvalid('Last name', 'Last name is required')
  await expectInvalid('Email', 'Email is required')
  await expectInvalid(/Terms of Service/, 'Please accept the Terms of Service')
  await expectInvalid(/Privacy Policy/, 'Please accept the Privacy Policy')
  expect(fieldOf('Phone').getAttribute('aria-invalid')).toBeNull()
  expect(document.activeElement).toBe(fieldOf('First name'))

  await fillForm('ada@', 'A'.repeat(101), '   ')
  await fill('Phone', '12')
  await press('Join Now')
  await expectInvalid('First name', 'Use 100 characters or fewer')
  await expectInvalid('Last name', 'Last name is required')
  await expectInvalid('Email', 'Enter a valid email, like name@example.com')
  await expectInvalid('Phone', 'Enter a phone number like +1 555 010 0199')
  expect(fieldOf(/Terms of Service/).getAttribute('aria-invalid')).toBeNull()
  expect(posted()).toEqual([])

  await fill('First name', 'Ada')
  await fill('Last name', 'Byron')
  await fill('Email', 'ada@example.com')
  await fill('Phone', '')
  await press('Join Now')
  await heading('Welcome, Ada')
  await screen.findByText(/^You’re now a member of Test Café/)
  expect(await membersOf(server, 'ada@example.com')).toEqual([
    { business_id: shop.businessId, first_name: 'Ada', last_name: 'Byron', points: 100 },
  ])
})

/** The member's recorded answers by channel. */
async function consentsOf({ sql }: TestServer, email: string) {
  const rows = await sql`select r.channel, r.granted from consent_record r
    join customer c on c.business_id = r.business_id and c.id = r.member_id
    where c.email = ${email}`
  return Object.fromEntries(rows.map(({ channel, granted }) => [channel, granted]))
}

test('checks no consent by default, and records each answer separately', async ({
  server,
  shop,
}) => {
  await openForm(shop)
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false, false, false])
  await fillForm('bo@example.com')
  await press('Text me offers', screen, 'checkbox')
  await press('Join Now')
  await toast('Phone Number Required', 'Please provide a phone number to receive SMS marketing')
  await expectInvalid('Phone', 'Please provide a phone number to receive SMS marketing')
  await fill('Phone', '+1 (312) 555-0144')
  // Unchecked again: the page names the one box that is missing.
  await press(/Privacy Policy/, screen, 'checkbox')
  await press('Join Now')
  await toast('Consent Required')
  await expectInvalid(/Privacy Policy/, 'Please accept the Privacy Policy')
  expect(fieldOf(/Terms of Service/).getAttribute('aria-invalid')).toBeNull()
  expect(posted()).toEqual([])
  await press(/Privacy Policy/, screen, 'checkbox')
  await press('Join Now')
  await heading('Welcome, Ximena')
  expect(await consentsOf(server, 'bo@example.com')).toEqual({
    ...{ email: false, sms: true, push: false },
    ...{ terms: true, privacy: true },
  })
})

/** Makes the business's owner start a campaign for birthdays. */
async function greetBirthdays({ url }: TestServer, { ownerEmail }: TestBusiness): Promise<void> {
  const owner = new TestDevice(await new TestBrowser(url).signIn(ownerEmail))
  const audience = { kind: 'birthday', daysBefore: 7, timeZone: 'America/Chicago' } as const
  const terms = { ...campaignTerms({ audience }), campaignId: newId() }
  const { body } = await owner.push(owner.make('campaign.create', terms))
  expect(body.verdicts).toMatchObject([{ status: 'applied' }])
}

test('asks for a birthday where a campaign greets it, and accepts a whole date or none', async ({
  server,
  shop,
}) => {
  const birthdayOf = async (email: string) =>
    server.sql`select birthday from customer where email = ${email}`
  const greeting = await createTestBusiness(server)
  await greetBirthdays(server, greeting)
  await openForm(shop)
  expect(screen.queryByRole('group', { name: /Birthday/ })).toBeNull()
  await openForm(greeting)
  await part('group', 'Birthday (optional)')
  await fillForm('cleo@example.com')
  fieldOf('Month').value = '02'
  await press('Join Now')
  await expectInvalid('Month', 'Choose a month and a day')
  fieldOf('Day').value = '30'
  await press('Join Now')
  await expectInvalid('Month', 'This month has no such day')
  expect(posted()).toEqual([])
  fieldOf('Day').value = '29'
  await press('Join Now')
  await heading('Welcome, Ximena')
  expect(await birthdayOf('cleo@example.com')).toEqual([{ birthday: '02-29' }])

  await openForm(greeting)
  await fillForm('dido@example.com')
  await press('Join Now')
  await heading('Welcome, Ximena')
  expect(await birthdayOf('dido@example.com')).toEqual([{ birthday: null }])
})

test('shows a server’s refusal at its field, and sends the corrected form under a new key', async ({
  server,
  shop,
}) => {
  // A newer server may accept fewer addresses than this page.
  const message = 'This mailbox is closed. Use another one.'
  const errors = [{ field: 'email', message }]
  const problem = { code: 'validation_failed', message: 'Please check the highlighted fields.' }
  const end = network.answer(/^\/api\/signup\//, 400, { ...problem, errors })
  await openForm(shop)
  await fillForm('edda@closed.example')
  await press('Email me news and offers', screen, 'checkbox')
  await press('Join Now')
  await toast('Signup Failed', problem.message)
  await heading('Signup Failed')
  end()

  await press('Edit and Try Again')
  await expectInvalid('Email', message)
  expect(document.activeElement).toBe(fieldOf('Email'))
  expect(fieldOf('Email').value).toBe('edda@closed.example')
  expect(fieldOf('First name').value).toBe('Ximena')
  expect(fieldOf('Email me news and offers').checked).toBe(true)
  expect(fieldOf('Text me offers').checked).toBe(false)
  await fill('Email', 'edda@example.com')
  await press('Join Now')
  await heading('Welcome, Ximena')
  const keys = posted().map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).not.toBe(keys[1])
  expect(await consentsOf(server, 'edda@example.com')).toMatchObject({ email: true, sms: false })
  // The correction replaces the refused sign-up, which would be listed here.
  await openForm(shop)
  await screen.findByRole('region', { name: 'What you get' })
  expect(screen.queryByText('Waiting to finish')).toBeNull()
  expect(await membersOf(server, 'edda@closed.example')).toEqual([])
})

test('tells a member that the address is known, and mails the card’s link to it', async ({
  server,
  shop,
}) => {
  const other = await createTestBusiness(server)
  const member = await joinElsewhere(server, shop, { email: 'Fenja.Ito@example.com' })
  const mailsBefore = (await readMails(server, member.email)).length
  await openForm(shop)
  await fillForm('fenja.ito@EXAMPLE.com', 'Fenja', 'Ito')
  await press('Join Now')
  await heading('Already a member')
  await screen.findByText('That email is already a member. We just emailed a link to the card.')
  expect(screen.queryByRole('link', { name: 'Open My Card' })).toBeNull()
  expect(await readMails(server, member.email)).toHaveLength(mailsBefore + 1)

  await press('Use a Different Email')
  await expectInvalid('Email', /^That email is already a member/)
  expect(document.activeElement).toBe(fieldOf('Email'))
  // The same person joins another business with the same address.
  await openForm(other)
  await fillForm('fenja.ito@example.com', 'Fenja', 'Ito')
  await press('Join Now')
  await heading('Welcome, Fenja')
  const joined = await server.sql`select business_id, points from customer
    where lower(email) = 'fenja.ito@example.com' order by created_at`
  expect(joined).toEqual([
    { business_id: shop.businessId, points: 100 },
    { business_id: other.businessId, points: 100 },
  ])
})

test('mails a member’s card from the first screen, and tells strangers the same', async ({
  server,
  shop,
}) => {
  const member = await joinElsewhere(server, shop, { email: 'gesa@example.com' })
  const mailsBefore = (await readMails(server, member.email)).length
  await openForm(shop)
  await press('Already a member? Email me my card')
  await heading('Get your card by email')
  await press('Email My Card')
  await expectInvalid('Email', 'Email is required')
  const comeBack = goOffline()
  await fill('Email', 'gesa@example.com')
  await press('Email My Card')
  await expectInvalid('Email', 'Connect to the internet to get your card by email.')
  comeBack()
  await press('Email My Card')
  await heading('Check your email')
  await screen.findByText('gesa@example.com')
  expect(await readMails(server, member.email)).toHaveLength(mailsBefore + 1)

  await press('Join Instead')
  await press('Already a member? Email me my card')
  await heading('Get your card by email')
  await fill('Email', 'stranger@example.com')
  await press('Email My Card')
  await heading('Check your email')
  await screen.findByText('stranger@example.com')
  expect(await readMails(server, 'stranger@example.com')).toEqual([])
})

test('names the best reward that the welcome points buy', async ({ server, shop }) => {
  await openForm(shop)
  await screen.findByText('Enough today for:')
  const poor = await createTestBusiness(server, { welcomePoints: 49 })
  await openForm(poor)
  expect(screen.queryByText('Enough today for:')).toBeNull()
})

test('takes a tagged address of a member’s mailbox as a new member, and holds the welcome', async ({
  server,
  shop,
}) => {
  await joinElsewhere(server, shop, { email: 'gro@gmail.com' })
  await openForm(shop)
  await fillForm('g.r.o+coffee@gmail.com', 'Gro', 'Lind')
  await press('Join Now')
  await heading('Welcome, Gro')
  await screen.findByText(/^We’re reviewing your welcome reward/)
  expect(screen.queryByText('10% discount coupon')).toBeNull()
  const kept =
    await server.sql`select points, welcome from customer where email = 'g.r.o+coffee@gmail.com'`
  expect(kept).toEqual([{ points: 0, welcome: 'held' }])
})
