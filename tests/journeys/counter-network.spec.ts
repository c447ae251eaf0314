/**
 * The counter while the network is off or fails midway: saves a sign-up, a sale, a redemption and a
 * coupon at once, warns staff not to hand over yet, and counts each once.
 */
import { expect, startShift, test } from './support/at-counter.ts'

test.beforeEach(({ page, network, app }) => startShift(page, network, app))

test('saves every action at once offline, says not to hand over yet, and syncs when online', async ({
  page,
  network,
  search,
  pane,
  allSent,
  newMember,
  linesOf,
}) => {
  const email = await newMember('Perpetua')
  network.mode = 'silence'
  // On a slow tablet, fingers are faster than the screen: no digit of the amount may end up in the
  // search.
  const slow = await page.context().newCDPSession(page)
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await search().fill('Perpetua')
  await page.keyboard.press('Enter')
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await expect(
    page.getByText('$20.00 recorded for Perpetua Okonkwo. Balance: 120 points.'),
  ).toBeVisible()
  // The reward that the balance buys is one tap away after the sale.
  await page.getByRole('button', { name: 'Rewards' }).click()
  await expect(pane('Perpetua Okonkwo').getByText('120 points', { exact: true })).toBeVisible()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Free espresso' })
    .getByRole('button', { name: 'Redeem' })
    .click()
  await expect(
    page.getByText('Don’t hand it over yet. The coupon appears once this syncs.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as Used Now' })).toBeHidden()
  network.reconnect()
  await expect(page.getByRole('img', { name: /QR code of coupon/ })).toBeVisible({
    timeout: 60_000,
  })
  await page.getByRole('button', { name: 'Keep for Later' }).click()
  await allSent()
  expect(await linesOf(email)).toEqual(['purchase 20', 'redemption -60', 'welcome 100'])
})

for (const [mode, name] of [
  ['loseAnswers', 'Henrietta'],
  ['cutAnswers', 'Isadora'],
] as const) {
  test(`${mode}: a sign-up, a sale, a redemption and a coupon whose answers do not arrive count once`, async ({
    page,
    app,
    network,
    search,
    amount,
    allSent,
    signUp,
    newMember,
    linesOf,
    welcomeOf,
  }) => {
    const email = await newMember(name)
    const welcome = await welcomeOf(email)
    // The coupon must have reached the till before the network fails, because a till verifies the
    // coupons it holds.
    await search().fill(welcome)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Use Coupon' })).toBeVisible()
    network.mode = mode
    const other = `${name.toLowerCase()}2@example.com`
    await signUp(`${name}-Anne`, 'Zimmermann', other)
    await amount().fill('10')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^\$10\.00 recorded/)).toBeVisible()
    await search().fill(welcome)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Use Coupon' }).click()
    await expect(page.getByText(/ used for /).first()).toBeVisible()
    await search().fill(`${name} Okonkwo`)
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Rewards' }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Free espresso' })
      .getByRole('button', { name: 'Redeem' })
      .click()
    await expect(page.getByText(/^Don’t hand it over yet/)).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    network.reconnect()
    await allSent()
    expect(await linesOf(other)).toEqual(['purchase 10', 'welcome 100'])
    expect(await linesOf(email)).toEqual(['redemption -60', 'welcome 100'])
    const coupons = await app.sql`select source || ' ' || (used_at is not null) as line from coupon
      where business_id = ${app.businessId} and member_id = (select id from customer
        where business_id = ${app.businessId} and email = ${email}) order by 1`
    expect(coupons.map(({ line }) => line)).toEqual(['reward false', 'welcome true'])
  })
}
