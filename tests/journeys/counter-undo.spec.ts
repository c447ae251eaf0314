/**
 * Undo for the rest of the day: a sale, a redemption and a used coupon are undone from the member's
 * pad after a reload, after the browser was killed without a network, and after the till was locked.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import type { RunningApp } from './support/app.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'
import { firstNameOf, setPin, tillOfStaff } from './support/till.ts'

const counterOf = (page: Page) => ({
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  today: page.getByRole('region', { name: 'Today', exact: true }),
  allSent: () =>
    expect(page.getByRole('link', { name: 'All synced' })).toBeVisible({ timeout: 60_000 }),
  record: async (money: string) => {
    await page.getByRole('button', { name: `Record ${money}`, exact: true }).click()
    await expect(page.getByLabel('Amount')).toBeHidden()
  },
  open: async (name: string) => {
    await page.getByRole('combobox', { name: 'Find a member' }).fill(name)
    await page.getByRole('option').filter({ hasText: name }).first().click()
    await expect(page.getByLabel('Amount')).toBeVisible()
  },
})

async function signUp(page: Page, firstName: string) {
  await page.getByRole('button', { name: 'New Member' }).click()
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill('Ashdown')
  await page.getByLabel('Email').first().fill(`${firstName.toLowerCase()}@example.com`)
  await page.getByRole('button', { name: 'Accept and Sign Up' }).click()
  await expect(page.getByRole('region', { name: `${firstName} Ashdown` })).toBeVisible()
}

const stateOf = async (app: RunningApp, email: string) => {
  const [row] = await app.sql<Record<string, unknown>[]>`select
      (select count(*)::int from purchase p where p.member_id = c.id
        and p.reversed_at is null) as sales,
      (select count(*)::int from coupon k where k.member_id = c.id
        and k.source = 'reward' and k.voided_at is null) as rewards,
      (select count(*)::int from coupon k where k.member_id = c.id
        and k.used_at is not null) as used
    from customer c where c.business_id = ${app.businessId} and c.email = ${email}`
  return row
}

test(
  'a sale, a redemption and a used coupon are undone after a reload, and after a kill',
  deep,
  async ({ app, network, till }) => {
    let page = await till.open()
    await signIn(page, network, app.staff)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    let counter = counterOf(page)
    await signUp(page, 'Undine')
    await page.getByLabel('Amount').fill('4.20')
    await counter.record('$4.20')
    await counter.open('Undine')
    await page.getByRole('tab', { name: 'Rewards' }).click()
    await counter.button('Redeem').first().click()
    await counter.button('Keep for Later').click()
    await counter.open('Undine')
    await page.getByRole('tab', { name: 'Coupons' }).click()
    await page.getByRole('button', { name: /^Welcome/ }).click()
    await counter.button('Use Coupon').click()
    // A used coupon ends in a sale: what is typed is the bill, and what was paid is recorded.
    await page.getByLabel('Amount').fill('18.50')
    await expect(page.getByText('10% off: $18.50 → $16.65')).toBeVisible()
    await counter.record('$16.65')
    await counter.allSent()
    const email = 'undine@example.com'
    expect(await stateOf(app, email)).toEqual({ sales: 2, rewards: 1, used: 1 })

    await page.reload()
    await counter.open('Undine')
    await expect(counter.today.getByRole('listitem')).toHaveText([
      /^Purchase of \$16\.65/,
      /^Used Welcome/,
      /^Redeemed /,
      /^Purchase of \$4\.20/,
    ])
    const undo = async (what: RegExp) => {
      const row = counter.today.getByRole('listitem').filter({ hasText: what })
      await row.getByRole('button', { name: 'Undo' }).click()
      await expect(row).toHaveCount(0)
    }
    await undo(/^Purchase of \$16\.65/)
    await expect(counter.today.getByText('$16.65 for Undine Ashdown was undone.')).toBeVisible()
    await counter.allSent()
    expect(await stateOf(app, email)).toEqual({ sales: 1, rewards: 1, used: 1 })

    await till.kill()
    network.mode = 'unreachable'
    await till.reopen()
    page = await till.open(`${network.url}/counter`)
    counter = counterOf(page)
    await counter.open('Undine')
    await undo(/^Used Welcome/)
    await undo(/^Redeemed /)
    await undo(/^Purchase of \$4\.20/)
    await expect(counter.today.getByRole('listitem')).toHaveCount(0)
    await till.kill()
    network.mode = 'well'
    await till.reopen()
    page = await till.open(`${network.url}/counter`)
    await counterOf(page).allSent()
    expect(await stateOf(app, email)).toEqual({ sales: 0, rewards: 0, used: 0 })
  },
)

test(
  'a redemption left unconfirmed comes back by name after a reload, to be handed over',
  deep,
  async ({ app, network, page }) => {
    await signIn(page, network, app.staff)
    const counter = counterOf(page)
    await signUp(page, 'Perpetua')
    await counter.allSent()
    network.mode = 'unreachable'
    await page.getByRole('tab', { name: 'Rewards' }).click()
    await counter.button('Redeem').first().click()
    await counter.button('Done').click()
    await expect(page.getByRole('region', { name: 'Perpetua Ashdown' })).toBeHidden()
    network.mode = 'well'
    await page.reload()
    const row = page.getByText(/for Perpetua Ashdown is confirmed\. Hand it over now\.$/)
    await expect(row).toBeVisible()
    await counter.button('Mark as Used Now').click()
    await expect(row).toBeHidden()
    await counter.allSent()
    expect(await stateOf(app, 'perpetua@example.com')).toMatchObject({ rewards: 1, used: 1 })
  },
)

test(
  'a redemption on the screen when the browser is killed comes back by name once confirmed',
  deep,
  async ({ app, network, till }) => {
    const page = await till.open()
    await signIn(page, network, app.staff)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    const counter = counterOf(page)
    await signUp(page, 'Sophronia')
    await counter.allSent()
    network.mode = 'unreachable'
    await page.getByRole('tab', { name: 'Rewards' }).click()
    await counter.button('Redeem').first().click()
    await expect(counter.button('Done')).toBeVisible()
    await till.kill()
    network.mode = 'well'
    await till.reopen()
    const again = await till.open(`${network.url}/counter`)
    const row = again.getByText(/for Sophronia Ashdown is confirmed\. Hand it over now\.$/)
    await expect(row).toBeVisible()
    await counterOf(again).button('Mark as Used Now').click()
    await expect(row).toBeHidden()
    await counterOf(again).allSent()
    expect(await stateOf(app, 'sophronia@example.com')).toMatchObject({ rewards: 1, used: 1 })
  },
)

test(
  'the next person at a till can undo a sale made before it was locked',
  deep,
  async ({ app, browser, page }) => {
    const { unlock } = await tillOfStaff({ app, browser }, page, 'Front till')
    await unlock()
    const counter = counterOf(page)
    await page.getByRole('option').first().waitFor()
    await signUp(page, 'Lorelei')
    await page.getByLabel('Amount').fill('5.20')
    await counter.record('$5.20')
    await page.getByRole('button', { name: /lock this till$/ }).click()
    await unlock()
    await counter.open('Lorelei')
    await counter.today.getByRole('button', { name: 'Undo' }).click()
    await expect(counter.today.getByText('$5.20 for Lorelei Ashdown was undone.')).toBeVisible()
    await counter.allSent()
    expect(await stateOf(app, 'lorelei@example.com')).toMatchObject({ sales: 0 })
  },
)

test(
  'another person who unlocks a till begins at the search, also after a reload',
  deep,
  async ({ app, browser, page }) => {
    const own = await browser.newPage(withoutWorker)
    await signIn(own, app, app.owner)
    await setPin(own, app, '271828')
    await own.context().close()
    const { unlock } = await tillOfStaff({ app, browser }, page, 'Rear till')
    const lock = () => page.getByRole('button', { name: /lock this till$/ }).click()
    await unlock()
    await page.getByRole('option').first().click()
    await page.getByLabel('Amount').waitFor()
    await lock()
    await unlock()
    await expect(page.getByLabel('Amount')).toBeVisible()
    await page.reload()
    await unlock()
    await expect(page.getByLabel('Amount')).toBeVisible()
    await page.reload()
    const owner = await firstNameOf(app, app.owner.email)
    await page.getByRole('button', { name: owner, exact: true }).click()
    await page.keyboard.type('271828')
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
  },
)
