/**
 * The screen that turns a tablet into a kiosk: what it offers, and what it waits for.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { onTestFinished, vi } from 'vitest'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { allSent, goOffline, signUpAtDashboard } from './support/at-counter.ts'
import { network, open, prefer, signIn } from './support/browser.ts'
import { follow, heading, isDisabled, part, press, user } from './support/hands.ts'
import { test as base, expect } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

/** Beside a shop with members and a code of its own. */
const test = base.extend('cafe', async ({ server, shop }) => {
  const cafe = await createTestBusiness(server)
  expect(cafe.code).not.toBe(shop.code)
  return cafe
})

const kept = () => localStorage.getItem('regulars-kiosk')
const startButton = () => screen.findByRole('button', { name: 'Start the Kiosk' })

/** @returns the addresses that the page is left for; the sign-up page is another app */
function leaveFor() {
  const left = vi.spyOn(location, 'assign').mockImplementation(() => {})
  onTestFinished(() => {
    left.mockRestore()
    localStorage.removeItem('regulars-kiosk')
  })
  return () => left.mock.calls.map(([address]) => String(address))
}

test.for([
  ['en', 'Start the Kiosk', /^You’ll be signed out on this tablet/, 'Window'],
  ['es', 'Iniciar el quiosco', /^Se cerrará tu sesión en esta tableta/, 'Ventana'],
] as const)(
  'in %s, an owner chooses a code, reads what happens, and starts it signed out',
  async ([language, start, signsOut, window], { server, cafe, shop }) => {
    const owner = await new TestBrowser(server.url).signIn(cafe.ownerEmail)
    const params = { businessId: cafe.businessId }
    const made = await owner.call('business.createQrCode', { params, body: { name: window } })
    expect(made.status).toBe(201)
    await prefer(language)
    await signIn(cafe.ownerEmail)
    const release = network.hold(/^\/api\/sync\/pull/)
    await open('/kiosk')
    const left = leaveFor()
    // The screen shows a skeleton until the first sync delivers the codes.
    await heading(/^(Kiosk|Quiosco)$/)
    expect(screen.queryByRole('button', { name: start })).toBeNull()
    expect(screen.queryByText(/^(Create a QR code first|Crea primero)/)).toBeNull()
    release()
    const newest = await screen.findByRole<HTMLInputElement>('radio', { name: new RegExp(window) })
    expect(newest.checked).toBe(true)
    await press('Till', screen, 'radio')
    screen.getByText(signsOut)
    const codes = await part(
      'group',
      /^(Sign-up code to show|Código de inscripción que se muestra)/,
    )
    expect(codes.getAllByRole('radio')).toHaveLength(2)
    await press(start)
    await expect.poll(left).toEqual([`/kiosk/${cafe.code}`])
    expect(kept()).toBe(cafe.code)
    expect(kept()).not.toBe(shop.code)
    const sessions = await server.sql`select 1 from session s join account a on a.id = s.account_id
      where a.email = ${cafe.ownerEmail} and s.ended_at is null`
    // The other device's session is left.
    expect(sessions).toHaveLength(1)
  },
)

test('without an active code, leads to the codes', async ({ server, cafe }) => {
  await server.sql`update qr_code set is_active = false where business_id = ${cafe.businessId}`
  await signIn(cafe.ownerEmail)
  await open('/kiosk')
  await screen.findByText('Create a QR code first. The kiosk shows its sign-up page.')
  expect(screen.queryByRole('button', { name: 'Start the Kiosk' })).toBeNull()
  await follow('QR Codes', within(screen.getByRole('main')))
  await expect.poll(() => location.pathname + location.search).toContain('tab=qr-codes')
})

test('waits for the network and for unsent work, which a sign-out would seal', async ({ cafe }) => {
  await signIn(cafe.ownerEmail)
  await open('/business-dashboard')
  await allSent()
  const mend = await goOffline()
  await signUpAtDashboard('Wunibald')
  await user.keyboard('{Escape}')
  await open('/kiosk')
  expect(isDisabled(await startButton())).toBe(true)
  await screen.findByText('Go online to start the kiosk. After that it works offline too.')
  // The network is back, but the server accepts nothing yet.
  const accept = network.answer(/^\/api\/sync\/push/, 503, {
    code: 'unavailable',
    message: 'Too much is going on. Try again.',
    requestId: 'r-1',
  })
  mend()
  await screen.findByText(/^1 change on this device isn’t synced yet\. Sync it before you start\.$/)
  expect(isDisabled(await startButton())).toBe(true)
  accept()
  window.dispatchEvent(new Event('online'))
  await expect.poll(async () => isDisabled(await startButton())).toBe(false)
  expect(screen.queryByText(/synced yet|^Go online/)).toBeNull()
  expect(kept()).toBeNull()
})

test('says that it did not start when the tablet stores nothing, and stays signed in', async ({
  cafe,
}) => {
  const left = leaveFor()
  await signIn(cafe.staffEmail)
  await open('/kiosk')
  await startButton()
  await allSent()
  const fail = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
    throw new DOMException('The browser stores nothing', 'UnknownError')
  })
  onTestFinished(() => fail.mockRestore())
  await press('Start the Kiosk')
  await toast('The kiosk didn’t start')
  expect(left()).toEqual([])
  expect(kept()).toBeNull()
  fail.mockRestore()
  await press('Start the Kiosk')
  await expect.poll(left).toEqual([`/kiosk/${cafe.code}`])
})
