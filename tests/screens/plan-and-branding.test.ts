/**
 * An owner asks for a plan, and uploads a logo: files that are refused, and one that is taken.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import sharp from 'sharp'
import { serverLimits } from '#sync-server/server-limits.ts'
import { readMails } from '#tests/support/mail.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'
import { network, open, signIn } from './support/browser.ts'
import { fill, isDisabled, press, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const logoOf = async ({ sql }: TestServer, businessId: string) =>
  (await sql`select logo_url is not null as has from business where id = ${businessId}`)[0]?.has

test('refuses a logo that is no picture, damaged or too large, and shows a good one', async ({
  server,
}) => {
  const [shop, other] = [await createTestBusiness(server), await createTestBusiness(server)]
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/branding')
  await screen.findByRole('button', { name: 'Upload Logo' })
  const uploads = () => network.asked.filter(({ path }) => /\/logo$/.test(path)).length
  const choose = (name: string, type: string, bytes: BlobPart) =>
    user.upload(screen.getByLabelText('Logo'), new File([bytes], name, { type }))
  const picture = () => document.querySelector<HTMLImageElement>('main section img')
  const sidebar = () => document.querySelector('aside img')?.getAttribute('src')
  const create = { width: 900, height: 300, channels: 3, background: '#c0392b' } as const
  const png = new Uint8Array(await sharp({ create }).png().toBuffer())

  await choose('logo.svg', 'image/svg+xml', '<svg/>')
  await toast('Logo not saved', 'Choose a PNG, JPEG, or WebP photo.')
  expect(uploads()).toBe(0)
  await choose('logo.png', 'image/png', png.slice(0, 300))
  await toast('Logo not saved', /We can’t read this file\./)
  await choose('logo.png', 'image/png', new Uint8Array(serverLimits.photoBytes + 1))
  await toast('Logo not saved', 'Choose a photo under 5 MB.')
  const mend = network.cut(/\/logo$/)
  await choose('logo.png', 'image/png', png)
  await toast('Logo not saved')
  mend()
  expect([picture(), await logoOf(server, shop.businessId)]).toEqual([null, false])

  await choose('logo.png', 'image/png', png)
  await toast('Logo saved')
  await expect.poll(() => sidebar()).toBe(picture()?.getAttribute('src'))
  const answer = await fetch(picture()?.getAttribute('src') ?? '')
  const { width, height } = await sharp(await answer.arrayBuffer()).metadata()
  expect((width ?? 0) / (height ?? 1)).toBeCloseTo(3, 1)
  expect(await logoOf(server, other.businessId)).toBe(false)
  await press('Remove Logo')
  await toast('Logo removed')
  await expect.poll(picture).toBeNull()
  expect(await logoOf(server, shop.businessId)).toBe(false)
})

test('a branding without a name or with a wrong color is not saved', async ({ server }) => {
  const shop = await createTestBusiness(server)
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/branding')
  await fill('Business name', ' ')
  await fill('Accent color as a hex code', 'red')
  await press('Save Branding')
  await screen.findByText('Use a color like #3B82F6')
  const kept =
    await server.sql`select accent_color as accent from business where id = ${shop.businessId}`
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
  await server.sql`update attempt set count = ${serverLimits.planRequestsPerDay}`
  await press('Ask for Enterprise')
  await toast('Couldn’t send the request')
  expect(await mailed()).toEqual(['planRequest'])
})

test('offline, the plan is shown and cannot be asked for', async ({ shop }) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/plan')
  await screen.findByText(
    'Everything is working. Your plan continues until you or the platform changes it.',
  )
  const contents = within(screen.getByRole('list', { name: 'What it includes' }))
  contents.getByText('Loyalty program')
  const branding = contents.getByText('White-label branding').closest('li')
  expect(branding?.textContent).toBe('White-label brandingUse the business’s own colors and logo')
  expect(screen.queryByText('14 days free')).toBeNull()
  network.cut()
  window.dispatchEvent(new Event('online'))
  await screen.findByText('You’re offline. Connect to the internet to ask for a plan.')
  expect(isDisabled(screen.getByRole('button', { name: 'Ask for Enterprise' }))).toBe(true)
})
