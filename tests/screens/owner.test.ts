/**
 * An owner's dashboard: the first sign-in, sample customers, disabled features, the palette,
 * titles, QR codes, and settings offline.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { createTestBusiness } from '#tests/support/server.ts'
import { leave, network, open, signIn } from './support/browser.ts'
import { follow, heading, isDisabled, part, press, user } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { toast } from './support/toasts.ts'

const tabpanel = (name: string) => screen.findByRole('tabpanel', { name })

async function typeInPalette(words: string) {
  await user.keyboard('{Control>}k{/Control}')
  const palette = await part('dialog', 'Go to…')
  await user.type(await palette.findByRole('combobox'), words)
  return palette
}

test('loads sample customers by a button and removes them', async ({ server }) => {
  const { ownerEmail, businessId } = await createTestBusiness(server)
  await signIn(ownerEmail)
  await open('/business-dashboard')
  await press('Load Sample Customers')
  await screen.findByText(/^You’re looking at 24 sample customers\..* This page counts them/)
  expect((await screen.findAllByRole('cell', { name: /\(sample\)/ })).length).toBeGreaterThan(5)
  await press('Remove Sample Customers')
  const question = await part('alertdialog', 'Remove the sample customers?')
  await press('Remove Sample Customers', question)
  await screen.findByRole('button', { name: 'Load Sample Customers' })
  await expect.poll(() => screen.queryByRole('cell', { name: /\(sample\)/ })).toBeNull()
  // If a filter alone matches no customer, the list names the filter and offers to show all.
  await user.selectOptions(screen.getByLabelText('Filter customers'), 'Not seen for 30 days')
  await screen.findByText('No customers match the filter “Not seen for 30 days”.')
  await press('Show All Customers')
  await expect.poll(() => location.search).not.toContain('show=')
  const left = await server.sql`select 1 from customer where business_id = ${businessId}`
  expect(left).toEqual([])
})

test('closes the palette with the session that opened it', async ({ shop }) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await screen.findByRole('link', { name: 'Home' })
  await typeInPalette('ana')
  await leave()
  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await screen.findByRole('link', { name: 'Home' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('hides features that are off, and says at their address that they are off', async ({
  server,
}) => {
  const features = { qrCodes: false, loyalty: false, whiteLabel: false, analytics: false }
  const { ownerEmail } = await createTestBusiness(server, { features })
  await signIn(ownerEmail)
  await open('/business-dashboard/settings')
  await screen.findByRole('link', { name: 'Plan' })
  for (const name of ['Program', 'Offline Redemption', 'Branding']) {
    await expect.poll(() => screen.queryByRole('link', { name })).toBeNull()
  }
  await open('/business-dashboard')
  await tabpanel('Customers')
  await screen.findByRole('link', { name: 'Home' })
  // The sidebar shows every link until the device knows which features are off.
  for (const name of ['Rewards', 'QR Codes', 'Analytics']) {
    await expect.poll(() => screen.queryByRole('link', { name })).toBeNull()
  }
  for (const name of ['Generate QR Code', 'Sign Up Customer', 'Load Sample Customers']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  for (const name of ['QR Codes', 'Rewards']) {
    expect(screen.queryByRole('tab', { name })).toBeNull()
  }
  for (const search of ['tab=qr-codes', 'tab=rewards', 'do=create-qr-code']) {
    await open(`/business-dashboard?${search}`)
    await screen.findByText(/^No customers yet\./)
    expect(screen.queryByRole('dialog')).toBeNull()
  }
  const palette = await typeInPalette(' ')
  const offered = (await palette.findAllByRole('option')).map(
    (option: HTMLElement) => option.textContent,
  )
  expect(offered).toContainEqual(expect.stringMatching(/^Settings/))
  const off = /^(Sign Up|QR|Rewards|Analytics|Program|Campaigns|Branding|Offline)/
  expect(offered.filter((text: string) => off.test(text))).toEqual([])
  await user.keyboard('{Escape}')

  await open('/counter?do=sign-up')
  await screen.findByRole('button', { name: 'Scan' })
  expect(screen.queryByRole('heading', { name: 'New Member' })).toBeNull()
  for (const [path, sentence] of [
    ['program', 'The loyalty program is switched off'],
    ['campaigns', 'The loyalty program is switched off'],
    ['offline-redemption', 'The loyalty program is switched off'],
    ['analytics', 'Analytics are switched off'],
    ['branding', 'White-label branding is switched off'],
  ]) {
    await open(`/business-dashboard/${path}`)
    await screen.findByText(`${sentence} for this business.`)
    const acts = within(screen.getByRole('main')).queryAllByRole('button', {
      name: /^(Save|Create)/,
    })
    expect(acts.filter((act) => !isDisabled(act))).toEqual([])
  }
})

test('title and sidebar name the screen, also after returning to the dashboard', async ({
  shop,
}) => {
  const current = () =>
    screen
      .getAllByRole('link', { current: 'page' })
      .map(({ textContent }) => textContent)
      .join()
  await signIn(shop.ownerEmail)
  await open('/')
  await expect.poll(() => document.title).toBe('Home · Regulars')
  expect(current()).toBe('Home')
  await follow('Analytics')
  await expect.poll(() => document.title).toBe('Analytics · Regulars')
  expect(current()).toBe('Analytics')
  await follow('Home')
  await expect.poll(() => document.title).toBe('Home · Regulars')
  await press('Rewards', screen, 'tab')
  await expect.poll(() => document.title).toBe('Rewards · Regulars')
  await open('/business-dashboard/plan')
  await expect.poll(current).toBe('Plan')
  await open('/business-dashboard/duplicates')
  await expect.poll(() => document.title).toBe('Possible Duplicates · Regulars')
  expect(current()).toBe('Customers')
})

test('keeps tabs to the dashboard, and gives each place of the menu its own act', async ({
  shop,
}) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await press('Rewards', screen, 'tab')
  await screen.findByRole('tabpanel', { name: 'Rewards' })
  await screen.findByRole('heading', { name: 'Total Customers' })
  await screen.findByRole('button', { name: 'Generate QR Code' })
  expect(location.search).toBe('')
  for (const [name, act] of [
    ['Customers', 'Sign Up Customer'],
    ['Rewards', 'Create Reward'],
    ['QR Codes', 'Create QR Code'],
  ] as const) {
    await follow(name)
    await part('region', name)
    await screen.findByRole('heading', { name, level: 1 })
    const acts = ['Sign Up Customer', 'Generate QR Code', 'Create Reward', 'Create QR Code']
    await screen.findByRole('button', { name: act })
    for (const other of acts.filter((each) => each !== act)) {
      expect(screen.queryByRole('button', { name: other })).toBeNull()
    }
    expect(screen.queryByRole('tab')).toBeNull()
  }
  await follow('Rewards')
  await press('Create Reward')
  await part('dialog', 'Create Reward')
  expect(location.search).toBe('?tab=rewards')
})

test('keeps the dashboard’s tab on a reload and on the way back', async ({ shop }) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await press('Rewards', screen, 'tab')
  await tabpanel('Rewards')
  await follow('Analytics')
  await heading('Analytics')
  history.back()
  await tabpanel('Rewards')
  // Leaves by two entries, and mounts the dashboard again.
  await open('/terms')
  history.go(-2)
  await tabpanel('Rewards')
  await press('QR Codes', screen, 'tab')
  await tabpanel('QR Codes')
  await follow('Home')
  await tabpanel('Customers')
  history.back()
  await tabpanel('QR Codes')
  expect(location.search).toBe('')
})

test('offline, settings show what was last loaded, and when', async ({ server, shop }) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await screen.findByText('60 customers')
  await follow('Settings')
  await server.sql`update account set first_name = 'Theo' where email = ${shop.staffEmail}`
  const seen = () => screen.queryAllByText(/^Loaded /)
  const seeAll = async (expectState: () => Promise<unknown>) => {
    for (const [link, shown] of [
      ['Tills', /Theo/],
      ['Offline Redemption', /^Confirm first/],
      ['Activity Log', 'Signed in'],
    ] as const) {
      await follow(link)
      expect((await screen.findAllByText(shown)).length).toBeGreaterThan(0)
      await expectState()
    }
  }
  await seeAll(async () => expect(seen()).toEqual([]))
  network.cut()
  await seeAll(() => expect.poll(() => seen().length).toBeGreaterThan(0))
  await follow('Offline Redemption')
  expect(isDisabled(await screen.findByRole('button', { name: 'Save' }))).toBe(true)
})

test('a first sign-in shows no zero before the customers have loaded, and exports no partial list', async ({
  server,
}) => {
  const { ownerEmail, businessId } = await createTestBusiness(server)
  await fillCustomers(server, businessId, 120)
  await signIn(ownerEmail)
  // The previous person's device may still pull once, with its cursor.
  const firstPull = /^\/api\/sync\/pull(?!.*cursor=)/
  const releaseRest = network.hold(/^\/api\/sync\/pull\?.*cursor=/)
  const small = (path: string) => `${path}${path.includes('?') ? '&' : '?'}rows=50`
  const release = network.hold(firstPull, small)
  await open('/business-dashboard')
  await expect
    .poll(() => document.querySelector('[role="tabpanel"] [aria-busy="true"]'))
    .not.toBeNull()
  expect(screen.queryByText('0 customers')).toBeNull()
  // The sidebar shows every link until the device knows which features are off.
  await screen.findByRole('link', { name: 'Analytics' })
  await expect
    .poll(() => network.asked.map(({ path }) => path))
    .toContainEqual(expect.stringMatching(firstPull))
  release()
  await screen.findByText(/^[1-9]\d customers so far\. Export waits/)
  const exported = () => screen.getByRole('button', { name: 'Export' })
  expect(isDisabled(exported())).toBe(true)
  releaseRest()
  await screen.findByText('120 customers')
  await expect.poll(() => isDisabled(exported())).toBe(false)
})

test('the palette opens screens and customers by keyboard', async ({ server, shop }) => {
  await server.sql`update customer set first_name = 'Wilhelmina', last_name = 'Ashgrove',
      folded_name = chr(10) || 'wilhelmina' || chr(10) || 'ashgrove', version = version + 1000
    where business_id = ${shop.businessId} and email = 'person7@example.com'`
  await server.sql`update business_version set version = version + 1000
    where business_id = ${shop.businessId}`
  await signIn(shop.ownerEmail)
  await open('/business-dashboard')
  await screen.findByText('60 customers')
  await typeInPalette('sett')
  await user.keyboard('{Enter}')
  await heading('Settings')
  for (const name of ['Program', 'Branding', 'Staff', 'Devices', 'Plan']) {
    within(screen.getByRole('main')).getByRole('link', { name: new RegExp(`^${name}`) })
  }
  const palette = await typeInPalette('wilhel ash')
  await palette.findByRole('option', { name: /^Wilhelmina Ashgrove/, selected: true })
  await user.keyboard('{Enter}')
  await part('dialog', 'Wilhelmina Ashgrove')
  await user.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('?')
  await heading('Keyboard Shortcuts')
})

test('pauses, resumes and retires a QR code and shows its scans over time', async ({
  server,
  shop,
}) => {
  await signIn(shop.ownerEmail)
  await open('/business-dashboard?tab=qr-codes')
  const choose = async (item: string) => {
    await press('More for Till')
    await press(item, screen, 'menuitem')
  }
  const stored = async () =>
    (
      await server.sql`select is_active as active, retired_at is not null as retired
        from qr_code where id = ${shop.qrCodeId}`
    )[0]
  await choose('Scans over Time')
  const scans = await part('dialog', 'Scans of Till')
  await scans.findByRole('slider')
  await scans.findByText(/^Scans: \d+, and \d+ in the period before/)
  await user.click(scans.getByText('Show as a Table'))
  expect((await scans.findAllByRole('columnheader', { name: 'Before' })).length).toBe(1)
  await user.keyboard('{Escape}')

  await choose('Pause')
  await toast('QR code paused')
  await press('Till')
  const shown = await part('dialog', 'QR Code')
  await shown.findByText(/^This code is paused\./)
  await press('Done', shown)
  await expect.poll(stored).toEqual({ active: false, retired: false })
  await choose('Resume')
  await toast('QR code resumed')
  await expect.poll(stored).toEqual({ active: true, retired: false })
  await choose('Retire')
  await press('Retire', within(await screen.findByRole('alertdialog')))
  await toast('QR code retired')
  const row = within(await screen.findByRole('row', { name: /Till.*Retired/ }))
  // The menu is the row's only button.
  expect(row.getByRole('button').getAttribute('aria-label')).toBe('More for Till')
  await expect.poll(stored).toMatchObject({ retired: true })
})
