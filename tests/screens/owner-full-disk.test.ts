/**
 * An owner's forms on a device without room: nothing is reported as saved, nothing typed is lost.
 *
 * @module-tag deep
 */
import { screen } from '@testing-library/dom'
import { createTestBusiness } from '#tests/support/server.ts'
import { allSent, linesOf, otherDevice } from './support/at-counter.ts'
import { openMember } from './support/at-office.ts'
import { network, open, signIn } from './support/browser.ts'
import { fieldOf, fill, findField, heading, part, press } from './support/hands.ts'
import { expect, test } from './support/screen-test.ts'
import { fillStorage } from './support/storage.ts'
import { toast } from './support/toasts.ts'

const full = 'This device is out of storage, so this wasn’t saved.'
const pushed = () => network.asked.filter(({ path }) => path === '/api/sync/push')

test('the program and a campaign stay as typed, and are saved once there is room', async ({
  server,
}) => {
  const shop = await createTestBusiness(server)
  const stored = () =>
    server.sql`select points_per_dollar as points,
        (select count(*)::int from campaign c where c.business_id = b.id) as campaigns
      from business b where id = ${shop.businessId}`
  await signIn(shop.ownerEmail)
  await open('/business-dashboard/program')
  await heading('Program')
  await allSent()
  await fill('Points per dollar', '2.5')
  const makeRoom = fillStorage()
  await press('Save Program')
  await toast('Program not saved', full)
  expect(fieldOf('Points per dollar').value).toBe('2.5')
  makeRoom()
  await press('Save Program')
  await toast('Program saved')
  await allSent()
  expect(await stored()).toEqual([{ points: '2.50', campaigns: 0 }])

  await open('/business-dashboard/campaigns')
  const [create] = await screen.findAllByRole('button', { name: 'Create Campaign' })
  create?.click()
  const form = await part('dialog', 'Create Campaign')
  await press(/^Win-back/, form, 'radio')
  await fill(/^Name/, 'We miss you', form)
  await fill(/^Percent off/, '20', form)
  await fill(/^Subject/, 'We miss you', form)
  await fill(/^Message/, 'Come back for a slice.', form)
  const makeRoomAgain = fillStorage()
  const before = pushed().length
  await press('Save Campaign', form)
  await press('Start Campaign', await part('alertdialog', /^Start “/))
  await toast('Campaign not saved', full)
  expect((await findField(/^Name/, form)).value).toBe('We miss you')
  expect(pushed()).toHaveLength(before)
  makeRoomAgain()
  await press('Save Campaign', form)
  await press('Start Campaign', await part('alertdialog', /^Start “/))
  await screen.findByRole('row', { name: /We miss you/ })
  await allSent()
  expect(await stored()).toEqual([{ points: '2.50', campaigns: 1 }])
})

test('a purchase, an adjustment and a note for a member are kept in their fields', async ({
  server,
  shop,
}) => {
  const member = await (await otherDevice(server, shop)).join('Ermengard')
  const sale = await openMember(shop, member)
  await allSent()
  const before = pushed().length
  const makeRoom = fillStorage()
  await fill('Amount', '31.01')
  await press('Record Purchase · $31.01', sale)
  await toast('Purchase not recorded', full)
  expect(fieldOf('Amount').value).toBe('31.01')
  await press('History', screen, 'tab')
  await press('Adjust Points')
  const dialog = await part('dialog', 'Adjust Points')
  await fill('Points', '20', dialog)
  await fill('Reason', 'An apology', dialog)
  await press('Adjust Points', dialog)
  await toast('Points not adjusted', full)
  expect(fieldOf('Reason').value).toBe('An apology')
  await press('Cancel', dialog)
  await press('About', screen, 'tab')
  await fill('Note for your team', 'Oat milk, always')
  await press('Save Note')
  await toast('Note not saved', full)
  expect(fieldOf('Note for your team').value).toBe('Oat milk, always')
  expect(pushed()).toHaveLength(before)
  makeRoom()
  await press('Save Note')
  await toast('Note saved')
  await allSent()
  const kept = await server.sql`select note from customer
    where business_id = ${shop.businessId} and email = ${member.email}`
  expect(kept).toEqual([{ note: 'Oat milk, always' }])
  expect(await linesOf(server, member.email)).toEqual(['welcome 100'])
})
