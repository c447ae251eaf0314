/**
 * A till that stays on for days: it locks in the business’s look, follows the language, and starts
 * its figures again each day.
 */
import { screen } from '@testing-library/dom'
import { limits } from '#schema/contract/limits.ts'
import { minuteMs } from '#schema/contract/time-spans.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { enrollTill, personWithKey } from '#tests/support/till.ts'
import {
  allSent,
  backToSearch,
  find,
  otherDevice,
  pane,
  sell,
  startShift,
} from './support/at-counter.ts'
import { network, open, prefer, signIn } from './support/browser.ts'
import { takeClock } from './support/clock.ts'
import { fieldOf, fill, heading, press, says, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'

test('locks after five minutes without a touch, and discards a half-typed sale', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const { name } = await (await otherDevice(server, shop)).join('Lydia')
  await signIn(shop.staffEmail)
  await open('/profile')
  await fill('New PIN', '314159')
  await fill('Repeat PIN', '314159')
  await press('Save PIN')
  await screen.findByText('You have a PIN.')
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/tills')
  await press('Use This Device as a Till')
  await fill('Till name', 'Side counter')
  await press('Make This a Till')
  const locked = 'Side counter is locked'
  const expectBrand = () => {
    screen.getByText(/^Test Café /)
    expect(document.documentElement.style.getPropertyValue('--brand-primary')).not.toBe('')
  }
  await heading(locked)
  expectBrand()
  const unlock = async () => {
    await heading(locked)
    await press('Test')
    await user.keyboard('314159')
    await screen.findByRole('option', { name: new RegExp(name) })
  }
  await unlock()
  const pass = takeClock()
  await find(name)
  await fill('Amount', '14.04')
  pass((limits.tillIdleMinutes - 1) * minuteMs)
  fieldOf('Amount').focus()
  await user.keyboard('{ArrowLeft}')
  pass((limits.tillIdleMinutes - 1) * minuteMs)
  expect(fieldOf('Amount').value).toBe('14.04')
  pass(minuteMs)
  await heading(locked)
  expectBrand()
  expect(screen.queryByLabelText('Amount')).toBeNull()
  expect(document.body.textContent).not.toMatch(/@example\.com|14\.04|Lydia/)
  await unlock()
  // The address still contains the member.
  expect(fieldOf('Amount').value).toBe('')
  expect(document.body.textContent).not.toContain('14.04')
  const sales = await server.sql`select 1 from purchase where business_id = ${shop.businessId}`
  expect(sales).toEqual([])
})

test('a change of the language translates the last act, whatever it was', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const member = await (await otherDevice(server, shop)).join('Ottilie')
  const { till } = await enrollTill(server, shop)
  await personWithKey(await new TestBrowser(server.url).signIn(shop.staffEmail), till)
  // An earlier test's people show until this till's arrive, so this one has a name of its own.
  await server.sql`update account set first_name = 'Nora' where email = ${shop.staffEmail}`
  network.setCookie(till.browser.cookie)
  await open('/counter')
  await heading('Front till is locked')
  await press('Nora')
  await user.keyboard('271828')
  await screen.findByRole('option', { name: new RegExp(member.name) })
  const choose = async (language: 'en' | 'es') => {
    await prefer(language)
    window.dispatchEvent(new Event('languagechange', { cancelable: true }))
  }
  await find(member.welcome)
  await press('Use Coupon')
  await screen.findByText(says(`Welcome: 10% off used for ${member.name}.`))
  await choose('es')
  await screen.findByText(says(`Se usó «Bienvenida: 10% de descuento» de ${member.name}.`))
  await backToSearch()
  await press('Deshacer')
  await screen.findByText(says(/^Se deshizo el uso de Bienvenida: 10% de descuento\./))
  await press('Nuevo miembro')
  await fill('Nombre', 'Nieves')
  await fill('Apellido', 'Ortiz')
  await fill('Correo electrónico', 'nieves@example.com')
  await press('Aceptar e inscribir')
  await screen.findByText(says('Inscribimos a Nieves.'))
  await choose('en')
  await screen.findByText(says('Nieves is signed up.'))
  await backToSearch()
  await screen.findByText(/^Find or scan a member to start/)
  await find(member.name)
  await pane(member.name)
  await screen.findByText(says('Before: Nieves Ortiz, Signed up'))
})

test('resets the day’s figures at midnight on screens left open', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const member = await (await otherDevice(server, shop)).join('Marguerite')
  const figure = (label: string) =>
    screen.getByText(label, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent
  const pass = takeClock()
  await startShift(shop, member)
  await find(member.name)
  await sell('12.00')
  await allSent()
  await open('/shift')
  await expect.poll(() => figure('Sales')).toBe('$12.00')
  // Time passes on this device only, so an answer of the server would correct its clock.
  const reconnect = network.cut(/^\/api\//)
  pass(24 * 60 * minuteMs)
  await expect.poll(() => figure('Sales')).toBe('$0.00')
  reconnect()
  await signIn(shop.ownerEmail)
  pass(-24 * 60 * minuteMs)
  await open('/business-dashboard')
  await expect.poll(() => figure('Sales')).toBe('$12.00')
  network.cut(/^\/api\//)
  pass(24 * 60 * minuteMs)
  await expect.poll(() => figure('Sales')).toBe('$0.00')
})
