/** The sign-up page without a network, and on a phone that stores nothing. */
import { screen, within } from '@testing-library/dom'
import { fillForm, goOffline, membersOf, openForm } from '#tests/screens/support/as-visitor.ts'
import { network, open } from '#tests/screens/support/browser.ts'
import { fieldOf, follow, heading, isDisabled, part, press } from '#tests/screens/support/hands.ts'
import { failStorage } from '#tests/screens/support/lost-storage.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'
import { toast } from '#tests/screens/support/toasts.ts'
import { createTestBusiness } from '#tests/support/server.ts'

const posted = () => network.asked.filter(({ method }) => method === 'POST')

test('a phone that has opened the page before joins offline, and once', async ({
  server,
  shop,
}) => {
  await openForm(shop)
  // The first touch of the page makes this phone keep it.
  fieldOf('First name').focus()
  const { database } = await import('#pwa/visitor/database.ts')
  await expect.poll(() => database.lookUps.get(shop.code)).toBeDefined()
  const comeBack = goOffline()
  await openForm(shop)
  await screen.findByText(/^You’re offline, but you can still join\. Last updated at /)
  await fillForm('ines@example.com', 'Ines', 'Haddad')
  await press('Join Now')
  await heading('You’re almost in')
  await screen.findByText('Saved on this phone. Open this page again when you’re online to finish.')
  await screen.findByText('Discount coming')

  await follow('Open My Card')
  await heading(/Ines Haddad$/)
  await screen.findByText('Points coming')
  await screen.findByText('Show this code at the counter')
  await openForm(shop)
  const list = within((await heading('Waiting to finish')).closest('section') as HTMLElement)
  await list.findByText('Ines Haddad')
  expect(await membersOf(server, 'ines@example.com')).toEqual([])

  comeBack()
  await heading('Sign-up complete')
  expect(await membersOf(server, 'ines@example.com')).toMatchObject([
    { business_id: shop.businessId, first_name: 'Ines', points: 100 },
  ])
  await expect.poll(() => screen.queryByText(/^You’re offline/)).toBeNull()
  await follow('Open Card', list)
  await screen.findByText('Points Balance')
  await screen.findByText(/^Loyalty Member Since/)
  // Every opening counts as one scan, those without a network too.
  const scans = () => server.sql`select id from scan where qr_code_id = ${shop.qrCodeId}`
  await expect.poll(scans).toHaveLength(1)
})

test('a code that this phone has never opened needs the network once', async ({ shop, server }) => {
  const other = await createTestBusiness(server)
  const comeBack = goOffline()
  await open(`/signup/${other.code}`)
  await heading('You’re offline')
  await screen.findByText(/^Connect to the internet to open this for the first time/)
  const before = network.asked.length
  await press('Try Again')
  await expect.poll(() => network.asked.length).toBeGreaterThan(before)
  await heading('You’re offline')
  comeBack()
  await screen.findByRole('button', { name: 'Join Now' })
  await screen.findByText(/^Test Café/)
  expect(shop.code).not.toBe(other.code)
})

test('the page of a Wi-Fi network in the server’s place loses no sign-up', async ({
  server,
  shop,
}) => {
  await openForm(shop)
  await fillForm('jonas@example.com', 'Jonas', 'Brandt')
  const end = network.intercept(/./, 200, '<html>Accept our terms</html>')
  await press('Join Now')
  await heading('You’re almost in')
  end()
  window.dispatchEvent(new Event('online'))
  await heading('Welcome, Jonas')
  expect(await membersOf(server, 'jonas@example.com')).toHaveLength(1)
})

test('shows that a sign-up is being sent, and sends it once', async ({ server, shop }) => {
  await openForm(shop)
  await fillForm('kaya@example.com', 'Kaya', 'Demir')
  const release = network.hold(/^\/api\/signup\//)
  await press('Join Now')
  await heading('You’re almost in')
  await follow('Open My Card')
  await screen.findByText('Finishing your sign-up…')
  await screen.findByText('Points coming')
  release()
  await screen.findByText('Points Balance')
  await screen.findByText(/^Loyalty Member Since/)
  expect(posted()).toHaveLength(1)
  expect(await membersOf(server, 'kaya@example.com')).toHaveLength(1)
})

test('says that the phone’s storage is full, keeps the form and sends nothing', async ({
  server,
  shop,
}) => {
  await openForm(shop)
  await fillForm('lena@example.com', 'Lena', 'Moreau')
  const end = failStorage('QuotaExceededError')
  await press('Join Now')
  await toast('Signup Failed', 'this phone’s storage is full. Nothing was sent.')
  const form = await part('form', 'Sign up')
  await form.findByText(/this phone’s storage is full\. Nothing was sent\.$/)
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  expect(fieldOf('Email').value).toBe('lena@example.com')
  expect(fieldOf(/Privacy Policy/).checked).toBe(true)
  expect(isDisabled(screen.getByRole('button', { name: 'Join Now' }))).toBe(false)
  expect(posted()).toEqual([])
  expect(await membersOf(server, 'lena@example.com')).toEqual([])
  end()
  await press('Join Now')
  await heading('Welcome, Lena')
  expect(screen.queryByText(/storage is full/)).toBeNull()
  expect(await membersOf(server, 'lena@example.com')).toHaveLength(1)
})

test('offers a reload, which keeps the typed text, if the page lost the phone’s storage', async ({
  server,
  shop,
}) => {
  await openForm(shop)
  await fillForm('maya@example.com', 'Maya', 'Greco')
  const end = failStorage('UnknownError')
  // With a server in reach, the browser would post the form by itself.
  const restore = network.cut('/healthz')
  await press('Join Now')
  await toast('Signup Failed', 'this page can’t reach the phone’s storage. Nothing was sent.')
  expect(posted()).toEqual([])
  end()
  restore()
  await press('Reload')
  await expect.poll(() => screen.queryByRole('button', { name: 'Reload' })).toBeNull()
  await expect.poll(() => fieldOf('Email').value).toBe('maya@example.com')
  expect(fieldOf('First name').value).toBe('Maya')
  expect(fieldOf(/Terms of Service/).checked).toBe(true)
  await press('Join Now')
  await heading('Welcome, Maya')
  expect(await membersOf(server, 'maya@example.com')).toHaveLength(1)
})
