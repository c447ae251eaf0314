/**
 * The counter as a cashier works it: keys, a scanner that types, taps; with the network on, off and
 * failing. Everything is saved on this device first and counts once.
 */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { type RunningApp, startApp } from './support/app.ts'
import { type BadNetwork, startBadNetwork } from './support/bad-network.ts'
import { withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

let app: RunningApp
let network: BadNetwork
let page: Page
let begunAt: Date
test.beforeAll(async () => {
  app = await startApp()
  network = await startBadNetwork(app.url)
})
// A till of its own for each test, and the shop as it was: they run in any order, or alone.
test.beforeEach(async ({ browser }) => {
  network.reconnect()
  begunAt = new Date()
  await app.ask((sql) => sql`update reward set is_active = true`)
  await app.ask(
    (sql) =>
      sql`update business set trust_points_per_redemption = null, trust_points_per_device = null`,
  )
  page = await browser.newPage({ ...withoutWorker, viewport: { width: 1024, height: 768 } })
  await signIn(page, network, app.staff)
  await expect(page.getByRole('option').first()).toBeVisible()
})
test.afterEach(() => page.close())
test.afterAll(async () => {
  await network.close()
  await app.close()
})

const search = () => page.getByRole('combobox', { name: 'Find a member' })
const amount = () => page.getByLabel('Amount')
const pane = (name: string) => page.getByRole('region', { name, exact: true })

async function signUp(firstName: string, lastName: string, email: string) {
  await page.getByRole('button', { name: 'New member' }).click()
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Email', { exact: false }).first().fill(email)
  // As every act here: two quick presses are one.
  await pressTwice(page.getByRole('button', { name: 'Accept and sign up' }))
  await expect(pane(`${firstName} ${lastName}`)).toBeVisible()
}

/** A member with 100 points from the welcome, and whatever a first purchase earns. */
async function newMember(firstName: string, spends?: string): Promise<string> {
  const email = `${firstName.toLowerCase()}@example.com`
  await signUp(firstName, 'Okonkwo', email)
  if (spends) {
    await amount().fill(spends)
    await page.keyboard.press('Enter')
    await expect(search()).toBeFocused()
  } else await page.getByRole('button', { name: 'Back to search' }).click()
  await allSent()
  return email
}

const linesOf = async (email: string) =>
  (
    await app.ask<{ line: string }>(
      (sql) => sql`select e.reason || ' ' || e.points as line from points_entry e
        join customer c on c.business_id = e.business_id and c.id = e.member_id
        where c.email = ${email} order by 1`,
    )
  ).map(({ line }) => line)

async function memberIdOf(email: string): Promise<string> {
  const [row] = await app.ask<{ id: string }>(
    (sql) => sql`select id from customer where email = ${email}`,
  )
  return row?.id ?? ''
}

/** What this test's till sent and nobody could do: what is pressed twice must not come twice. */
const refused = () =>
  app.ask(
    (sql) => sql`select name, code from applied_operation
      where status = 'refused' and received_at >= ${begunAt}`,
  )
const timesDone = async (name: string) =>
  (
    await app.ask(
      (sql) => sql`select 1 from applied_operation
        where name = ${name} and received_at >= ${begunAt}`,
    )
  ).length
/** Faster than the first press is saved. */
const pressTwice = (button: Locator) =>
  button.evaluate((element: HTMLButtonElement) => {
    element.click()
    element.click()
  })

const allSent = () =>
  expect(page.getByRole('link', { name: 'All synced' })).toBeVisible({ timeout: 60_000 })

test('staff land on it; a member is signed up and a sale typed without the mouse', async () => {
  await expect(page).toHaveURL(/\/$/)
  await signUp('Tamsin', 'Okonkwo', 'tamsin@example.com')
  await expect(amount()).toBeFocused()
  await page.keyboard.type('1,234.50')
  await expect(page.getByText('Earns 1,234 points')).toBeVisible()
  // Enter twice, faster than the sale is saved, is one sale.
  await amount().evaluate((field: HTMLInputElement) => {
    field.form?.requestSubmit()
    field.form?.requestSubmit()
  })
  const said = page.getByRole('status').filter({ hasText: 'Tamsin Okonkwo' })
  await expect(said).toContainText('$1,234.50 recorded for Tamsin Okonkwo. Balance: 1,334 points.')

  // Ready for the next one; one wrong letter still finds them, arrows and Enter open them.
  await expect(search()).toBeFocused()
  await page.keyboard.type('tamsni')
  await expect(page.getByRole('option').first()).toContainText('Tamsin Okonkwo')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toContainText('Tamsin Okonkwo')
  await page.keyboard.press('Enter')
  await page.keyboard.type('$7')
  await page.keyboard.press('Enter')
  // Until it is saved, Undo is the sale before it.
  await expect(said).toContainText('$7.00 recorded')
  await pressTwice(page.getByRole('button', { name: 'Undo' }))
  await expect(page.getByText('$7.00 for Tamsin Okonkwo was undone.')).toBeVisible()
  await expect(search()).toHaveValue('tamsni')
  await allSent()
  expect(await refused()).toEqual([])
  expect(await timesDone('customer.signUp')).toBe(1)
  expect(await linesOf('tamsin@example.com')).toEqual([
    'purchase 1234',
    'purchase 7',
    'reversal -7',
    'welcome 100',
  ])
})

test('an undo is offered for a minute, and what was done stays in sight after it', async () => {
  await signUp('Undine', 'Okonkwo', 'undine@example.com')
  await page.clock.install()
  await amount().fill('9')
  await page.keyboard.press('Enter')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeEnabled()
  await page.clock.fastForward(30_000)
  await expect(undo).toBeEnabled()
  await page.clock.fastForward(30_000)
  await expect(undo).toBeDisabled()
  await expect(page.getByText(/^\$9\.00 recorded for Undine Okonkwo/)).toBeVisible()
})

test('what is no amount is not recorded, and it says what to type', async () => {
  await newMember('Ursula')
  await search().fill('Ursula')
  await page.keyboard.press('Enter')
  for (const wrong of ['seven', '12,34,5', '1.234', '-5']) {
    await amount().fill(wrong)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Enter an amount like 12.50')).toBeVisible()
    await expect(amount()).toHaveValue(wrong)
  }
  await amount().fill('0')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter an amount greater than $0.00')).toBeVisible()
  await page.getByRole('button', { name: 'Back to search' }).click()
})

test('a scanner that types opens the member wherever the focus is, and leaves the amount empty', async () => {
  const memberId = await memberIdOf(await newMember('Valentina'))
  await page.getByRole('button', { name: 'New member' }).focus()
  await page.keyboard.type(`${network.url}/member/${memberId}`)
  await page.keyboard.press('Enter')
  await expect(pane('Valentina Okonkwo')).toBeVisible()
  await expect(amount()).toBeFocused()
  await page.keyboard.type(`${network.url}/member/${memberId}`)
  await page.keyboard.press('Enter')
  await expect(amount()).toHaveValue('')
  // A number goes to the amount, wherever the focus is; a key of the pad takes it from there.
  await page.getByRole('tab', { name: 'Purchase' }).focus()
  await page.keyboard.type('12')
  await expect(amount()).toHaveValue('12')
  await page.getByRole('button', { name: '5', exact: true }).click()
  await expect(amount()).toBeFocused()
  await amount().fill('')
  for (const stranger of ['https://evil.example/member/1', `${network.url}/customer/${memberId}`]) {
    await page.keyboard.type(stranger)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      stranger.includes('evil') ? 'leads to another site' : 'private link',
    )
  }
  expect(new URL(page.url()).origin).toBe(network.url)
  await page.getByRole('button', { name: 'Back to search' }).click()
})

test('a reward is redeemed, its coupon appears in place, is undone, redeemed again and used', async () => {
  const email = await newMember('Wilhelmina', '80')
  await search().fill('Wilhelmina')
  await page.keyboard.press('Enter')
  // The dearest that 180 points buy, on the first screen, and the way back.
  await page.getByRole('button', { name: 'Redeem 15% off your order (120 points)' }).click()
  await expect(page.getByRole('img', { name: /QR code of coupon/ })).toBeVisible()
  await pressTwice(page.getByRole('button', { name: 'Undo' }).last())
  await expect(page.getByText('15% off your order was undone. The points went back')).toBeVisible()
  await search().fill('Wilhelmina')
  await page.keyboard.press('Enter')
  await expect(pane('Wilhelmina Okonkwo').getByText('180 points')).toBeVisible()
  await page.getByRole('tab', { name: 'Rewards' }).click()
  const redeem = page.getByRole('listitem').filter({ hasText: 'Free espresso' })
  // Two quick taps are one reward.
  await pressTwice(redeem.getByRole('button', { name: 'Redeem' }))
  await page.getByRole('button', { name: 'Mark as used now' }).click()
  await expect(page.getByText('Free espresso is used.')).toBeVisible()
  await allSent()
  expect(await refused()).toEqual([])
  expect(await linesOf(email)).toEqual([
    'purchase 80',
    'redemption -120',
    'redemption -60',
    'reversal 120',
    'welcome 100',
  ])
  const coupons = await app.ask<{ state: string }>(
    (sql) => sql`select case when used_at is not null then 'used' when voided_at is not null then
        'void' else 'open' end as state
      from coupon where source = 'reward' and member_id =
        (select id from customer where email = ${email}) order by 1`,
  )
  expect(coupons.map(({ state }) => state)).toEqual(['used', 'void'])
})

test('a coupon is checked by its code: valid, used, and one that nobody here knows', async () => {
  const email = await newMember('Xanthe')
  const [coupon] = await app.ask<{ code: string }>(
    (sql) => sql`select code from coupon where source = 'welcome' and member_id =
      (select id from customer where email = ${email})`,
  )
  const code = coupon?.code ?? ''
  await search().fill(code)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Valid', { exact: true })).toBeVisible()
  await pressTwice(page.getByRole('button', { name: 'Use coupon' }))
  await expect(page.getByText(/is used\.$/).first()).toBeVisible()
  await allSent()
  expect(await refused()).toEqual([])
  await search().fill(code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Already used on' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to search' }).click()

  await search().fill('AAAA-BBBB-CCCC')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'No coupon has this code' })).toBeVisible()
  await page.getByRole('button', { name: 'Back to search' }).click()

  // Without an answer its use waits, and nobody is told to accept it.
  network.mode = 'silence'
  await search().fill('AAAA-BBBB-DDDD')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not on this device')).toBeVisible()
  await page.getByRole('button', { name: 'Check when online' }).click()
  await expect(page.getByText(/^Don’t accept it yet/)).toBeVisible()
  network.reconnect()
  const refusal = page.getByRole('region', { name: 'Needs attention' })
  await expect(refusal).toContainText('Check the code with the customer', { timeout: 60_000 })
  await refusal.getByRole('button', { name: 'Dismiss' }).click()
  await expect(refusal).toBeHidden()
  await page.getByRole('button', { name: 'Back to search' }).click()
})

test('offline everything is saved at once and nothing is handed over too early; then it settles', async () => {
  const email = await newMember('Perpetua')
  network.mode = 'silence'
  // On a slow tablet fingers are ahead of the screen: no key of the amount may land in the search.
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
  // What the balance buys is one tap away after the sale.
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
  await expect(page.getByRole('button', { name: 'Mark as used now' })).toBeHidden()
  network.reconnect()
  await expect(page.getByRole('img', { name: /QR code of coupon/ })).toBeVisible({
    timeout: 60_000,
  })
  await page.getByRole('button', { name: 'Keep for later' }).click()
  await allSent()
  expect(await linesOf(email)).toEqual(['purchase 20', 'redemption -60', 'welcome 100'])
})

test('a refusal comes back where the cashier is, with the next step', async () => {
  await newMember('Yolanda')
  network.mode = 'silence'
  await search().fill('Yolanda')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Rewards' }).click()
  await app.ask((sql) => sql`update reward set is_active = false where name = 'Free espresso'`)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Free espresso' })
    .getByRole('button', { name: 'Redeem' })
    .click()
  network.reconnect()
  await expect(page.getByText('Free espresso was not redeemed')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Done' }).click()
  const refusal = page.getByRole('region', { name: 'Needs attention' })
  await expect(refusal).toContainText('This reward is no longer offered.')
  await expect(refusal).toContainText('Choose another reward.')
  await refusal.getByRole('button', { name: 'Open member' }).click()
  await expect(pane('Yolanda Okonkwo').getByText('100 points')).toBeVisible()
  await page.getByRole('button', { name: 'Back to search' }).click()
  await refusal.getByRole('button', { name: 'Dismiss' }).click()
  await allSent()
})

test('who signs up again is found before a second record is made', async () => {
  await newMember('Rosalind')
  // All that was typed on the line of the search goes where it belongs.
  await search().fill('rosalynd okonkwo rosalynd@example.com')
  await page.getByRole('button', { name: 'New member' }).click()
  await expect(page.getByLabel('First name')).toHaveValue('Rosalynd')
  await expect(page.getByLabel('Last name')).toHaveValue('Okonkwo')
  await expect(page.getByLabel('Email').first()).toHaveValue('rosalynd@example.com')
  const likely = page.getByRole('region', { name: 'Already a member?' })
  await expect(likely.getByRole('button', { name: /Rosalind Okonkwo.*Same name/ })).toBeVisible()
  await likely.getByRole('button').first().click()
  await expect(pane('Rosalind Okonkwo')).toBeVisible()
  await page.getByRole('button', { name: 'Back to search' }).click()
})

test('a sign-up that meets an existing member says so, and where the sale went', async () => {
  const email = await newMember('Sabrina')
  network.mode = 'silence'
  await signUp('Tamara', 'Other', email)
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^\$3\.00 recorded for Tamara Other/)).toBeVisible()
  network.reconnect()
  const notice = page.getByText(/^Sabrina Okonkwo was already a member\. What you recorded/)
  await expect(notice).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: 'Open member' }).click()
  await expect(notice).toBeHidden()
  await expect(pane('Sabrina Okonkwo')).toBeVisible()
  await allSent()
  expect(await linesOf(email)).toContain('purchase 3')
  await page.getByRole('button', { name: 'Back to search' }).click()
})

test('with a connection it says so where the cashier is looking', async () => {
  const email = await newMember('Serafina')
  await page.getByRole('button', { name: 'New member' }).click()
  await page.getByLabel('First name').fill('Tobias')
  await page.getByLabel('Last name').fill('Other')
  await page.getByLabel('Email', { exact: false }).first().fill(email)
  await page.getByRole('button', { name: 'Accept and sign up' }).click()
  await expect(pane('Serafina Okonkwo')).toBeVisible()
  await expect(page.getByText(/^Serafina Okonkwo was already a member\./)).toHaveCount(1)
  await expect(page.getByText('Tobias is signed up.')).toBeHidden()
  await page.getByRole('button', { name: 'Back to search' }).click()
})

test('a coupon that another device used meanwhile is not said to be used here', async () => {
  const email = await newMember('Ulrika')
  const [coupon] = await app.ask<{ code: string }>(
    (sql) => sql`select code from coupon where source = 'welcome' and member_id =
      (select id from customer where email = ${email})`,
  )
  await search().fill(coupon?.code ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Use coupon' })).toBeVisible()
  network.mode = 'silence'
  await app.ask((sql) => sql`update coupon set used_at = now() where code = ${coupon?.code ?? ''}`)
  await page.getByRole('button', { name: 'Use coupon' }).click()
  const said = page.getByRole('status').filter({ hasText: 'Welcome: 10% off' })
  await expect(said).toContainText('is used.')
  network.reconnect()
  await expect(said).toContainText('Coupon was refused', { timeout: 60_000 })
  await expect(said).not.toContainText('is used.')
  await page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('button', { name: 'Dismiss' })
    .click()
})

test('a member’s address opens the member for staff and explains itself to others', async ({
  browser,
}) => {
  const memberId = await memberIdOf(await newMember('Zuleika'))
  await page.goto(`${network.url}/member/${memberId}`)
  await expect(pane('Zuleika Okonkwo')).toBeVisible()
  await expect(page).toHaveURL(/\/counter\?member=/)
  const stranger = await browser.newPage()
  await stranger.goto(`${app.url}/member/${memberId}`)
  await expect(
    stranger.getByRole('heading', { name: 'Show this code at the counter' }),
  ).toBeVisible()
  await expect(stranger.getByText('Zuleika')).toBeHidden()
  await stranger.close()
})

test('where the owner trusts, a reward is handed over offline and counts once it syncs', async ({
  browser,
}) => {
  const email = await newMember('Ottilie', '100')
  const office = await browser.newContext({
    ...withoutWorker,
    viewport: { width: 1280, height: 800 },
  })
  const owner = await office.newPage()
  await signIn(owner, app, app.owner)
  await owner.getByRole('link', { name: 'Offline Redemption' }).click()
  await expect(owner.getByRole('link', { name: 'See who owes points' })).toBeVisible()
  await owner.getByRole('radio', { name: /Trust within limits/ }).check()
  await owner.getByLabel(/Most points for one reward/).fill('90')
  await owner.getByLabel(/Most points per device/).fill('100')
  await expect(owner.getByText(/^Worst case: \d+ devices? .* could hand over/)).toBeVisible()
  await owner.getByRole('button', { name: 'Save' }).click()
  await expect(owner.getByText('Offline redemption updated')).toBeVisible()
  await office.close()

  await page.goto(`${network.url}/counter`)
  await allSent()
  network.mode = 'unreachable'
  await search().fill('Ottilie')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
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
    app.ask(
      (sql) => sql`select id from coupon where used_at is not null and description =
        'Pastry of the day' and member_id = (select id from customer where email = ${email})`,
    )
  expect(await given()).toHaveLength(1)

  // The connection is gone, and the till has not noticed yet.
  network.mode = 'unreachable'
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

for (const [mode, name] of [
  ['loseAnswers', 'Henrietta'],
  ['cutAnswers', 'Isadora'],
] as const) {
  test(`${mode}: a sign-up, a sale, a redemption and a coupon whose answers do not arrive count once`, async () => {
    const email = await newMember(name)
    const [welcome] = await app.ask<{ code: string }>(
      (sql) => sql`select code from coupon where source = 'welcome' and member_id =
        (select id from customer where email = ${email})`,
    )
    // The coupon must have arrived while answers still do: a till verifies what it holds.
    await search().fill(welcome?.code ?? '')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Use coupon' })).toBeVisible()
    network.mode = mode
    const other = `${name.toLowerCase()}2@example.com`
    await signUp(`${name}-Anne`, 'Zimmermann', other)
    await amount().fill('10')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^\$10\.00 recorded/)).toBeVisible()
    await search().fill(welcome?.code ?? '')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Use coupon' }).click()
    await expect(page.getByText(/is used\.$/).first()).toBeVisible()
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
    const coupons = await app.ask<{ line: string }>(
      (sql) => sql`select source || ' ' || (used_at is not null) as line from coupon
        where member_id = (select id from customer where email = ${email}) order by 1`,
    )
    expect(coupons.map(({ line }) => line)).toEqual(['reward false', 'welcome true'])
  })
}
