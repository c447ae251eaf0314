/**
 * Offline, open screens disable the actions that need the server and say why beside them; actions
 * that work offline stay enabled.
 */
import { screen, within } from '@testing-library/dom'
import { cutNetwork, network, open, signIn } from './support/browser.ts'
import { findField, follow, heading, isDisabled, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'

const reason = () => screen.findAllByText('You’re offline. Connect to the internet to do this.')
const button = (name: string) => screen.getByRole('button', { name })
const expectDisabled = (name: string, inside = within(document.body)) =>
  expect.poll(() => isDisabled(inside.getByRole('button', { name }))).toBe(true)

async function openAtDashboard(email: string): Promise<void> {
  await signIn(email)
  await open('/business-dashboard')
  await screen.findByRole('link', { name: 'All synced' })
}

test('offline, account changes are disabled and campaigns are not', async ({ shop }) => {
  network.cut(/\/campaigns$/)
  await openAtDashboard(shop.ownerEmail)
  // These screens have loaded their data; the campaigns have not.
  await follow('Profile')
  await heading('Danger Zone')
  await follow('Email Preferences')
  await heading('Marketing Emails')
  await follow('Rewards')
  await follow('Campaigns', within(screen.getByRole('navigation', { name: 'Main' })))
  await heading('Campaigns')
  cutNetwork()
  await screen.findByRole('link', { name: 'Offline' })
  expect(isDisabled(button('Create Campaign'))).toBe(false)
  await follow('Profile')
  await reason()
  await expectDisabled('Edit Profile')
  await expectDisabled('Deactivate Account')
  await follow('Email Preferences')
  await heading('Marketing Emails')
  await expect.poll(() => isDisabled(screen.getByRole('checkbox'))).toBe(true)
  await reason()
})

test('offline, changes of tills and staff are disabled', async ({ shop }) => {
  await openAtDashboard(shop.ownerEmail)
  await follow('Settings')
  await follow('Staff')
  await part('row', new RegExp(shop.staffEmail))
  await follow('Tills')
  await screen.findByText('No tills yet.')
  cutNetwork()
  await press('Use This Device as a Till')
  await expectDisabled('Make This a Till')
  await reason()
  await press('Cancel')
  await follow('Staff')
  await press(/^Actions for/, await part('row', new RegExp(shop.staffEmail)))
  await press('Remove', screen, 'menuitem')
  await expectDisabled('Remove', within(await screen.findByRole('alertdialog')))
  await reason()
})

test('offline, the platform’s changes are disabled on an open screen', async ({
  shop: _,
  superAdmin,
}) => {
  await signIn(superAdmin)
  await open('/super-admin-dashboard')
  await screen.findAllByText(/^Test Café/)
  const mend = cutNetwork()
  await expectDisabled('Export')
  await screen.findByText(/^You’re offline\. Businesses can be looked at/)
  for (const [act, confirm] of [
    ['New Business', 'Create Business'],
    ['Create Invite', 'Create Invite'],
  ] as const) {
    await press(act)
    const dialog = within(await screen.findByRole('dialog'))
    await reason()
    await expectDisabled(confirm, dialog)
    await press('Cancel', dialog)
  }
  mend()
  await expect.poll(() => isDisabled(button('Export'))).toBe(false)
})

test('offline, the platform’s screens show their last data and its time', async ({
  shop: _,
  superAdmin,
}) => {
  await signIn(superAdmin)
  await open('/super-admin-dashboard')
  const seen = () => screen.queryAllByText(/^Loaded /).length
  const name = /^Test Café/
  const seeAll = async (expectState: () => Promise<void>) => {
    for (const [link, act, shown] of [
      ['Business Tenants', name, () => screen.findByRole('heading', { name, level: 1 })],
      ['White-Label Config', /^Edit branding of/, () => findField('Business name')],
    ] as const) {
      await follow(link)
      const [cell] = await screen.findAllByRole('link', { name: act })
      await expectState()
      cell?.click()
      await shown()
      await expectState()
    }
    await follow('Audit Log')
    await screen.findAllByText('Signed in', { selector: 'td *' })
    await expectState()
  }
  await seeAll(async () => expect(seen()).toBe(0))
  cutNetwork()
  await seeAll(() => expect.poll(seen).toBeGreaterThan(0))
  // The frame says it for every screen.
  await expect.poll(() => screen.queryAllByText(/^You’re offline/)).toHaveLength(1)
})
