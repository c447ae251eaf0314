/** Rewards at the counter: redeemed, undone, and handed over on trust. */
import { expect, pressTwice, startShift, test } from './support/at-counter.ts'
import { laptop } from './support/device-browser.ts'
import { withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

// Restores the shop, so that each test can run alone and in any order.
test.beforeEach(async ({ page, network, app }) => {
  await app.sql`update reward set is_active = true where business_id = ${app.businessId}`
  await app.sql`
    update business set trust_points_per_redemption = null, trust_points_per_device = null
    where id = ${app.businessId}`
  await startShift(page, network, app)
})

test('a reward is redeemed, its coupon appears in place, is undone, redeemed again and used', async ({
  page,
  app,
  search,
  pane,
  allSent,
  newMember,
  linesOf,
  refused,
}) => {
  const email = await newMember('Wilhelmina', '80')
  await search().fill('Wilhelmina')
  await page.keyboard.press('Enter')
  // The most expensive reward for 180 points is on the first screen, and can be undone.
  await page.getByRole('button', { name: 'Redeem 15% off your order (120 points)' }).click()
  await expect(page.getByRole('img', { name: /QR code of coupon/ })).toBeVisible()
  await pressTwice(page.getByRole('button', { name: 'Undo' }).last())
  await expect(page.getByText('15% off your order was undone. The points went back')).toBeVisible()
  await search().fill('Wilhelmina')
  await page.keyboard.press('Enter')
  await expect(pane('Wilhelmina Okonkwo').getByText('180 points')).toBeVisible()
  await page.getByRole('tab', { name: 'Rewards' }).click()
  const redeem = page.getByRole('listitem').filter({ hasText: 'Free espresso' })
  // Two quick taps redeem once.
  await pressTwice(redeem.getByRole('button', { name: 'Redeem' }))
  await page.getByRole('button', { name: 'Mark as Used Now' }).click()
  await expect(page.getByText('Free espresso used for Wilhelmina Okonkwo.')).toBeVisible()
  await allSent()
  expect(await refused()).toEqual([])
  expect(await linesOf(email)).toEqual([
    'purchase 80',
    'redemption -120',
    'redemption -60',
    'reversal 120',
    'welcome 100',
  ])
  const coupons =
    await app.sql`select case when used_at is not null then 'used' when voided_at is not null then
      'void' else 'open' end as state
    from coupon where business_id = ${app.businessId} and source = 'reward' and member_id =
      (select id from customer where business_id = ${app.businessId} and email = ${email})
    order by 1`
  expect(coupons.map(({ state }) => state)).toEqual(['used', 'void'])
})

test('where the owner trusts, a reward is handed over offline and counts once it syncs', async ({
  page,
  app,
  network,
  browser,
  search,
  allSent,
  newMember,
}) => {
  const office = await browser.newContext({ ...withoutWorker, viewport: laptop })
  const owner = await office.newPage()
  await signIn(owner, app, app.owner, '/business-dashboard/settings')
  await owner.getByRole('link', { name: 'Offline Redemption' }).first().click()
  await expect(owner.getByRole('link', { name: 'See who owes points' })).toBeVisible()
  await owner.getByRole('radio', { name: /Trust within limits/ }).check()
  await owner.getByLabel(/Most points for one reward/).fill('90')
  await owner.getByLabel(/Most points per device/).fill('100')
  await expect(owner.getByText(/^Worst case: \d+ devices? .* could hand over/)).toBeVisible()
  await owner.getByRole('button', { name: 'Save' }).click()
  await expect(owner.getByText('Offline redemption updated')).toBeVisible()
  // The message appears before the owner's device has sent the limits.
  const limits = () =>
    app.sql`select 1 from business
      where id = ${app.businessId} and trust_points_per_device = 100`
  await expect.poll(limits, { timeout: 60_000 }).toHaveLength(1)
  await office.close()

  const email = await newMember('Ottilie', '100')
  // The till trusts only a pulled balance, and knows the owner's limits from the same pull.
  const pulled = page.waitForResponse('**/api/sync/pull*')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await (await pulled).finished()
  network.mode = 'unreachable'
  await search().fill('Ottilie')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  // The till may notice that it is offline while the sale is still open.
  await expect(page.getByText(/^\$1\.00 recorded/)).toBeVisible()
  await expect(search()).toBeFocused()
  await expect(page.getByText(/offline/i).first()).toBeVisible({ timeout: 60_000 })
  await search().fill('Ottilie')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Rewards' }).click()
  const pastry = page.getByRole('listitem').filter({ hasText: 'Pastry of the day' })
  await pastry.getByRole('button', { name: 'Redeem' }).click()
  await expect(page.getByText(/^Hand it over now/)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  network.reconnect()
  await allSent()
  const given = () =>
    app.sql`select id from coupon where business_id = ${app.businessId} and used_at is not null
      and description = 'Pastry of the day' and member_id = (select id from customer
        where business_id = ${app.businessId} and email = ${email})`
  expect(await given()).toHaveLength(1)

  // The connection fails with the push itself, so the till cannot notice it earlier.
  network.breakAfter('/api/sync/push', 'unreachable', '/api')
  await search().fill('Ottilie')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Rewards' }).click()
  await pastry.getByRole('button', { name: 'Redeem' }).click()
  await page.getByRole('button', { name: 'Hand It Over Now' }).click()
  await expect(page.getByText(/^Hand it over now/)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  network.reconnect()
  await allSent()
  expect(await given()).toHaveLength(2)
})
