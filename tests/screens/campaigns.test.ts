/**
 * An owner creates a reward and a campaign offline; both sync later.
 *
 * @module-tag deep
 */
import { screen, within } from '@testing-library/dom'
import { createTestBusiness } from '#tests/support/server.ts'
import { network, open, signIn } from './support/browser.ts'
import { fill, follow, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'

test('a reward and a first campaign are created offline and sync later', async ({ server }) => {
  const { ownerEmail, businessId } = await createTestBusiness(server, { postalAddress: null })
  await signIn(ownerEmail)
  await open('/business-dashboard/campaigns')
  await screen.findAllByRole('button', { name: 'Create Campaign' })
  await open('/business-dashboard?tab=rewards')
  await screen.findByRole('row', { name: /Coffee/ })
  const mend = network.cut()
  await press('Create Reward')
  const reward = await part('dialog', 'Create Reward')
  await fill(/^Name/, 'Rainy day cocoa', reward)
  await fill(/^Percent off/, '50', reward)
  await fill(/^Points required/, '40', reward)
  await press('Save Reward', reward)
  await screen.findByRole('row', { name: /Rainy day cocoa.*50%/ })

  await follow('Campaigns', within(screen.getByRole('navigation', { name: 'Main' })))
  await expect.poll(() => document.title).toMatch(/^Campaigns/)
  const create = await screen.findAllByRole('button', { name: 'Create Campaign' })
  create[0]?.click()
  const form = await part('dialog', 'Create Campaign')
  await press(/^Win-back/, form, 'radio')
  await form.findByText('You’re offline, so we can’t count who gets it.')
  await fill(/^Name/, 'We miss you', form)
  await press('Dollar amount', form, 'radio')
  await fill(/^Dollars off/, '3', form)
  await fill(/^Subject/, 'We miss you', form)
  await fill(/^Message/, 'Come back for a slice.', form)
  await press('Save Campaign', form)
  await form.findByText(/Enter the whole address/)
  await fill(/^Postal address/, '5 Quay Rd, Salem, MA 01970', form)
  await press('Save Campaign', form)
  await press('Start Campaign', await part('alertdialog', /^Start “/))
  const row = () => screen.findByRole('row', { name: /We miss you/ })
  const shows = (words: string) =>
    expect.poll(async () => (await row()).textContent).toContain(words)
  await shows('$3.00 off, valid for 30 days')
  await open('/business-dashboard/campaigns')
  await shows('Saved here')

  const reconnect = (end: () => void) => {
    end()
    window.dispatchEvent(new Event('online'))
  }
  reconnect(mend)
  await shows('Active')
  const kept =
    await server.sql`select postal_address as address, (select points_required from reward r
      where r.business_id = b.id and name = 'Rainy day cocoa') as points
    from business b where id = ${businessId}`
  expect(kept).toEqual([{ address: '5 Quay Rd, Salem, MA 01970', points: 40 }])

  const again = network.cut()
  await press('More for We miss you', within(await row()))
  await press('Pause', screen, 'menuitem')
  await shows('Saved here')
  reconnect(again)
  await shows('Paused')
  await expect.poll(async () => (await row()).textContent).not.toContain('Saved here')
})
