/**
 * The next tap is always on the screen: the counter's main buttons are whole, uncovered and where
 * the thumb is, in every tab of `counterTabs`, in light and dark, without scrolling.
 */
import { expect, type Locator, type Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { counterTabs, phone, sidewaysPhones, uprightTablet } from './support/device-browser.ts'
import { test, withoutWorker } from './support/journey.ts'
import { cutByFoot, expectWhole, pressable } from './support/next-tap.ts'
import {
  expectTypedInView,
  keyboardPx,
  pretendKeyboard,
  setKeyboard,
} from './support/screen-keyboard.ts'
import { signIn } from './support/sign-in.ts'

test.use({ ...withoutWorker, hasTouch: true })

const longName = {
  first: 'Maximiliane-Alexandrina Theodora',
  last: 'von Württemberg-Hohenzollern-Sigmaringen',
}
const tabletWidth = 768

async function topsOf(page: Page, ...buttons: Locator[]): Promise<number[][]> {
  const tops: number[][] = []
  for (const size of counterTabs) {
    await page.setViewportSize(size)
    await page.evaluate(() => scrollTo(0, 0))
    const boxes = await Promise.all(buttons.map((button) => button.boundingBox()))
    tops.push(boxes.map((box) => Math.round(box?.y ?? Number.NaN)))
  }
  return tops
}

test(
  'every main button of the counter is whole in every tab, and what serves the next customer never moves',
  deep,
  async ({ app, network, page }) => {
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    const member = (points: RegExp) =>
      page.getByRole('option').filter({ hasText: points }).first().click()
    const ways = [button('Scan'), button('New Member')] as const
    const fixed = [...ways, page.getByRole('combobox')] as const
    const back = () => button('Back to search').click()
    const amount = page.getByLabel('Amount')
    const zero = page
      .getByRole('group', { name: 'Number pad' })
      .getByRole('button', { name: '0', exact: true })

    await page.setViewportSize({ width: 390, height: 664 })
    await signIn(page, network, app.staff)
    await page.getByRole('option').first().waitFor()
    await expectWhole(page, 'idle', ...ways)
    const tops = await topsOf(page, ...fixed)
    counterTabs.forEach(({ width, height }, place) => {
      // Thumbs reach the lower half of a phone.
      const [scan = 0, newMember = 0] = tops[place] ?? []
      if (width < tabletWidth) expect(Math.min(scan, newMember)).toBeGreaterThan(height / 2)
    })

    await member(/\d{3} points/)
    await amount.fill('4.20')
    await expectWhole(page, 'a member', button('Record $4.20'), button(/^Redeem/), zero)
    await button('Record $4.20').click()
    await page.getByText(/^\$4\.20 recorded/).waitFor()
    await expectWhole(page, 'after a sale', ...ways, button('Undo'))
    expect(await topsOf(page, ...fixed), 'after a sale').toEqual(tops)

    await page.getByRole('option').nth(1).click()
    await amount.fill('4.30')
    await expectWhole(page, 'the second member', button('Record $4.30'), zero)
    await page.getByRole('tab', { name: 'Coupons' }).click()
    await page.getByRole('button', { name: /Until/ }).first().click()
    await expectWhole(page, 'a coupon', button('Use Coupon'))
    await back()

    await button('New Member').click()
    await expectWhole(page, 'a new member', button('Accept and Sign Up'))
    await page.getByLabel('First name').fill(longName.first)
    await page.getByLabel('Last name').fill(longName.last)
    await page.getByLabel('Email').first().fill('long@example.com')
    await button('Accept and Sign Up').click()
    await amount.fill('62.40')
    await expectWhole(page, 'a long name', button('Record $62.40'), zero)
    await button('Record $62.40').click()
    await expectWhole(page, 'after a long name', ...ways)
    expect(await topsOf(page, ...fixed), 'after a long name').toEqual(tops)
    await page.getByRole('option').filter({ hasText: longName.first }).first().click()
    await page.getByRole('tab', { name: 'Rewards' }).click()
    await expectWhole(page, 'rewards', button('Redeem'))
    await button('Redeem').click()
    await button('Mark as Used Now').waitFor()
    await expectWhole(page, 'redeemed', button('Mark as Used Now'), button('Undo'))
    await button('Mark as Used Now').click()
    await amount.fill('62.40')
    await button('No Coupon').waitFor()
    await expectWhole(page, 'a used coupon', button(/^Record \$/), button('No Coupon'), zero)
    await back()

    await network.breakAfter('/api/sync', 'unreachable', '/api/sync')
    await member(/\d{3} points/)
    await amount.fill('7.50')
    await button('Record $7.50').click()
    await page.getByText(/^You’re offline/).waitFor()
    await expectWhole(page, 'offline', ...ways)
    expect(await topsOf(page, ...fixed), 'offline').toEqual(tops)
    await member(/\d{3} points/)
    await amount.fill('7.60')
    await expectWhole(page, 'a member, offline', button('Record $7.60'), zero)
    await back()

    await member(/\d{3} points/)
    await button(/^Redeem /).click()
    await button('Done').click()
    await page.getByText(/^Don’t hand over/).waitFor()
    expect(await topsOf(page, ...fixed), 'a redemption that waits').toEqual(tops)
    network.mode = 'well'
    await button('Retry Now').click()
    await page.getByText(/is confirmed\. Hand it over now\.$/).waitFor()
    expect(await topsOf(page, ...fixed), 'a confirmed redemption').toEqual(tops)
    await expectWhole(page, 'a confirmed redemption', ...fixed, button('Mark as Used Now'))
  },
)

for (const size of [phone, uprightTablet]) {
  test(
    `no row moves when an answer arrives at ${size.width}×${size.height}`,
    deep,
    async ({ app, network, page }) => {
      const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
      const members = page.getByRole('option').filter({ hasText: /\d{3} points/ })
      const offer = (isActive: boolean) =>
        app.sql`update reward set is_active = ${isActive} where business_id = ${app.businessId}`
      const topsOfRows = () =>
        page
          .getByRole('option')
          .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().top)))
      async function redeemOffline(place: number) {
        await network.breakAfter('/api/sync', 'unreachable', '/api/sync')
        await members.nth(place).click()
        await button(/^Redeem /).click()
        await button('Done').click()
        await page.getByText(/^You’re offline/).waitFor()
        await page.getByText(/^Don’t hand over/).waitFor()
        return topsOfRows()
      }
      async function reconnect() {
        network.mode = 'well'
        await button('Retry Now').click()
      }
      await offer(true)
      await page.setViewportSize(size)
      await signIn(page, network, app.staff)
      await members.first().waitFor()
      const before = await redeemOffline(0)
      await reconnect()
      await page.getByText(/is confirmed\. Hand it over now\.$/).waitFor()
      expect(await topsOfRows(), 'a confirmed redemption').toEqual(before)
      await button('Keep for Later').click()
      const beforeRefusal = await redeemOffline(1)
      await offer(false)
      await reconnect()
      await page
        .getByText(/was refused/)
        .first()
        .waitFor()
      expect(await topsOfRows(), 'a refusal').toEqual(beforeRefusal)
      await offer(true)
    },
  )
}

test('a long first name leaves the last name whole on a low phone', deep, async ({ app, page }) => {
  await page.setViewportSize({ width: 375, height: 553 })
  await signIn(page, app, app.staff)
  await page.getByRole('button', { name: 'New Member' }).click()
  await page.getByLabel('First name').fill(longName.first)
  await page.getByLabel('Last name').fill('Ortiz')
  await page.getByLabel('Email').first().fill('ortiz@example.com')
  await page.getByRole('button', { name: 'Accept and Sign Up' }).click()
  await page.getByLabel('Amount').fill('4.20')
  const name = page.getByRole('heading', { name: `${longName.first} Ortiz` })
  const last = name.getByText('Ortiz', { exact: true })
  await expect(last).toBeInViewport({ ratio: 1 })
  expect(await last.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  // The currency's sign is in front of the digits, and not part of what is typed.
  await expect(page.getByText('$', { exact: true })).toBeInViewport({ ratio: 1 })
  await expect(page.getByLabel('Amount')).toHaveValue('4.20')
})

test(
  'a refusal and the end of a session cover and move no main button',
  deep,
  async ({ app, network, page }) => {
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    const fixed = [button('Scan'), button('New Member'), page.getByRole('combobox')] as const
    await signIn(page, network, app.staff)
    await page.getByRole('option').first().waitFor()
    const tops = await topsOf(page, ...fixed)
    await page.setViewportSize({ width: 390, height: 664 })
    await page
      .getByRole('option')
      .filter({ hasText: /\d{3} points/ })
      // The name of an earlier test's member is wider than the line.
      .filter({ hasNotText: 'Maximiliane' })
      .first()
      .click()
    await page.getByRole('tab', { name: 'Rewards' }).click()
    await app.sql`update reward set is_active = false where business_id = ${app.businessId}`
    await button('Redeem').click()
    await button('Done').click()
    await page
      .getByText(/was refused/)
      .first()
      .waitFor()
    await expectWhole(page, 'a refusal', ...fixed)
    expect(await topsOf(page, ...fixed), 'a refusal').toEqual(tops)
    await page.setViewportSize({ width: 390, height: 664 })
    const refusal = page.getByRole('region', { name: 'Needs attention' }).locator('summary > span')
    const cut = () =>
      refusal.evaluate((line) =>
        [line, ...line.querySelectorAll('bdi')].map(
          (part) =>
            part.scrollWidth > part.clientWidth && getComputedStyle(part).display !== 'inline',
        ),
      )
    // On two lines, name and act are whole.
    expect(await cut()).toEqual([false, false])
    await refusal.click()
    await expect.poll(cut).toEqual([false, false])
    await refusal.click()
    await page.getByRole('option').nth(2).click()
    await page.getByLabel('Amount').fill('4.20')
    await expectWhole(page, 'a member after a refusal', button('Record $4.20'))
    await app.sql`delete from session where account_id =
      (select id from account where email = ${app.staff.email})`
    await button('Record $4.20').click()
    await page
      .getByText(/^Your session expired/)
      .first()
      .waitFor()
    await expectWhole(page, 'after a sale, below a banner and a refusal', ...fixed)
    expect(await topsOf(page, ...fixed), 'below a banner and a refusal').toEqual(tops)
    await page.getByRole('option').nth(3).click()
    await page.getByLabel('Amount').fill('4.40')
    const ended = page.getByRole('link', { name: 'Session expired' })
    await expectWhole(page, 'a member below a banner', button('Record $4.40'), ended)
  },
)

test(
  'Redeem is whole in every tab, for a member with a long name below a banner',
  deep,
  async ({ app, network, page }) => {
    const button = (name: string | RegExp) => page.getByRole('button', { name }).first()
    await app.sql`update business set plan = 'trial', trial_ends_at = now() + interval '2 days'
      where id = ${app.businessId}`
    // The test above took them out of use.
    await app.sql`update reward set is_active = true where business_id = ${app.businessId}`
    // An owner's banner is the highest: it has a button.
    await signIn(page, network, app.owner, '/counter')
    await page.getByText(/^Your trial ends in/).waitFor()
    await button('New Member').click()
    await page.getByLabel('First name').fill(longName.first)
    await page.getByLabel('Last name').fill(longName.last)
    await page.getByLabel('Email').first().fill('longest@example.com')
    await button('Accept and Sign Up').click()
    await page.getByRole('heading', { level: 2, name: longName.first }).waitFor()
    await expectWhole(page, 'below the pad', button(/^Redeem /))
    await page.getByRole('tab', { name: 'Rewards' }).click()
    await expectWhole(page, 'among the rewards', button('Redeem'))
  },
)

for (const locale of ['en-US', 'es-MX']) {
  test(
    `the button that signs up covers no consent of the ${locale} form`,
    deep,
    async ({ app, browser }) => {
      const context = await browser.newContext({ ...withoutWorker, locale, hasTouch: true })
      const page = await context.newPage()
      await page.setViewportSize(phone)
      await signIn(page, app, app.staff)
      await page.getByRole('button', { name: /^(New Member|Nuevo miembro)$/ }).click()
      const consents = page.getByRole('checkbox')
      await consents.first().waitFor()
      for (const size of [...counterTabs, ...sidewaysPhones]) {
        await page.setViewportSize(size)
        await page.evaluate(() => scrollTo(0, 0))
        expect.soft(await cutByFoot(page), `at ${size.width}×${size.height}`).toEqual([])
        for (const consent of await consents.all()) {
          await consent.focus()
          expect
            .soft(await consent.evaluate(pressable), `${size.width}×${size.height}`)
            .toBe('whole')
        }
      }
      await context.close()
    },
  )
}

test('a keyboard that covers the page’s end covers no button', deep, async ({ app, page }) => {
  await pretendKeyboard(page)
  await page.setViewportSize({ width: 390, height: 664 })
  await signIn(page, app, app.staff)
  await page.getByRole('button', { name: 'New Member' }).click()
  const signUp = page.getByRole('button', { name: 'Accept and Sign Up' })
  await signUp.waitFor()
  await setKeyboard(page, true)
  const bottom = () => signUp.evaluate((element) => element.getBoundingClientRect().bottom)
  await expect.poll(bottom).toBeLessThanOrEqual(664 - keyboardPx)
  await setKeyboard(page, false)
  await expect.poll(bottom).toBeGreaterThan(664 - keyboardPx)
})

test(
  'neither a keyboard nor the button covers the field of a new member that is typed into',
  deep,
  async ({ app, page }) => {
    await pretendKeyboard(page)
    await signIn(page, app, app.staff)
    await page.getByRole('button', { name: 'New Member' }).click()
    const signUp = page.getByRole('button', { name: 'Accept and Sign Up' })
    await expectTypedInView(page, signUp, [
      page.getByLabel('First name'),
      page.getByLabel('Last name'),
      page.getByLabel('Email').first(),
      page.getByLabel('Phone'),
    ])
  },
)
