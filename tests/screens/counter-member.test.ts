/** A member’s rewards at the counter: what can be redeemed, what not yet, and what no longer. */

import { screen, within } from '@testing-library/dom'
import { dayMs } from '#schema/contract/time-spans.ts'
import { newId } from '#sync-server/rule/id.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'
import {
  backToSearch,
  find,
  goOffline,
  type Member,
  otherDevice,
  pane,
  startShift,
} from './support/at-counter.ts'
import { network, prefer } from './support/browser.ts'
import { takeClock } from './support/clock.ts'
import { press, says, user } from './support/hands.ts'
import { ownerOf } from './support/owner-elsewhere.ts'
import { test as base, expect } from './support/screen-test.ts'

/** Each test changes the rewards of its own business, which has one of 50 points. */
const test = base
  .extend('cafe', async ({ server }) => {
    const cafe = await createTestBusiness(server)
    await fillCustomers(server, cafe.businessId, 60)
    return cafe
  })
  .extend('owner', async ({ server, cafe }) => ownerOf(server, cafe))
  .extend('other', async ({ server, cafe }) => otherDevice(server, cafe))

async function openMember(cafe: TestBusiness, member: Member) {
  await startShift(cafe, member)
  await find(member.name)
  return within(await pane(member.name))
}

const itemsOf = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test.for([
  ['en', /^(Rewards)$/, 'Can Redeem Now', 'Not Yet', '40 points to go'],
  ['es', /^(Recompensas)$/, 'Se puede canjear ahora', 'Todavía no', 'Faltan 40 puntos'],
] as const)(
  'in %s, lists rewards by what the balance buys, and none that is not offered',
  async ([language, tab, now, later, missing], { server, cafe, owner, other }) => {
    const member = await other.join('Theodora')
    await owner.offer('Cake', 100)
    await owner.offer('Breakfast', 140)
    await owner.change(await owner.offer('Paused tea', 10), { isActive: false })
    await owner.change(await owner.offer('Retired tea', 10), { retired: true })
    const expired = await owner.offer('Expired tea', 10)
    await server.sql`
      update reward set expiry_date = now() - interval '2 days' where id = ${expired}`
    const single = await owner.offer('Single cup', 10, { stock: 1 })
    const neighbor = await other.join('Wendelin')
    const redemption = { couponId: newId(), memberId: neighbor.memberId, rewardId: single }
    await other.device.push(other.device.make('reward.redeem', { ...redemption, pointsSeen: 10 }))
    await prefer(language)
    const panel = await openMember(cafe, member)
    await press(tab, panel, 'tab')
    const affordable = await panel.findByRole('region', { name: now })
    await expect
      .poll(() => itemsOf(affordable).map((text) => text?.slice(0, 4)))
      .toEqual(['Cake', 'Coff'])
    const [breakfast, ...others] = itemsOf(panel.getByRole('region', { name: later }))
    expect(breakfast).toMatch(new RegExp(`^Breakfast.*${missing}$`))
    expect(others).toEqual([])
    within(panel.getByRole('region', { name: later })).getByRole('progressbar', {
      name: 'Breakfast',
    })
    expect(document.body.textContent).not.toMatch(/tea|Single cup/)
  },
)

test.for([
  [
    'en',
    'Rewards',
    ['50 points · $3.00 off', '40 points · Free, worth $3.90', '30 points · 15% off'],
  ],
  [
    'es',
    'Recompensas',
    [
      '50 puntos · $3.00 de descuento',
      '40 puntos · Gratis (valor: $3.90)',
      '30 puntos · 15% de descuento',
    ],
  ],
] as const)(
  'in %s, a free item reads as free and a discount as one',
  async ([language, tab, costs], { cafe, owner, other }) => {
    const member = await other.join('Philippa')
    await owner.offer('Croissant', 40, { discountValue: '3.90', freeItem: true })
    await owner.offer('Any order', 30, { discountType: 'percentage', discountValue: '15' })
    await prefer(language)
    const panel = await openMember(cafe, member)
    await press(tab, panel, 'tab')
    for (const cost of costs) await panel.findByText(says(cost))
  },
)

test('says that there are no rewards, and offers none beside the amount', async ({
  cafe,
  owner,
  other,
}) => {
  const member = await other.join('Petronella')
  const panel = await openMember(cafe, member)
  await panel.findByRole('button', { name: 'Redeem Coffee (50 points)' })
  await owner.change(cafe.rewardId, { isActive: false })
  await expect.poll(() => panel.queryByRole('button', { name: /^Redeem/ })).toBeNull()
  expect(panel.queryByText(says(/until Coffee$/))).toBeNull()
  await press('Rewards', panel, 'tab')
  await panel.findByText('No rewards available at this time')
})

test('says how many points are missing for the next reward, and offers it after the sale', async ({
  cafe,
  owner,
  other,
}) => {
  await owner.change(cafe.rewardId, { retired: true })
  await owner.offer('Brunch', 120)
  const member = await other.join('Rosamunde')
  const panel = await openMember(cafe, member)
  await panel.findByText(says('20 points until Brunch'))
  expect(panel.queryByRole('button', { name: /^Redeem/ })).toBeNull()
  await user.keyboard('20{Enter}')
  await screen.findByText(says(/^\$20\.00 recorded for Rosamunde Okonkwo\. Balance: 120 points\./))
  await press('Rewards')
  within(await screen.findByRole('region', { name: 'Can Redeem Now' })).getByText('Brunch')
})

test('offers a reward until its last day ends where the business is', async ({
  cafe,
  owner,
  other,
}) => {
  await owner.change(cafe.rewardId, { expiryDate: new Date().toISOString() })
  const member = await other.join('Sieglinde')
  const panel = await openMember(cafe, member)
  await panel.findByRole('button', { name: /^Redeem Coffee/ })
  // An answer of the server would correct this device's clock.
  const pass = takeClock()
  network.cut()
  pass(2 * dayMs)
  await backToSearch()
  await find(member.name)
  const later = within(await pane(member.name))
  await press('Rewards', later, 'tab')
  await later.findByText('No rewards available at this time')
})

test('a redemption asked for offline waits, and its coupon appears once the server agrees', async ({
  server,
  cafe,
  other,
}) => {
  const member = await other.join('Clothilde')
  const panel = await openMember(cafe, member)
  const mend = await goOffline()
  await press('Redeem Coffee (50 points)', panel)
  await screen.findByText('Don’t hand it over yet. The coupon appears once this syncs.')
  await screen.findByText(
    says(`Tell ${member.name}: “It’ll be on your card as soon as we’re back online.”`),
  )
  expect(screen.queryByRole('button', { name: 'Mark as Used Now' })).toBeNull()
  expect(await couponsOf(server, member)).toEqual([])
  await press('Done')
  // The pane is closed, so the sentence says which reward, and whose.
  await screen.findByText(
    says(`Don’t hand over Coffee to ${member.name} yet. The coupon appears once this syncs.`),
  )
  await expect.poll(() => screen.queryByRole('region', { name: member.name })).toBeNull()
  await find(member.name)
  await press('Coffee: not confirmed yet')
  mend()
  await screen.findByText(says('Coffee redeemed'), { selector: 'section *' })
  const [coupon] = await couponsOf(server, member)
  await screen.findByRole('img', { name: `QR code of coupon ${coupon?.code}` })
  await press('Mark as Used Now')
  await screen.findByText(says(`Coffee used for ${member.name}.`))
  await expect.poll(() => couponsOf(server, member)).toMatchObject([{ isUsed: true }])
})

test('a redemption left unconfirmed comes back by name, to be kept for later', async ({
  cafe,
  other,
}) => {
  const member = await other.join('Ermintrude')
  const panel = await openMember(cafe, member)
  const mend = await goOffline()
  await press('Redeem Coffee (50 points)', panel)
  await press('Done')
  await expect.poll(() => screen.queryByRole('region', { name: member.name })).toBeNull()
  const confirmed = `Coffee for ${member.name} is confirmed. Hand it over now.`
  expect(screen.queryByText(says(confirmed))).toBeNull()
  mend()
  await screen.findByText(says(confirmed))
  // It says so once: the line that waited for it is gone until it is kept.
  const waited = says(`Coffee redeemed for ${member.name}.`)
  expect(screen.queryByText(waited)).toBeNull()
  await press('Keep for Later')
  await screen.findByText(waited)
  await expect.poll(() => screen.queryByText(says(confirmed))).toBeNull()
})

test('of three redemptions confirmed later, the counter shows two and counts the third', async ({
  cafe,
  other,
}) => {
  const names = ['Cunigunde', 'Theodora', 'Walburga']
  const [first, ...others] = await Promise.all(names.map((name) => other.join(name)))
  if (!first) throw new Error('no members')
  const redeem = async (name: string, panel: Awaited<ReturnType<typeof openMember>>) => {
    await press('Redeem Coffee (50 points)', panel)
    await press('Done')
    await expect.poll(() => screen.queryByRole('region', { name })).toBeNull()
  }
  const panel = await openMember(cafe, first)
  const mend = await goOffline()
  await redeem(first.name, panel)
  for (const { name } of others) {
    await find(name)
    await redeem(name, within(await pane(name)))
  }
  mend()
  await screen.findByText('1 more reward is confirmed.')
  const shown = () => screen.queryAllByText(/ is confirmed\. Hand it over now\.$/).length
  expect(shown()).toBe(2)
  const [keep] = screen.getAllByRole('button', { name: 'Keep for Later' })
  await user.click(keep as HTMLElement)
  await expect.poll(() => screen.queryByText('1 more reward is confirmed.')).toBeNull()
  expect(shown()).toBe(2)
})

test('a redemption confirmed later and handed over can be undone in its line', async ({
  server,
  cafe,
  other,
}) => {
  const member = await other.join('Leopoldine')
  const panel = await openMember(cafe, member)
  const mend = await goOffline()
  await press('Redeem Coffee (50 points)', panel)
  await press('Done')
  mend()
  await screen.findByText(says(`Coffee for ${member.name} is confirmed. Hand it over now.`))
  await press('Mark as Used Now')
  await screen.findByText(says('$3.00 off used'))
  await backToSearch()
  await screen.findByText(/^Find or scan a member to start/)
  await screen.findByText(says(`Coffee used for ${member.name}.`))
  await press('Undo')
  await screen.findByText(says(`The use of Coffee was undone. ${member.name} can still use it.`))
  await expect.poll(() => couponsOf(server, member)).toMatchObject([{ isUsed: false }])
})

test('a refused redemption stays refused on the screen after its notice is dismissed', async ({
  server,
  cafe,
  owner,
  other,
}) => {
  const member = await other.join('Adelheid')
  const panel = await openMember(cafe, member)
  const mend = await goOffline()
  await press('Redeem Coffee (50 points)', panel)
  await owner.change(cafe.rewardId, { isActive: false })
  mend()
  await screen.findByText(says('Coffee was not redeemed'))
  const attention = within(await pane('Needs attention'))
  attention.getByText('Choose another reward.')
  await press('Dismiss', attention)
  await expect.poll(() => attention.queryByRole('button')).toBeNull()
  screen.getByText(says('Coffee was not redeemed'))
  expect(screen.queryByText(/^Don’t hand it over yet/)).toBeNull()
  expect(await couponsOf(server, member)).toEqual([])
})

const couponsOf = ({ sql }: TestServer, { memberId }: Member) =>
  sql<{ code: string; isUsed: boolean }[]>`select code, used_at is not null as "isUsed" from coupon
    where member_id = ${memberId} and source = 'reward'`

test('a member who owes points can buy, and redeem nothing', async ({ server, cafe, other }) => {
  const member = await other.join('Hildegund')
  await server.sql`update customer set points = -30 where id = ${member.memberId}`
  const panel = await openMember(cafe, member)
  panel.getByText('Owes 30 points')
  await panel.findByText(says('80 points until Coffee'))
  expect(panel.queryByRole('button', { name: /^Redeem/ })).toBeNull()
})

test('while the program is off, only coupons are left', async ({ server, cafe, other }) => {
  const member = await other.join('Gunhild')
  await server.sql`update business set features = features || '{"loyalty": false}'::jsonb
    where id = ${cafe.businessId}`
  const panel = await openMember(cafe, member)
  await panel.findByRole('button', { name: /^Welcome/ })
  expect(panel.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Coupons'])
  expect(screen.queryByLabelText('Amount')).toBeNull()
  expect(screen.queryByRole('button', { name: 'New Member' })).toBeNull()
})
