/** The kiosk: what it answers each customer, and how it is left. */
import { screen, within } from '@testing-library/dom'
import { onTestFinished, vi } from 'vitest'
import { network, open, prefer } from '#tests/screens/support/browser.ts'
import { expectInvalid, fieldOf, fill, heading, press } from '#tests/screens/support/hands.ts'
import { test as base, expect } from '#tests/screens/support/screen-test.ts'
import { fillStorage } from '#tests/screens/support/storage.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'

/** Each test changes the codes of its own business. */
const test = base.extend('cafe', async ({ server }) => {
  const cafe = await createTestBusiness(server)
  await fillCustomers(server, cafe.businessId, 60)
  return cafe
})

const headline = 'Join Our Loyalty Program'
const emptyForm = async () => {
  await heading(headline)
  await expect.poll(() => fieldOf('First name').value).toBe('')
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').some(({ checked }) => checked)).toBe(
    false,
  )
}

async function fillForm(firstName: string, email = `${firstName.toLowerCase()}@example.com`) {
  await fill('First name', firstName)
  await fill('Last name', 'Ashdown')
  await fill('Email', email)
  await press(/Terms of Service/, screen, 'checkbox')
  await press(/Privacy Policy/, screen, 'checkbox')
  return email
}

const joined = ({ sql }: TestServer, email: string) =>
  sql<{ name: string }[]>`select first_name as name from customer where email = ${email}`

test.for([
  ['en', 'Invalid QR Code', 'Try Again', 'Staff'],
  ['es', 'Código QR no válido', 'Reintentar', 'Personal'],
] as const)(
  'in %s, an unknown and a paused code say so and can be left',
  async ([language, title, again, staff], { server, cafe }) => {
    await prefer(language)
    for (const code of ['NOSUCHCODE22', cafe.code]) {
      await server.sql`update qr_code set is_active = false where code = ${code}`
      await open(`/kiosk/${code}`)
      await heading(title)
      screen.getByRole('button', { name: staff })
      expect(screen.queryByRole('textbox')).toBeNull()
    }
    await server.sql`update qr_code set is_active = true where code = ${cafe.code}`
    await press(again)
    expect((await screen.findAllByRole('textbox')).length).toBeGreaterThan(3)
  },
)

test('without a network on the first visit, waits and then shows the form', async ({ cafe }) => {
  const mend = network.cut()
  await open(`/kiosk/${cafe.code}`)
  await heading('You’re offline')
  screen.getByText(/^Connect to the internet to open this for the first time\./)
  mend()
  await press('Try Again')
  await emptyForm()
})

test('a suspended business accepts no new members at its kiosk', async ({ server, cafe }) => {
  await server.sql`update business set status = 'suspended' where id = ${cafe.businessId}`
  await open(`/kiosk/${cafe.code}`)
  await heading('Sign-ups are paused')
  screen.getByText(/isn’t accepting new members right now\. Ask a staff member for help\.$/)
  expect(screen.queryByRole('button', { name: 'Join Now' })).toBeNull()
})

test('tells a member that they are one, without another’s data, and starts over', async ({
  server,
  cafe,
}) => {
  await open(`/kiosk/${cafe.code}`)
  await emptyForm()
  const [member] = await server.sql`select email, first_name as name from customer
    where business_id = ${cafe.businessId} limit 1`
  await fillForm('Wilhelmina', member?.email)
  await press('Join Now')
  await heading('Already a member')
  expect(document.body.textContent).not.toContain(member?.name)
  await press('Use a Different Email')
  expect(fieldOf('First name').value).toBe('Wilhelmina')
  await fill('Email', 'wilhelmina@example.net')
  await press('Join Now')
  await heading('Welcome, Wilhelmina')
  await press('Next Customer')
  await emptyForm()
  expect(await joined(server, 'wilhelmina@example.net')).toEqual([{ name: 'Wilhelmina' }])
})

test('hides a field’s error while the customer corrects it, and stays in that field', async ({
  server,
  cafe,
}) => {
  await open(`/kiosk/${cafe.code}`)
  await emptyForm()
  await fillForm('Yolanda', 'yolanda at home')
  await fill('Phone', '12')
  await press('Join Now')
  await expectInvalid('Email', /^Enter a valid email/)
  await expectInvalid('Phone', /^Enter a phone number/)
  await fill('Email', 'yolanda@example.com')
  await expect.poll(() => screen.queryByText(/^Enter a valid email/)).toBeNull()
  screen.getByText(/^Enter a phone number/)
  expect(document.activeElement).toBe(fieldOf('Email'))
  await fill('Phone', '+1 415 555 2671')
  await press('Join Now')
  await heading('Welcome, Yolanda')
  expect(await joined(server, 'yolanda@example.com')).toEqual([{ name: 'Yolanda' }])
})

test('on a full disk, keeps what was typed and sends nothing', async ({ server, cafe }) => {
  await open(`/kiosk/${cafe.code}`)
  await emptyForm()
  const email = await fillForm('Xenobia')
  const makeRoom = fillStorage()
  await press('Join Now')
  const form = within(screen.getByRole('form', { name: 'Sign up' }))
  await form.findByText(/^We couldn’t save your sign-up because this tablet’s storage is full\./)
  expect(fieldOf('First name').value).toBe('Xenobia')
  expect(await joined(server, email)).toEqual([])
  makeRoom()
  await press('Join Now')
  await heading('Welcome, Xenobia')
  expect(await joined(server, email)).toEqual([{ name: 'Xenobia' }])
})

test('is left by holding a button, not by a tap', async ({ cafe }) => {
  localStorage.setItem('regulars-kiosk', cafe.code)
  const left = vi.spyOn(location, 'replace').mockImplementation(() => {})
  onTestFinished(() => {
    left.mockRestore()
    localStorage.removeItem('regulars-kiosk')
  })
  await open(`/kiosk/${cafe.code}`)
  await emptyForm()
  await press('Staff')
  screen.getByText('Press and hold to leave the kiosk.')
  expect(localStorage.getItem('regulars-kiosk')).toBe(cafe.code)
  const staff = screen.getByRole('button', { name: 'Staff' })
  staff.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  await expect.poll(() => left.mock.calls).toEqual([['/login']])
  expect(localStorage.getItem('regulars-kiosk')).toBeNull()
})
