/** The page behind the QR code of a member without an email, and their card. */
import { screen } from '@testing-library/dom'
import { newId } from '#sync-server/rule/id.ts'
import { goOffline } from '#tests/screens/support/as-visitor.ts'
import { open, prefer } from '#tests/screens/support/browser.ts'
import { heading, isDisabled, press } from '#tests/screens/support/hands.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import type { TestBusiness, TestServer } from '#tests/support/server.ts'

/** The address of a new code for a member who has just been signed up by phone. */
async function newCode(server: TestServer, { businessId, staffEmail }: TestBusiness) {
  await server.sql`update business set sign_up_without_email = true where id = ${businessId}`
  const browser = await new TestBrowser(server.url).signIn(staffEmail)
  const device = new TestDevice(browser)
  const phone = `+1 555 ${newId().replace(/\D/g, '').slice(-7)}`
  const payload = signUpPayload({ firstName: 'Ottoline', email: '', phone })
  await device.push(device.make('customer.signUp', payload))
  const { memberId } = payload
  const { body } = await browser.call('business.makeCardLink', {
    params: { businessId, memberId },
    body: { printed: false },
  })
  const { pathname, hash } = new URL(body.url)
  return pathname + hash
}

test('opens the card on this phone, once', async ({ server, shop }) => {
  const path = await newCode(server, shop)
  await open(path)
  await heading('Ottoline, your card is ready')
  screen.getByRole('button', { name: 'Español' })
  const comeBack = goOffline()
  await press('Open My Card')
  await screen.findByRole('alert')
  comeBack()
  await press('Open My Card')
  await heading(/Ottoline/)
  await expect.poll(() => location.pathname).toMatch(/^\/customer\//)
  await open(path)
  await heading('This code doesn’t work anymore')
})

test('waits for a connection, and speaks Spanish', async ({ server, shop }) => {
  const path = await newCode(server, shop)
  await prefer('es')
  const comeBack = goOffline()
  await open(path)
  await heading('Estás sin conexión')
  comeBack()
  await press('Intentar de nuevo')
  await heading('Ottoline, tu tarjeta está lista')
})

test('a card without an email says what needs one', async ({ server, shop }) => {
  await open(await newCode(server, shop))
  await press('Open My Card')
  const summary = await screen.findByText('Privacy and My Data')
  const details = summary.closest('details') as HTMLDetailsElement
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  await screen.findByText('There is none yet. We email a link to confirm it.')
  screen.getByText('Needs an email. Add yours below.')
  // It is the only way to reach them.
  screen.getByText(/^Your number on file is /)
  expect(screen.queryByRole('checkbox', { name: 'Remove my number' })).toBeNull()
  expect(isDisabled(screen.getByRole('switch', { name: /^Marketing emails/ }))).toBe(true)
  screen.getByText(/Add your email above, or ask at the counter\./)
  for (const name of ['Email Me a Download Link', 'Leave and Delete My Data']) {
    expect(isDisabled(screen.getByRole('button', { name }))).toBe(true)
  }
})
