/** An owner asks for a plan, and enters a branding that is not valid. */
import { screen } from '@testing-library/dom'
import { serverLimits } from '#sync-server/server-limits.ts'
import { readMails } from '#tests/support/mail.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { network, open, signIn } from './support/browser.ts'
import { fill, isDisabled, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

test('a branding without a name or with a wrong color is not saved', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/branding')
  await fill('Business name', ' ')
  await fill('Accent color as a hex code', 'red')
  await press('Save Branding')
  await screen.findByText('Use a color like #3B82F6')
  const kept = await server.ask(
    (sql) => sql`select accent_color as accent from business where id = ${shop.businessId}`,
  )
  expect(kept).toEqual([{ accent: '#F59E0B' }])
})

test('asks once for a plan, and says if the request did not arrive or was made too often', async ({
  server,
  superAdmin,
}) => {
  const trialEndsAt = new Date(Date.now() + 3 * 86_400_000)
  const shop = await createTestBusiness(server, { plan: 'trial', status: 'trial', trialEndsAt })
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/plan')
  await screen.findAllByText('Your trial ends in 3 days.')
  const mend = network.cut(/\/plan-requests$/)
  await press('Ask for Pro')
  await toast('Couldn’t send the request')
  mend()
  await press('Ask for Pro')
  await toast('Request sent', 'We’ll get in touch about the Pro plan.')
  expect(isDisabled(screen.getByRole('button', { name: 'Request sent' }))).toBe(true)
  const mailed = async () => (await readMails(server, superAdmin)).map(({ kind }) => kind)
  await expect.poll(mailed).toEqual(['planRequest'])
  await server.ask((sql) => sql`update attempt set count = ${serverLimits.planRequestsPerDay}`)
  await press('Ask for Enterprise')
  await toast('Couldn’t send the request')
  expect(await mailed()).toEqual(['planRequest'])
})

test('offline, the plan is shown and cannot be asked for', async ({ shop }) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/plan')
  await screen.findByText('Everything is working. Nothing ends by itself.')
  network.cut()
  window.dispatchEvent(new Event('online'))
  await screen.findByText('You’re offline. Connect to the internet to ask for a plan.')
  expect(isDisabled(screen.getByRole('button', { name: 'Ask for Enterprise' }))).toBe(true)
})
