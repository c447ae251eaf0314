/** The card's figures: coupons that are past, the history, rewards out of reach, and debts. */
import { screen, within } from '@testing-library/dom'
import { limits } from '#schema/contract/limits.ts'
import { joinElsewhere } from '#tests/screens/support/as-visitor.ts'
import { open, prefer } from '#tests/screens/support/browser.ts'
import { heading, isDisabled, says } from '#tests/screens/support/hands.ts'
import { expect, test } from '#tests/screens/support/screen-test.ts'
import { TestBrowser } from '#tests/support/browser-call.ts'
import { TestDevice } from '#tests/support/device.ts'
import { createTestBusiness, type TestBusiness, type TestServer } from '#tests/support/server.ts'

async function ownerOf({ url }: TestServer, { ownerEmail }: TestBusiness): Promise<TestDevice> {
  return new TestDevice(await new TestBrowser(url).signIn(ownerEmail))
}

/** Pushes a change of a member's points, which the owner gives a reason for. */
async function adjust(owner: TestDevice, memberId: string, points: number, reason: string) {
  const payload = { memberId, points, reason, acceptDebt: true }
  const { body } = await owner.push(owner.make('points.adjust', payload))
  expect(body.verdicts).toMatchObject([{ status: 'applied' }])
}

/** The figure below the card with this label. */
const figure = (label: string) =>
  screen.getByText(label, { selector: 'dt *' }).closest('dt')?.nextElementSibling?.textContent

const sectionOf = async (title: string) =>
  within((await heading(title)).closest('section') as HTMLElement)

test('lists used and expired coupons apart from those that can be used', async ({
  server,
  shop,
}) => {
  const { customerId, memberId } = await joinElsewhere(server, shop)
  const visitor = new TestBrowser(server.url)
  for (const _ of ['used', 'open']) {
    const params = { customerId, rewardId: shop.rewardId }
    expect((await visitor.call('reward.redeem', { params })).status).toBe(200)
  }
  await server.sql`update coupon set expires_at = '2026-01-15T05:59:59Z', expires_on = '2026-01-14'
    where member_id = ${memberId} and source = 'welcome'`
  await server.sql`update coupon set used_at = '2026-02-03T18:00:00Z'
    where id = (select id from coupon where member_id = ${memberId} and source = 'reward'
      order by issued_at limit 1)`
  await open(`/customer/${customerId}`)
  const coupons = await sectionOf('My Coupons')
  await coupons.findByText('Past coupons (2)')
  await coupons.findByText('Used Feb 3, 2026')
  await coupons.findByText('Expired')
  expect(coupons.getAllByRole('button', { name: /^Show QR code for/ })).toHaveLength(1)

  await server.sql`update coupon set used_at = now() where member_id = ${memberId}`
  await open(`/customer/${customerId}`)
  await (await sectionOf('My Coupons')).findByText('No coupons right now')
  await screen.findByText('Past coupons (3)')
})

test('a member without a welcome has no coupons, no history and no reward within reach', async ({
  server,
}) => {
  const shop = await createTestBusiness(server, { welcomePoints: 0, welcomeDiscountPercent: 0 })
  const { customerId } = await joinElsewhere(server, shop)
  await open(`/customer/${customerId}`)
  await (await sectionOf('Point History')).findByText('No transaction history yet')
  expect(screen.queryByRole('heading', { name: 'My Coupons' })).toBeNull()
  const rewards = await sectionOf('Available Rewards')
  const wanting = await rewards.findByRole('button', { name: 'Not enough points' })
  expect(isDisabled(wanting)).toBe(true)
  await screen.findByText(says('Just 50 more points for Coffee'))
  expect(figure('Available Rewards')).toBe('0')
  expect(figure('Total Spent')).toBe('$0.00')

  await server.sql`delete from reward where id = ${shop.rewardId}`
  await open(`/customer/${customerId}`)
  await screen.findByText('No rewards available at this time')
})

test('leads with what the balance buys, and folds the rest away', async ({ server }) => {
  const shop = await createTestBusiness(server)
  const owner = await new TestBrowser(server.url).signIn(shop.ownerEmail)
  const terms = { discountType: 'fixed', discountValue: '4.50' } as const
  for (const [name, pointsRequired] of [
    ['Feast', 900],
    ['Cake', 101],
  ] as const) {
    const params = { businessId: shop.businessId }
    const body = { name, pointsRequired, ...terms }
    expect((await owner.call('business.createReward', { params, body })).status).toBe(201)
  }
  const { customerId } = await joinElsewhere(server, shop)
  await open(`/customer/${customerId}`)
  const now = await screen.findByRole('link', { name: /^Coffee\s+Redeem$/ })
  expect(now.getAttribute('href')).toBe('#rewards')
  await screen.findByText(says('Just 1 more point for Cake'))
  const section = (await heading('Available Rewards')).closest('section') as HTMLElement
  expect(section.id).toBe('rewards')
  expect(foldedIn(section)).toEqual(['Cake', 'Feast'])
  within(section).getByRole('progressbar', { name: 'Points toward Feast' })

  await server.sql`update customer set points = 10 where business_id = ${shop.businessId}`
  await open(`/customer/${customerId}`)
  await screen.findByText(says('Just 40 more points for Coffee'))
  const unreached = (await heading('Available Rewards')).closest('section') as HTMLElement
  expect(foldedIn(unreached)).toEqual(['Cake', 'Feast'])
  expect(within(unreached).getAllByRole('heading', { level: 3 })).toHaveLength(3)
})

test.for([
  ['en', [/^Coffee and 1 more Show code$/, 'QR code for coupon', 'Just 40 more points for Feast']],
  [
    'es',
    [/^Coffee y 1 más Mostrar código$/, 'Código QR del cupón', 'Te faltan 40 puntos para Feast'],
  ],
] as const)(
  'in %s, leads with the coupons in hand, and one press shows a code',
  async ([language, [inHand, qr, toGo]], { server }) => {
    const shop = await createTestBusiness(server)
    await server.sql`update reward set points_required = 90, name = 'Feast'
      where id = ${shop.rewardId}`
    const owner = await new TestBrowser(server.url).signIn(shop.ownerEmail)
    const terms = { discountType: 'fixed', discountValue: '4.50', pointsRequired: 50 } as const
    const params = { businessId: shop.businessId }
    const body = { name: 'Coffee', ...terms }
    const { id: rewardId } = (await owner.call('business.createReward', { params, body })).body
    const { customerId, memberId } = await joinElsewhere(server, shop)
    const redeeming = { params: { customerId, rewardId } }
    const redeemed = await new TestBrowser(server.url).call('reward.redeem', redeeming)
    await prefer(language)
    await open(`/customer/${customerId}`)
    const first = await screen.findByRole('link', { name: inHand })
    expect(first.getAttribute('href')).toBe('#coupons')
    const follows = (one: Element, other: Element) =>
      one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(follows(first, await screen.findByText(says(toGo)))).toBeTruthy()
    first.click()
    await screen.findByRole('img', { name: `${qr} ${redeemed.body.couponCode}` })

    await server.sql`update coupon set used_at = now() where member_id = ${memberId}`
    await open(`/customer/${customerId}`)
    await screen.findByText(says(toGo))
    await expect.poll(() => screen.queryByRole('link', { name: inHand })).toBeNull()
    expect(screen.queryByText(/Show code|Mostrar código/)).toBeNull()
  },
)

/** The names of the rewards that are not yet in reach, in a closed fold. */
function foldedIn(section: HTMLElement): (string | null)[] {
  const notYet = within(section).getByText('Not yet (2)').closest('details') as HTMLElement
  expect(notYet.hasAttribute('open')).toBe(false)
  const folded = within(notYet).getAllByRole('heading', { level: 3 })
  return folded.map(({ textContent }) => textContent)
}

test('shows the newest lines of a long history, with their signs', async ({ server, shop }) => {
  const { customerId, memberId } = await joinElsewhere(server, shop)
  const owner = await ownerOf(server, shop)
  for (let n = 1; n <= limits.historyRows; n += 1) await adjust(owner, memberId, n, `Treat ${n}`)
  await adjust(owner, memberId, -7, 'Counted twice')
  await open(`/customer/${customerId}`)
  const history = await sectionOf('Point History')
  const lines = (await history.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(lines).toHaveLength(limits.historyRows)
  expect(lines[0]).toMatch(/^Counted twice.*-7$/)
  expect(lines[1]).toMatch(/^Treat 10.*\+10$/)
  expect(lines.at(-1)).toMatch(/^Treat 2.*\+2$/)
})

test('explains a debt before any reward, in English and Spanish', async ({ server, shop }) => {
  const { customerId, memberId } = await joinElsewhere(server, shop)
  const params = { customerId, rewardId: shop.rewardId }
  for (const _ of [1, 2]) await new TestBrowser(server.url).call('reward.redeem', { params })
  await adjust(await ownerOf(server, shop), memberId, -30, 'Counted twice')
  await open(`/customer/${customerId}`)
  // The balance, and the line of the history that made it.
  expect(await screen.findAllByText('-30')).toHaveLength(2)
  await screen.findByText('Your next 30 points bring your balance back to zero.')
  expect(screen.queryByText(/more points for/)).toBeNull()
  expect(isDisabled(await screen.findByRole('button', { name: 'Not enough points' }))).toBe(true)
  expect(await server.sql`select points from customer where id = ${memberId}`).toEqual([
    { points: -30 },
  ])

  await prefer('es-US')
  await open(`/customer/${customerId}`)
  await screen.findByText('Con tus próximos 30 puntos, tu saldo vuelve a cero.')
  await screen.findByRole('button', { name: 'No tienes puntos suficientes' })
  await heading('Historial de puntos')
  // People's own words stay as they wrote them; the server's are translated.
  await screen.findByText('Counted twice')
  await screen.findByText('Puntos de bienvenida')
  await screen.findAllByText('Canje: Coffee')
})
