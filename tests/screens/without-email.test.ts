/** Signing up without an email at the counter, and the QR code that opens such a member's card. */
import { screen, within } from '@testing-library/dom'
import { vi } from 'vitest'
import { newId } from '#sync-server/rule/id.ts'
import { serverLimits } from '#sync-server/server-limits.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload, TestDevice } from '#tests/support/device.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'
import { allSent, find, goOffline, pane, startShift } from './support/at-counter.ts'
import { openMember } from './support/at-office.ts'
import { network, open, prefer, signIn } from './support/browser.ts'
import { takeClock } from './support/clock.ts'
import {
  expectInvalid,
  fieldOf,
  fill,
  findField,
  isDisabled,
  part,
  press,
} from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const link = /card-link$/
const storedOf = ({ sql }: TestServer, firstName: string) =>
  sql`select email, phone from customer where first_name = ${firstName}`
const allow = ({ sql }: TestServer, { businessId }: TestBusiness) =>
  sql`update business set sign_up_without_email = true where id = ${businessId}`

/** A member whom another device has signed up without an email. */
async function joined(server: TestServer, shop: TestBusiness, firstName: string) {
  await allow(server, shop)
  const device = new TestDevice(await new TestBrowser(server.url).signIn(shop.staffEmail))
  const phone = `+1 555 ${newId().replace(/\D/g, '').slice(-7)}`
  const payload = signUpPayload({ firstName, lastName: 'Okonkwo', email: '', phone })
  const { body } = await device.push(device.make('customer.signUp', payload))
  expect(body.verdicts).toMatchObject([{ status: 'applied' }])
  return { memberId: payload.memberId, name: `${firstName} Okonkwo`, email: '', welcome: '', phone }
}

test('an owner lets staff sign customers up without an email', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/program')
  const box = await screen.findByRole<HTMLInputElement>('checkbox', {
    name: 'Staff may sign customers up without an email',
  })
  expect(box.checked).toBe(false)
  box.click()
  await press('Save Program')
  await toast('Program saved', 'New purchases and sign-ups use it from now on.')
  await allSent()
  const stored = await server.sql`select sign_up_without_email as allowed from business
    where id = ${shop.businessId}`
  expect(stored).toEqual([{ allowed: true }])
})

test('asks for an email unless the business allows none', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signIn(shop.staffEmail)
  await open('/counter')
  await press('New Member')
  await fill('First name', 'Philippa')
  await fill('Phone', '+1 555 010 2211')
  await press('Accept and Sign Up')
  await expectInvalid('Email', 'Email is required')
  await expectInvalid('Last name', 'Last name is required')
  await allSent()
  expect(await storedOf(server, 'Philippa')).toEqual([])
})

test('signs someone up by phone, offline too, and offers the code once it has synced', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  await allow(server, shop)
  await signIn(shop.staffEmail)
  await open('/counter')
  await allSent()
  const mend = await goOffline()
  await press('New Member')
  await fill('First name', 'Philomena')
  await fill('Last name', 'Abernathy')
  screen.getByText('Leave it empty if they have none. Then we need their phone number.')
  const offers = screen.getByRole('checkbox', { name: 'Wants offers by email' })
  expect(isDisabled(offers)).toBe(true)
  await press('Accept and Sign Up')
  await expectInvalid('Phone', 'Enter a phone number, or an email')
  await fill('Phone', '+1 555 010 3311')
  await press('Accept and Sign Up')
  const member = within(await pane('Philomena Abernathy'))
  await member.findByText(/Their card opens by a QR code\.$/)
  member.getByText('The code needs a connection. You can show it later from here.')
  expect(isDisabled(member.getByRole('button', { name: 'Show QR Code' }))).toBe(true)
  mend()
  await allSent()
  expect(await storedOf(server, 'Philomena')).toEqual([{ email: '', phone: '+1 555 010 3311' }])
  await press('Show QR Code', member)
  const dialog = await part('dialog', 'Card of Philomena Abernathy')
  await dialog.findByRole('img', { name: 'QR code that opens Philomena’s card' })
  await dialog.findByText(/^Works until /)
})

test('replaces an expired code, and shows why none could load', async ({ server, shop }) => {
  const member = await joined(server, shop, 'Peregrine')
  const pass = takeClock()
  await startShift(shop, member)
  await find(member.name)
  const failing = network.answer(link, 500)
  await press('Show QR Code', within(await pane(member.name)))
  const dialog = await part('dialog', `Card of ${member.name}`)
  await dialog.findByRole('alert')
  failing()
  await press('New QR Code', dialog)
  const code = { name: 'QR code that opens Peregrine’s card' }
  await dialog.findByRole('img', code)
  pass(serverLimits.cardLinkMinutes * 60_000)
  await dialog.findByText('This code has ended. Show a new one.')
  expect(dialog.queryByRole('img', code)).toBeNull()
})

test('prints a code on the member’s page, in Spanish too', async ({ server, shop }) => {
  const member = await joined(server, shop, 'Petronella')
  // happy-dom has no printer.
  const print = vi.fn()
  window.print = print
  await openMember(shop, member)
  screen.getByText(member.phone)
  await press('Print QR Code')
  const dialog = await part('dialog', `Card of ${member.name}`)
  await dialog.findByText(/^Works once, until /)
  await press('Print', dialog)
  expect(print).toHaveBeenCalledOnce()
  expect(document.querySelector('[data-print-sheet]')?.textContent).toMatch(
    /Petronella, scan this to open your loyalty card\./,
  )
  await press('Done', dialog)
  await prefer('es')
  await open(`/business-dashboard/customers/${member.memberId}`)
  await screen.findByRole('button', { name: 'Imprimir código QR' })
})

test('an owner adds an email, which takes the code’s place', async ({ server, shop }) => {
  const member = await joined(server, shop, 'Pomona')
  await openMember(shop, member)
  await press('Edit Details')
  const dialog = await part('dialog', 'Edit Details')
  expect((await findField('Email', dialog)).required).toBe(false)
  dialog.getByText(/^We email the link to their card there\./)
  await fill('Last name', 'Okonkwo-Ames', dialog)
  await press('Save Details', dialog)
  await allSent()
  await press('Edit Details')
  const email = `pomona.${newId()}@example.com`
  await fill('Email', email, await part('dialog', 'Edit Details'))
  await press('Save Details')
  await screen.findByText(email)
  await allSent()
  expect(screen.queryByRole('button', { name: 'Show QR Code' })).toBeNull()
  expect(await storedOf(server, 'Pomona')).toMatchObject([{ email }])
  await press('Edit Details')
  expect(fieldOf('Email').value).toBe(email)
})
