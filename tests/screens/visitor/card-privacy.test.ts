/** A member's own data below the card: consents, birthday, places, a new link, export, erasure. */
import { screen } from '@testing-library/dom'
import { onTestFinished } from 'vitest'
import { goOffline, joinElsewhere, membersOf } from '#tests/screens/support/as-visitor.ts'
import { open, prefer, savedFile } from '#tests/screens/support/browser.ts'
import {
  expectAt,
  fieldOf,
  fill,
  heading,
  isDisabled,
  part,
  press,
} from '#tests/screens/support/hands.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'
import { toast } from '#tests/screens/support/toasts.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { linkIn, readMail } from '#tests/support/mail.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'

/** Opens the card and the part below it. */
async function openOwnData(customerId: string, title = 'Privacy and My Data'): Promise<void> {
  await open(`/customer/${customerId}`)
  const summary = await screen.findByText(title)
  const details = summary.closest('details') as HTMLDetailsElement
  details.open = true
  details.dispatchEvent(new Event('toggle'))
}

/** The address, with its ticket, of the link in the member's newest mail. */
async function mailedPath(server: TestServer, email: string): Promise<string> {
  const { pathname, hash } = new URL(linkIn(await readMail(server, email)))
  return pathname + hash
}

const memberById = ({ sql }: TestServer, memberId: string) =>
  sql`select first_name, birthday, marketing_email, marketing_sms, erased_at is not null
    as erased from customer where id = ${memberId}`

test('changes consents and the birthday, and keeps a record of the answers', async ({
  server,
  shop,
}) => {
  const { customerId, memberId } = await joinElsewhere(server, shop)
  await openOwnData(customerId)
  const emails = await screen.findByRole<HTMLInputElement>('switch', { name: 'Marketing emails' })
  expect(emails.checked).toBe(false)
  await screen.findByText('Needs a phone number. Add yours below.')
  expect(isDisabled(screen.getByRole('switch', { name: /^Marketing texts/ }))).toBe(true)
  await press('Marketing emails', screen, 'switch')
  await screen.findByText('Your answers so far (6)')
  await screen.findByText('Marketing emails: agreed')
  fieldOf('Month').value = '12'
  fieldOf('Day').value = '31'
  await press('Save Birthday')
  await toast('Birthday saved')
  expect(await memberById(server, memberId)).toMatchObject([
    { birthday: '12-31', marketing_email: true, marketing_sms: false },
  ])

  const comeBack = goOffline()
  await press('Marketing emails', screen, 'switch')
  await toast('Nothing changed', 'You’re offline. Connect to the internet to see or change this.')
  await expect
    .poll(() => screen.getByRole<HTMLInputElement>('switch', { name: 'Marketing emails' }).checked)
    .toBe(true)
  comeBack()
  fieldOf('Month').value = ''
  fieldOf('Day').value = ''
  await press('Save Birthday')
  await toast('Birthday saved')
  expect(await memberById(server, memberId)).toMatchObject([
    { birthday: null, marketing_email: true },
  ])
})

test('corrects the name and the phone number, and the card shows it at once', async ({
  server,
  shop,
}) => {
  const answers = { phone: '+1 555 010 0142' }
  const { customerId, memberId } = await joinElsewhere(server, shop, answers)
  const stored = () =>
    server.sql`select first_name, last_name, phone from customer where id = ${memberId}`
  const numberHint = 'A different number turns marketing texts off.'
  await openOwnData(customerId)
  await screen.findByText(/^Your number on file is ••• 0142\./)
  screen.getByText(numberHint)
  await press('Save Details')
  await toast('Details saved')
  await fill('First name', ' ')
  await fill('Phone', '12')
  await press('Save Details')
  await screen.findByText('First name is required')
  screen.getByText('Enter a phone number like +1 555 010 0199')
  await fill('First name', 'Odile')
  await fill('Phone', '')
  const comeBack = goOffline()
  await press('Save Details')
  await toast('Nothing changed', 'You’re offline.')
  comeBack()
  await press('Save Details')
  await toast('Details saved')
  expect(await stored()).toMatchObject([{ first_name: 'Odile', phone: '+1 555 010 0142' }])
  await screen.findByText('Odile Ferreira')

  const staff = new TestDevice(await new TestBrowser(server.url).signIn(shop.staffEmail))
  const changes = { lastName: 'Pereira' }
  const theirs = { memberId, changes, seen: { lastName: 'Ferreira' } }
  await staff.push(staff.make('customer.change', theirs))
  await fill('Last name', 'Ferraz')
  const removal = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remove my number' })
  await fill('Phone', '+1 555 010 0177')
  await press('Remove my number', screen, 'checkbox')
  expect(fieldOf('Phone').value).toBe('')
  await fill('Phone', '+1 555 010 0177')
  expect(removal.checked).toBe(false)
  await press('Remove my number', screen, 'checkbox')
  await press('Save Details')
  await screen.findByText(/On file now: Odile Pereira, ••• 0142\./)
  expect(fieldOf('Last name').value).toBe('Ferraz')
  await press('Save Details')
  await toast('Details saved')
  expect(await stored()).toMatchObject([{ last_name: 'Ferraz', phone: null }])
  await screen.findByText('Odile Ferraz')
  await expect.poll(() => screen.queryByText(numberHint)).toBe(null)
})

test('shows the member’s own details in Spanish', async ({ server, shop }) => {
  const { customerId } = await joinElsewhere(server, shop, { phone: '555 010 0142' })
  await prefer('es')
  await openOwnData(customerId, 'Privacidad y mis datos')
  await screen.findByText(/^Tu número guardado es ••• 0142\./)
  await screen.findByText('Enlace enviado por correo')
  await fill('Apellido', '')
  await press('Guardar datos')
  await screen.findByText('Escribe el apellido')
  await fill('Apellido', 'Paz')
  await press('Guardar datos')
  await toast('Datos guardados')
  await screen.findByText('Ottoline Paz')
})

test('needs the network, and says so until it is back', async ({ server, shop }) => {
  const { customerId } = await joinElsewhere(server, shop)
  await open(`/customer/${customerId}`)
  await screen.findByText('Points Balance')
  const comeBack = goOffline()
  await openOwnData(customerId)
  await screen.findByText('You’re offline. Connect to the internet to see or change this.')
  expect(screen.queryByRole('switch')).toBeNull()
  comeBack()
  await press('Try Again')
  await screen.findByRole('switch', { name: 'Marketing emails' })
  const cutAgain = goOffline()
  await press('Email Me a Download Link')
  await toast('Email not sent', 'You’re offline. Connect to the internet to see or change this.')
  expect(screen.queryByText('Check your email. The link works for one hour.')).toBeNull()
  cutAgain()
})

test('ends another place, and moves the card to a new link that alone opens it', async ({
  server,
  shop,
}) => {
  const { customerId, email } = await joinElsewhere(server, shop)
  const mailed = (await mailedPath(server, email)).split('/').at(-1) ?? ''
  const opens = async (key: string) =>
    (await new TestBrowser(server.url).call('customer.page', { params: { customerId: key } }))
      .status
  // The mailed address may be another person's, so a card from elsewhere can't end its link.
  await openOwnData(customerId)
  await screen.findByText('Mailed link')
  expect(screen.queryByRole('button', { name: 'End Mailed link' })).toBeNull()
  await openOwnData(mailed)
  await screen.findByText('This is the one you’re using')
  await press(/^End /)
  await toast('Ended')
  expect([await opens(customerId), await opens(mailed)]).toEqual([404, 200])

  await press('Get a New Link')
  const question = await part('alertdialog', 'Get a new link to your card?')
  await press('Cancel', question)
  await expectAt(`/customer/${mailed}`)
  await press('Get a New Link')
  await press('Get a New Link', await part('alertdialog', 'Get a new link to your card?'))
  await toast('Your card has a new link', 'The old link no longer works.')
  await screen.findByText('Points Balance')
  const moved = location.pathname.split('/').at(-1) ?? ''
  expect(moved).not.toBe(mailed)
  expect([await opens(mailed), await opens(moved)]).toEqual([404, 200])
})

test('downloads the member’s data after the mailed link was opened', async ({ server, shop }) => {
  const other = await createTestBusiness(server)
  const member = await joinElsewhere(server, shop, { firstName: 'Ulrika' })
  await joinElsewhere(server, other, { firstName: 'Otherwise', email: member.email })
  await openOwnData(member.customerId)
  await press('Email Me a Download Link')
  await screen.findByText('Check your email. The link works for one hour.')
  await open(await mailedPath(server, member.email))
  await heading('Your data is ready')
  await press('Download My Data')
  const { name, text } = await savedFile()
  expect(name).toBe('loyalty-card.json')
  expect(JSON.stringify(JSON.parse(text))).toContain('Ulrika')
  expect(text).toContain(member.email)
  expect(text).not.toContain('Otherwise')

  // The link works for one hour.
  server.turnClock(3_601_000)
  onTestFinished(() => server.turnClock(-3_601_000))
  await press('Download My Data')
  await screen.findByText('This link has expired. Ask for a new one from your card.')
})

test('deletes a member’s data in one business, after the link and a last question', async ({
  server,
  shop,
}) => {
  const other = await createTestBusiness(server)
  const member = await joinElsewhere(server, shop, { firstName: 'Vigdis' })
  const elsewhere = await joinElsewhere(server, other, { email: member.email })
  await openOwnData(member.customerId)
  await press('Leave and Delete My Data')
  await screen.findByText('Check your email. The link works for one hour.')
  expect(await memberById(server, member.memberId)).toMatchObject([{ erased: false }])

  const path = await mailedPath(server, member.email)
  await open(path)
  await heading('Delete your data?')
  await press('Delete My Data')
  await press('Cancel', await part('alertdialog', 'Delete everything?'))
  expect(await memberById(server, member.memberId)).toMatchObject([{ erased: false }])
  await press('Delete My Data')
  await press('Delete My Data', await part('alertdialog', 'Delete everything?'))
  await heading('Your data is deleted')
  await screen.findByText(/^You’ve left .+’s program\. You can join again anytime\.$/)
  expect(await memberById(server, member.memberId)).toMatchObject([{ erased: true }])
  expect(await membersOf(server, member.email)).toMatchObject([{ business_id: other.businessId }])
  expect(await memberById(server, elsewhere.memberId)).toMatchObject([{ erased: false }])

  await open(path)
  await heading('This link doesn’t work anymore')
  // This phone has forgotten the card.
  const comeBack = goOffline()
  await open(`/customer/${member.customerId}`)
  await heading('You’re offline')
  comeBack()
  await open(`/customer/${member.customerId}`)
  await heading('Card not found')
})

test.for([
  ['en', 'Keep your data?', 'Keep My Data', 'Your data stays'],
  ['es', '¿Conservar tus datos?', 'Conservar mis datos', 'Tus datos se conservan'],
] as const)(
  'in %s, a member cancels the erasure that an owner planned, by the link in the mail',
  async ([language, question, act, done], { server, shop }) => {
    const member = await joinElsewhere(server, shop)
    const planned = () =>
      server.sql<{ planned: boolean }[]>`select erasure_due_at is not null as planned
        from customer where id = ${member.memberId}`
    const owner = await new TestBrowser(server.url).signIn(shop.ownerEmail)
    const params = { businessId: shop.businessId, memberId: member.memberId }
    await owner.call('business.eraseMember', { params, body: { reason: 'Asked at the counter' } })
    await prefer(language)
    const path = await mailedPath(server, member.email)
    await open(path)
    await heading(question)
    expect(await planned()).toEqual([{ planned: true }])
    const comeBack = goOffline()
    await press(act)
    await screen.findByRole('alert')
    comeBack()
    await press(act)
    await heading(done)
    expect(await planned()).toEqual([{ planned: false }])
    await open(path)
    await heading(done)
  },
)

test('a link about data says that it ended, and that there is no network', async ({
  server,
  shop,
}) => {
  await open('/member-data#none-of-ours')
  await heading('This link doesn’t work anymore')
  const member = await joinElsewhere(server, shop)
  const params = { customerId: member.customerId }
  const visitor = new TestBrowser(server.url)
  await visitor.call('customer.requestData', { params, body: { kind: 'export' } })
  const comeBack = goOffline()
  await open(await mailedPath(server, member.email))
  await heading('You’re offline')
  comeBack()
  await press('Try Again')
  await heading('Your data is ready')
})
