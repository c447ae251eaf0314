/**
 * White label: the editor of a business's name and colors, for its owner and for a super admin.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signUpPayload } from '#tests/support/device.ts'
import { readMail } from '#tests/support/mail.ts'
import { testPassword } from '#tests/support/run.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { passwordGrowsOld } from './support/at-office.ts'
import { network, open, signIn } from './support/browser.ts'
import {
  fieldOf,
  fill,
  findField,
  follow,
  givePassword,
  isDisabled,
  press,
} from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const primary = 'Primary color as a hex code'
const accent = 'Accent color as a hex code'

test('keeps text typed during a save, for the next save', async ({ server, shop }) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/branding')
  await fill('Business name', 'Lantern Garden')
  const release = network.hold(/\/branding$/)
  await press('Save Branding')
  await fill(accent, '#224466')
  release()
  await toast('Branding saved')
  expect(fieldOf('Business name').value).toBe('Lantern Garden')
  expect(fieldOf(accent).value).toBe('#224466')
  await press('Save Branding')
  await toast('Branding saved')
  const kept =
    await server.sql`select name, accent_color from business where id = ${shop.businessId}`
  expect(kept).toEqual([{ name: 'Lantern Garden', accent_color: '#224466' }])
})

test('keeps a branding that was not saved, through the time offline, and saves it then', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const stored = () =>
    server.sql`select name, accent_color as accent from business where id = ${shop.businessId}`
  const before = await stored()
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/branding')
  await fill('Business name', 'Quayside')
  await fill(accent, '#224466')
  const mend = network.cut()
  await press('Save Branding')
  await toast('Branding not saved')
  window.dispatchEvent(new Event('online'))
  await screen.findByText('You’re offline. Branding can be changed once you’re back online.')
  expect(isDisabled(screen.getByRole('button', { name: 'Save Branding' }))).toBe(true)
  expect([fieldOf('Business name').value, fieldOf(accent).value]).toEqual(['Quayside', '#224466'])
  expect(await stored()).toEqual(before)
  mend()
  window.dispatchEvent(new Event('online'))
  await press('Save Branding')
  await toast('Branding saved')
  expect(await stored()).toEqual([{ name: 'Quayside', accent: '#224466' }])
})

test('agrees to the proposed colors in one press, which ends that step of the setup', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const before =
    await server.sql`select name, primary_color from business where id = ${shop.businessId}`
  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await follow(/^Make it yours \(to do\)/)
  await screen.findByText('Text on your colors is easy to read.')
  await press('Looks Good')
  await screen.findByRole('link', { name: /^Make it yours \(done\)/ })
  expect(location.pathname).toBe('/business-dashboard')
  const after =
    await server.sql`select name, primary_color from business where id = ${shop.businessId}`
  expect(after).toEqual(before)
  await follow(/^Make it yours/)
  expect(isDisabled(await screen.findByRole('button', { name: 'Save Branding' }))).toBe(true)
})

test('previews the mail with the heading and the button of the welcome mail', async ({
  server,
  shop,
}) => {
  const payload = signUpPayload()
  const joined = await new TestBrowser(server.url).call('customer.signUp', {
    params: { code: shop.code },
    body: payload,
  })
  expect(joined.status).toBe(201)
  const { text } = await readMail(server, payload.email)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/branding')
  const caption = await screen.findByText('Email', { selector: 'figcaption' })
  const preview = () =>
    [...(caption.parentElement?.querySelectorAll('p, .bg-brand') ?? [])].map(
      ({ textContent }) => textContent,
    )
  const [title] = text.split('\n')
  // Another test may have changed the name; the preview shows it once it is pulled.
  await expect.poll(preview).toEqual([title, 'Open My Card'])
  expect(title).toMatch(/^You’re a member of \S/)
  expect(text).toContain('Open My Card:')
})

test('says which colors make text hard to read, and why', async ({ shop }) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/branding')
  await fill(primary, '#123456')
  expect(isDisabled(screen.getByRole('button', { name: 'Save Branding' }))).toBe(false)
  await fill('Secondary color as a hex code', '#223344')
  await screen.findByText('Text on your colors is easy to read.')
  await press('Plum')
  await expect.poll(() => fieldOf(primary).value).toBe('#6A2C70')
  await screen.findByText('Text on your colors is easy to read.')
  await fill(primary, '#4C8DF6')
  await screen.findByText(/^#4C8DF6 is too light or too dark for its text/)
  await fill(primary, 'blue')
  await screen.findByText('Use a color like #3B82F6')
})

test('two people editing the branding do not undo each other’s changes', async ({
  server,
  shop,
}) => {
  const { businessId } = shop
  const other = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/branding')
  await fill('Business name', 'Harbor House')
  const saved = await other.call('business.updateBranding', {
    params: { businessId },
    body: { accentColor: '#335577' },
  })
  expect(saved.status).toBe(200)
  // Unedited fields follow the server, edited ones keep their text.
  await expect.poll(() => fieldOf(accent).value).toBe('#335577')
  expect(fieldOf('Business name').value).toBe('Harbor House')
  await press('Save Branding')
  await toast('Branding saved')
  const kept = await server.sql`select name, accent_color from business where id = ${businessId}`
  expect(kept).toEqual([{ name: 'Harbor House', accent_color: '#335577' }])
})

test('a super admin sets the default colors of new businesses', async ({
  server,
  shop,
  superAdmin,
}) => {
  await server.sql`update business set name = 'Lantern House' where id = ${shop.businessId}`
  await signIn(superAdmin)
  await passwordGrowsOld(server)
  await open('/super-admin-dashboard')
  await follow('White-Label Config')
  await fill(primary, '#654321')
  // Another person saves the accent color in between, and the save keeps it.
  await server.sql`update installation set accent_color = '#778899'`
  await press('Save Defaults')
  await givePassword(testPassword)
  await toast('Defaults saved')
  await open('/super-admin-dashboard/white-label')
  expect((await findField(primary)).value).toBe('#654321')
  expect(fieldOf(accent).value).toBe('#778899')

  const search = () =>
    within(screen.getByRole('main')).getByLabelText<HTMLInputElement>('Search businesses')
  await fill('Search businesses', 'lantern', within(screen.getByRole('main')))
  await expect.poll(() => location.search).toContain('q=lantern')
  await follow(/^Edit branding of Lantern House/)
  await findField('Business name')
  expect(fieldOf(primary).value).not.toBe('#654321')
  await open(location.pathname + location.search)
  await follow('Back to White-Label Config')
  await expect.poll(() => search().value).toBe('lantern')
})

test('one chosen color makes a brand, until another one is chosen too', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/branding')
  const secondary = 'Secondary color as a hex code'
  await findField(primary)
  await fill(primary, '#FFD400')
  expect([fieldOf(secondary).value, fieldOf(accent).value]).toEqual(['#B39400', '#B39400'])
  await fill(accent, '#224466')
  await fill(primary, '#101010')
  expect([fieldOf(secondary).value, fieldOf(accent).value]).toEqual(['#4C4C4C', '#224466'])
  await press('Save Branding')
  await toast('Branding saved')
  const page = document.documentElement.style
  expect(page.getPropertyValue('--brand-primary')).toBe('')
})
