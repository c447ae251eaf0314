/**
 * Every used coupon leads to its member's pad with the discount, once: also over a reload, until a
 * sale takes it, another member is served, or the cashier drops it.
 */
import { screen, within } from '@testing-library/dom'
import { createTestBusiness } from '#tests/support/server.ts'
import {
  allSent,
  backToSearch,
  find,
  goOffline,
  type Member,
  otherDevice,
  pane,
  sell,
  startShift,
} from './support/at-counter.ts'
import { open } from './support/browser.ts'
import { fill, press, says, user } from './support/hands.ts'
import { test as base, expect } from './support/screen-test.ts'

const test = base
  /** Its reward, a coffee of $3.00, costs 50 points. */
  .extend('cafe', async ({ server }) => createTestBusiness(server))
  .extend('other', async ({ server, cafe }) => otherDevice(server, cafe))

const panelOf = async ({ name }: Member) => within(await pane(name))
const closed = ({ name }: Member) =>
  expect.poll(() => screen.queryByRole('region', { name })).toBeNull()

async function sellFor(bill: string, paid: string) {
  await fill('Amount', bill)
  await user.keyboard('{Enter}')
  await screen.findByText(says(new RegExp(`^\\$${paid} recorded for`)))
  await screen.findByText(/^Find or scan a member to start/)
}

async function useWelcome(member: Member) {
  await find(member.welcome)
  await press('Use Coupon')
  await screen.findByText(says('10% off used'))
}

async function redeemNow({ name }: Member, reward: string) {
  await find(name)
  await press(`Redeem ${reward} (50 points)`)
  await screen.findByRole('img', { name: /^QR code of coupon / })
  await press('Mark as Used Now')
}

/** Opens the counter again at this member, without its former state. */
async function reload({ memberId }: Member) {
  await open('/outbox')
  await open(`/counter?member=${memberId}`)
  await screen.findByLabelText('Amount')
}

test('a redeemed dollar reward that is used now opens the pad with its discount', async ({
  cafe,
  other,
}) => {
  const member = await other.join('Balthazar')
  await startShift(cafe, member)
  await redeemNow(member, 'Coffee')
  await screen.findByText(says('$3.00 off used'))
  await sellFor('12.00', '9.00')
})

test('a redeemed percentage that is used now opens the pad with its discount', async ({
  server,
  cafe,
  other,
}) => {
  await server.sql`update reward set name = '15% off', discount_type = 'percentage',
    discount_value = '15.00' where id = ${cafe.rewardId}`
  const member = await other.join('Leopoldine')
  await startShift(cafe, member)
  await redeemNow(member, '15% off')
  await screen.findByText(says('15% off used'))
  await sellFor('20.00', '17.00')
})

test('a dollar reward that is confirmed later opens the pad with its discount', async ({
  cafe,
  other,
}) => {
  const member = await other.join('Casimira')
  await startShift(cafe, member)
  await find(member.name)
  const mend = await goOffline()
  await press('Redeem Coffee (50 points)')
  await press('Done')
  await closed(member)
  mend()
  await press('Mark as Used Now')
  await screen.findByText(says('$3.00 off used'))
  await sellFor('12.00', '9.00')
})

test('leaving without a sale is one tap, which keeps the discount and the undo', async ({
  cafe,
  other,
}) => {
  const member = await other.join('Dorothea')
  await startShift(cafe, member)
  await useWelcome(member)
  await backToSearch()
  await closed(member)
  await screen.findByText(says(/^Welcome: 10% off used for/))
  screen.getByRole('button', { name: 'Undo' })
  await find(member.name)
  await screen.findByText(says('10% off used'))
})

test('a dropped discount takes nothing off, also after a reload', async ({ cafe, other }) => {
  const member = await other.join('Emerentia')
  await startShift(cafe, member)
  await useWelcome(member)
  await press('No Coupon', await panelOf(member))
  await expect.poll(() => screen.queryByText(says('10% off used'))).toBeNull()
  expect(screen.queryByRole('button', { name: 'No Coupon' })).toBeNull()
  await allSent()
  await reload(member)
  await (await panelOf(member)).findByText(says('Used Welcome: 10% off'))
  await backToSearch()
  await closed(member)
  await find(member.name)
  await sellFor('20.00', '20.00')
})

test('a used coupon’s discount outlives a reload, and ends with its sale', async ({
  cafe,
  other,
}) => {
  const member = await other.join('Fredegund')
  await startShift(cafe, member)
  await useWelcome(member)
  await fill('Amount', '20.00')
  await allSent()
  await reload(member)
  await screen.findByText(says('10% off used'))
  await sellFor('20.00', '18.00')
  await allSent()
  await reload(member)
  await (await panelOf(member)).findByText(says('Purchase of $18.00'))
  await sellFor('20.00', '20.00')
})

test('a bill that the discount covers takes it, also after a reload', async ({ cafe, other }) => {
  const member = await other.join('Wendelgard')
  await startShift(cafe, member)
  await redeemNow(member, 'Coffee')
  await screen.findByText(says('$3.00 off used'))
  await fill('Amount', '3.00')
  await press('Done')
  await closed(member)
  await find(member.name)
  const panel = await panelOf(member)
  await panel.findByText(says('Used Coffee'))
  expect(panel.queryByRole('button', { name: 'No Coupon' })).toBeNull()
  await allSent()
  await reload(member)
  await (await panelOf(member)).findByText(says('Used Coffee'))
  await sellFor('5.00', '5.00')
})

test('after a reload, an undone use takes nothing off', async ({ cafe, other }) => {
  const member = await other.join('Adelgunde')
  await startShift(cafe, member)
  await useWelcome(member)
  await backToSearch()
  await closed(member)
  await press('Undo')
  await allSent()
  await reload(member)
  await sellFor('20.00', '20.00')
})

test('after a reload, a discount comes back with its sale undone', async ({ cafe, other }) => {
  const member = await other.join('Genevieve')
  await startShift(cafe, member)
  await useWelcome(member)
  await sellFor('20.00', '18.00')
  await reload(member)
  const panel = await panelOf(member)
  const today = within(await panel.findByRole('region', { name: 'Today' }))
  const line = await today.findByText(says('Purchase of $18.00'))
  await press('Undo', within(line.closest('li') as HTMLElement))
  await panel.findByText(says('10% off used'))
})

test('a discount that one sale took is not given again for a second sale undone', async ({
  cafe,
  other,
}) => {
  const member = await other.join('Hildeburg')
  await startShift(cafe, member)
  await useWelcome(member)
  await sellFor('20.00', '18.00')
  await find(member.name)
  await sell('7.00')
  await press('Undo')
  await screen.findByText(says(`$7.00 for ${member.name} was undone.`))
  await find(member.name)
  await panelOf(member)
  await sellFor('20.00', '20.00')
})

test('after a reload, a discount has ended with the sale of another member', async ({
  cafe,
  other,
}) => {
  const [member, next] = [await other.join('Irmgard'), await other.join('Jutta')]
  await startShift(cafe, member, next)
  await useWelcome(member)
  await backToSearch()
  await closed(member)
  await find(next.name)
  await panelOf(next)
  await sell('5.00')
  await reload(member)
  await (await panelOf(member)).findByText(says('Used Welcome: 10% off'))
  await sellFor('20.00', '20.00')
})

test('undoing the use after its sale says that the sale keeps the discount', async ({
  cafe,
  other,
}) => {
  const member = await other.join('Kunigunde')
  await startShift(cafe, member)
  await useWelcome(member)
  await sellFor('20.00', '18.00')
  await find(member.name)
  const panel = await panelOf(member)
  const today = within(await panel.findByRole('region', { name: 'Today' }))
  const line = await today.findByText(says('Used Welcome: 10% off'))
  await press('Undo', within(line.closest('li') as HTMLElement))
  await today.findByText(
    says(
      `The use of Welcome: 10% off was undone. ${member.name} can still use it. The purchase of $18.00 stays as it is: undo it too if the discount was for it.`,
    ),
  )
  today.getByRole('button', { name: 'Undo' })
})
