/** The sign-up page of codes that lead nowhere, and of businesses that take no members now. */
import { screen } from '@testing-library/dom'
import { fillForm, membersOf, openForm } from '#tests/screens/support/as-visitor.ts'
import { network, open } from '#tests/screens/support/browser.ts'
import { expectAt, fill, follow, heading, press } from '#tests/screens/support/hands.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { signInSuperAdmin } from '#tests/support/people.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'

const scansOf = ({ sql }: TestServer, { qrCodeId }: TestBusiness) =>
  sql`select id from scan where qr_code_id = ${qrCodeId}`

async function expectInvalidCode(): Promise<void> {
  await heading('Invalid QR Code')
  await screen.findByText('The QR code you scanned is invalid or has expired.')
  expect(screen.queryByRole('button', { name: 'Join Now' })).toBeNull()
}

test('says that a code is unknown, malformed, paused or retired, and offers the scanner', async ({
  server,
  shop,
}) => {
  await open('/signup/ABCDEFGHJK')
  await expectInvalidCode()
  // The counter doesn't ask the server about text that can't be a code.
  await open('/signup/a.b')
  await expectInvalidCode()
  expect(network.asked.filter(({ path }) => path === '/signup/a.b')).toEqual([])

  const owner = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  const { businessId, qrCodeId } = shop
  const change = async (isActive: boolean) => {
    const params = { businessId, qrCodeId }
    const { status } = await owner.call('business.changeQrCode', { params, body: { isActive } })
    expect(status).toBe(200)
  }
  await change(false)
  await open(`/signup/${shop.code}`)
  await expectInvalidCode()
  expect(await scansOf(server, shop)).toEqual([])
  await change(true)
  await openForm(shop)
  expect(await scansOf(server, shop)).toHaveLength(1)
  const retired = await owner.call('business.changeQrCode', {
    params: { businessId, qrCodeId },
    body: { retired: true },
  })
  expect(retired.status).toBe(200)
  await open(`/signup/${shop.code}`)
  await expectInvalidCode()
  await press('Scan Another Code')
  await expectAt('/customer-signup')
})

test('a business that takes no members now shows no form, no welcome and no rewards', async ({
  server,
}) => {
  const features = { qrCodes: true, loyalty: true, whiteLabel: true, analytics: true }
  const closed = [
    { status: 'suspended' },
    { status: 'trial', plan: 'trial', trialEndsAt: new Date(Date.now() - 1000) },
    { features: { ...features, loyalty: false } },
  ] as const
  for (const changes of closed) {
    const business = await createTestBusiness(server, { name: 'Pausa Café', ...changes })
    await open(`/signup/${business.code}`)
    await heading('Sign-ups are paused')
    await screen.findByText(/^Pausa Café isn’t accepting new members right now/)
    expect(screen.queryByRole('button', { name: 'Join Now' })).toBeNull()
    expect(screen.queryByRole('region', { name: 'What you get' })).toBeNull()
    expect(screen.queryByText(/welcome points/)).toBeNull()
  }
  const off = await createTestBusiness(server, { features: { ...features, qrCodes: false } })
  await open(`/signup/${off.code}`)
  await expectInvalidCode()
})

test('holds a sign-up to a business that was suspended meanwhile, and finishes it later', async ({
  server,
}) => {
  const shop = await createTestBusiness(server, { name: 'Pausa Café' })
  const params = { businessId: shop.businessId }
  const admin = await signInSuperAdmin(server)
  const suspend = async (suspended: boolean) => {
    const answer = await admin.call('admin.updateBusiness', { params, body: { suspended } })
    expect(answer.status).toBe(200)
  }
  await openForm(shop)
  await fillForm('hedda@example.com', 'Hedda', 'Ruiz')
  await suspend(true)
  await press('Join Now')
  await heading('We’ve got your sign-up')
  await screen.findByText(/^Pausa Café’s program is paused\. We’ll finish signing you up/)
  expect(await membersOf(server, 'hedda@example.com')).toEqual([])

  await follow('Open My Card')
  await screen.findByText(/^We’ve got your sign-up\. We’ll finish it when the program is back/)
  await screen.findByText('Points coming')
  await suspend(false)
  await expect
    .poll(() => membersOf(server, 'hedda@example.com'))
    .toMatchObject([{ business_id: shop.businessId, first_name: 'Hedda', points: 100 }])
  window.dispatchEvent(new Event('online'))
  await screen.findByText('Points Balance')
  await screen.findByText(/^Loyalty Member Since/)
})

test('shows a very long name of a business, of its place and of a member in full', async ({
  server,
}) => {
  const name = `Café ${'Llanfairpwllgwyngyll'.repeat(6)}`.slice(0, 120)
  const shop = await createTestBusiness(server, { name })
  const place = 'Gate '.repeat(24).trim()
  await server.sql`update qr_code set location_name = ${place} where id = ${shop.qrCodeId}`
  await openForm(shop)
  await screen.findByText(name)
  await screen.findByText(place)
  await expect.poll(() => document.title).toBe(`Join ${name}`)
  const [first, last] = ['Ö'.repeat(100), 'Wolfeschlegel'.repeat(8).slice(0, 100)]
  await fillForm('long@example.com', first, last)
  await fill('Phone', '+1 312 555 0199')
  await press('Join Now')
  await heading(`Welcome, ${first}`)
  await follow('Open My Card')
  await screen.findByText('Points Balance')
  await screen.findByText(`${first} ${last}`)
  await screen.findByText(name)
  expect(await membersOf(server, 'long@example.com')).toMatchObject([
    { first_name: first, last_name: last },
  ])
})
