/** A member redeems a reward on their card, backs out, is refused, or can't save it. */
import { screen, within } from '@testing-library/dom'
import { goOffline, joinElsewhere } from '#tests/screens/support/as-visitor.ts'
import { network, open, prefer } from '#tests/screens/support/browser.ts'
import { heading, part, press, says } from '#tests/screens/support/hands.ts'
import { failStorage } from '#tests/screens/support/lost-storage.ts'
import { ownerOf } from '#tests/screens/support/owner-elsewhere.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'
import { toast } from '#tests/screens/support/toasts.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { createTestBusiness, type TestServer } from '#tests/support/server.ts'

const couponsOf = ({ sql }: TestServer, memberId: string) =>
  sql`select code from coupon where member_id = ${memberId} and source = 'reward'`
const redeemed = () => network.asked.filter(({ path }) => /\/redeem\//.test(path))

async function openCard(customerId: string): Promise<void> {
  await open(`/customer/${customerId}`)
  await screen.findByText('Points Balance')
}

async function ask() {
  await press('Redeem')
  return part('dialog', 'Redeem Coffee?')
}

test('backs out of a redemption, and spends nothing', async ({ server, shop }) => {
  const { customerId, memberId } = await joinElsewhere(server, shop)
  await openCard(customerId)
  const question = await ask()
  await question.findByText(
    says('50 points for $3.00 off. You’ll get a coupon to show at the counter.'),
  )
  await press('Keep My Points', question)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  // Closing it in another way is the same answer.
  await press('Close', await ask())
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(redeemed()).toEqual([])
  await screen.findByText('100')
  expect(await couponsOf(server, memberId)).toEqual([])
})

test.for([
  [
    'en',
    ['Free · $3.90 OFF', 'Free, worth $3.90'],
    '40 points for a free item worth $3.90.',
    ['Redeem', 'Redeem Cake?', 'Done'],
  ],
  [
    'es',
    ['Gratis · $3.90 DE DESCUENTO', 'Gratis (valor: $3.90)'],
    '40 puntos por un artículo gratis que vale $3.90.',
    ['Canjear', '¿Canjear Cake?', 'Listo'],
  ],
] as const)(
  'in %s, a free item reads as free on the card, before its redemption and on its coupon',
  async ([language, [offer, worth], cost, [redeem, question, done]], { server }) => {
    const cafe = await createTestBusiness(server)
    const owner = await ownerOf(server, cafe)
    await owner.change(cafe.rewardId, { retired: true })
    const rewardId = await owner.offer('Cake', 40, { discountValue: '3.90', freeItem: true })
    const { customerId } = await joinElsewhere(server, cafe)
    await prefer(language)
    await open(`/customer/${customerId}`)
    await screen.findByText(says(offer))
    await press(redeem)
    const dialog = await part('dialog', question)
    await dialog.findByText(says(new RegExp(`^${cost.replace('$', '\\$')} `)))
    // The coupon stays free when its reward no longer is.
    await press(redeem, dialog)
    const outcome = await part('dialog', 'Cake')
    await outcome.findByRole('img')
    await press(done, outcome)
    await owner.change(rewardId, { freeItem: false })
    await screen.findByText(says(worth), { selector: 'li *' })
    await open(`/customer/${customerId}`)
    await screen.findByText(says(worth), { selector: 'li *' })
  },
)

test('shows the coupon of a redemption at once, and under My Coupons', async ({ server, shop }) => {
  const { customerId, memberId } = await joinElsewhere(server, shop)
  await openCard(customerId)
  await press('Redeem', await ask())
  const outcome = await part('dialog', 'Coffee')
  await outcome.findByText('Show this code at the counter. It’s under My Coupons as well.')
  const [coupon] = await couponsOf(server, memberId)
  await outcome.findByText(coupon?.code ?? 'no coupon')
  await outcome.findByRole('img', { name: `QR code for coupon ${coupon?.code}` })
  await toast('Reward redeemed', `Your coupon is ${coupon?.code}`)
  await press('Done', outcome)
  const coupons = within((await heading('My Coupons')).closest('section') as HTMLElement)
  await coupons.findByText(coupon?.code ?? 'no coupon')
  expect(await couponsOf(server, memberId)).toHaveLength(1)
})

test('says that the points were spent elsewhere, until the member dismisses it', async ({
  server,
  shop,
}) => {
  const { customerId, memberId } = await joinElsewhere(server, shop)
  await openCard(customerId)
  const comeBack = goOffline()
  await press('Redeem', await ask())
  await press('Done', await part('dialog', 'Coffee'))
  await screen.findByText('50 points reserved for your reward')
  await screen.findByText(/^Saved on this phone\./)
  const elsewhere = new TestBrowser(server.url)
  for (const _ of [1, 2]) {
    const params = { customerId, rewardId: shop.rewardId }
    expect((await elsewhere.call('reward.redeem', { params })).status).toBe(200)
  }
  comeBack()
  const refused = 'Not enough points: this reward costs 50, and the balance is 0.'
  await toast('Redemption Failed', refused)
  const card = within(screen.getByRole('main'))
  await card.findByText(refused)
  await expect.poll(() => screen.queryByText('50 points reserved for your reward')).toBeNull()
  await press('Dismiss', card)
  await expect.poll(() => card.queryByText(refused)).toBeNull()
  expect(await couponsOf(server, memberId)).toHaveLength(2)
})

test('says why a redemption was not saved, and that no points were spent', async ({
  server,
  shop,
}) => {
  const { customerId, memberId } = await joinElsewhere(server, shop)
  await openCard(customerId)
  const full = failStorage('QuotaExceededError')
  await press('Redeem', await ask())
  await toast('Redemption Failed', 'no points were spent', 'Free up some and try again.')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  full()
  const lost = failStorage('UnknownError')
  await press('Redeem', await ask())
  await toast('Redemption Failed', 'no points were spent', 'Reload the page and try again.')
  lost()
  expect(screen.queryByText(/reserved for your reward/)).toBeNull()
  expect(redeemed()).toEqual([])
  expect(await couponsOf(server, memberId)).toEqual([])

  await press('Redeem', await ask())
  await (await part('dialog', 'Coffee')).findByText(/^Show this code at the counter/)
  expect(await couponsOf(server, memberId)).toHaveLength(1)
})

test('a redemption behind an older unsent one says that it waits for the network', async ({
  server,
  shop,
}) => {
  const { customerId, memberId } = await joinElsewhere(server, shop)
  await openCard(customerId)
  const comeBack = goOffline()
  for (const _ of [1, 2]) {
    await press('Redeem', await ask())
    const outcome = await part('dialog', 'Coffee')
    await outcome.findByText(/^Saved on this phone\./)
    expect(outcome.queryByText(/^Redeeming/)).toBeNull()
    await press('Done', outcome)
  }
  await expect.poll(() => screen.queryAllByText(/^Saved on this phone\./)).toHaveLength(2)
  comeBack()
  await expect.poll(() => couponsOf(server, memberId)).toHaveLength(2)
})
