/**
 * An owner's screens in a real browser: thousands of customers, a lost device that is wiped, exact
 * numbers by keyboard, print.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { expectAccessible } from './support/accessible.ts'
import type { RunningApp } from './support/app.ts'
import { signUpAtCounter } from './support/counter.ts'
import { desktop, laptop, phone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn, signInAtDashboard } from './support/sign-in.ts'
import { firstNameOf } from './support/till.ts'

test.use({ ...withoutWorker, viewport: desktop })

const added = 3000
/**
 * Adds more customers than a screen renders, some with names that a spreadsheet would read as
 * formulas.
 */
async function addCustomers(app: RunningApp): Promise<void> {
  await app.sql`with changed as (
      update business_version set version = version + 1, members = members + ${added}
      where business_id = ${app.businessId} returning business_id, version
    )
    insert into customer select (jsonb_populate_record(c, jsonb_build_object(
      'id', gen_random_uuid(), 'first_name',
      case n when 1 then '=cmd' when 2 then '＝cmd' when 3 then 'ليلى' else 'Bulk' end,
      'last_name', 'Person ' || lpad(n::text, 5, '0'), 'email', 'bulk' || n || '@example.com',
      'email_key', 'bulk' || n || '@example.com', 'mailbox_key', 'bulk' || n || '@example.com',
      'points', n, 'phone', null, 'version', changed.version,
      'created_at', now() - interval '100 days' - n * interval '1 minute'))).*
    from changed, customer c, generate_series(1, ${added}) n
    where c.business_id = changed.business_id
      and c.id = (select id from customer where business_id = ${app.businessId}
        order by created_at limit 1)
      and not exists (select from customer
        where business_id = ${app.businessId} and email = 'bulk1@example.com')`
}

const tableOf = (page: Page) => page.getByRole('table', { name: 'Customers' })
const rowsOf = (page: Page) => tableOf(page).getByRole('row')

test(
  'lists thousands of customers with few rows rendered, and keeps search, filter and order in the address',
  deep,
  async ({ app, page }) => {
    await addCustomers(app)
    await signIn(page, app, app.owner)
    const [counted] = await app.sql<{ count: number }[]>`select count(*)::int from customer
      where business_id = ${app.businessId} and erased_at is null`
    await expect(tableOf(page)).toHaveAttribute('aria-rowcount', String(Number(counted?.count) + 1))
    expect(await rowsOf(page).count()).toBeLessThan(80)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(/^The first 500 of [\d,]+ customers\./)).toBeVisible()
    await expect(rowsOf(page)).toHaveCount(501)
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Export' })).toBeHidden()
    await expect(page.getByRole('tab')).toHaveText(/Customers/)
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(() => rowsOf(page).count()).toBeLessThan(80)
    await tableOf(page).getByRole('button', { name: 'Points' }).click()
    await expect(page).toHaveURL(/sort=-points/)
    await expect(rowsOf(page).nth(1)).toContainText(`Bulk Person 0${added}`)
    await page.getByLabel('Filter customers').selectOption('Not seen for 30 days')
    await page.getByLabel('Search customers').fill('person 0000')
    await expect(page).toHaveURL(/show=away.*q=person|q=person.*show=away/)
    await page.reload()
    await expect(page.getByText('9 customers', { exact: true })).toBeVisible()
    // A customer's page keeps its open tab, and its back link restores the list.
    await rowsOf(page).nth(1).getByRole('button').click()
    await page.getByRole('dialog').getByRole('tab', { name: 'History' }).click()
    await page.getByRole('link', { name: 'Open Full Page' }).click()
    await expect(page).toHaveURL(/customers\/[\da-f-]{36}\?.*view=history/)
    await page.reload()
    await expect(page.getByRole('tab', { name: 'History', selected: true })).toBeVisible()
    // Unlike the drawer, it has room for both.
    const facts = await page.getByRole('main').getByText('Spent', { exact: true }).boundingBox()
    const tabs = await page.getByRole('tablist').boundingBox()
    expect(tabs?.x).toBeGreaterThan((facts?.x ?? 0) + (facts?.width ?? 0))
    await page.getByRole('main').getByRole('link', { name: 'Customers', exact: true }).click()
    await expect(page.getByText('9 customers', { exact: true })).toBeVisible()
    const kept = Object.fromEntries(new URL(page.url()).searchParams)
    expect(kept).toEqual({ show: 'away', sort: '-points', q: 'person 0000' })

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export' }).click()
    const text = readFileSync(await (await saved).path(), 'utf8')
    expect(text).toContain(`"'=cmd",`)
    expect(text).toContain(`"'＝cmd",`)

    await page.getByLabel('Search customers').fill('nobody of this name')
    await expect(page.getByText(/^No customers match “nobody of this name”/)).toBeVisible()
    await page.getByRole('button', { name: 'Show All Customers' }).click()
    await expect(page).not.toHaveURL(/show=|q=/)
    await expect(rowsOf(page).nth(1)).toContainText('Person')

    await page.setViewportSize(phone)
    for (const sort of ['-name', 'spent']) {
      await page.goto(`${app.url}/business-dashboard?sort=${sort}`)
      await expect(page.getByLabel('Sort customers')).toHaveValue(sort)
    }
  },
)

test('a phone’s first screen has customers, and one menu with the acts on their list', async ({
  app,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 664 })
  await signIn(page, app, app.owner, '/business-dashboard?tab=customers')
  await expect(rowsOf(page).nth(3)).toBeVisible()
  const bar = await page.locator('[data-foot-bar]').boundingBox()
  const boxes = await Promise.all([1, 2, 3].map((nth) => rowsOf(page).nth(nth).boundingBox()))
  for (const box of boxes) expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
  const mark = await page.getByRole('banner').getByText('L', { exact: true }).boundingBox()
  expect(mark?.x).toBeLessThan(20)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'More for customers' }).click()
  await page.getByRole('menuitem', { name: 'Import Customers' }).click()
  await expect(page).toHaveURL(/\/business-dashboard\/imports$/)
  await page.goBack()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'More for customers' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^customers-.*\.csv$/)
})

test('the menu’s foot leaves room for every setting on a laptop', async ({ app, page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, app, app.owner, '/business-dashboard/settings')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const links = menu.getByRole('link')
  await expect(menu.getByRole('link', { name: 'Activity Log' })).toBeVisible()
  for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 })
  const foot = page.getByRole('complementary')
  for (const name of ['Profile', 'Email Preferences']) {
    await expect(foot.getByRole('link', { name, exact: true })).toBeInViewport({ ratio: 1 })
  }
  await expect(foot.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 })
})

test(
  'loads the chart of scans on demand and prints several QR codes at once',
  deep,
  async ({ app, page }) => {
    await signIn(page, app, app.owner, '/business-dashboard?tab=qr-codes')
    const scripts = () =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
    await page.getByRole('button', { name: 'More for Window poster' }).click()
    const chart = expect.stringContaining('/days-chart-')
    expect(await scripts()).not.toContainEqual(chart)
    await page.getByRole('menuitem', { name: 'Scans over Time' }).click()
    const scans = page.getByRole('dialog', { name: 'Scans of Window poster' })
    await expect(scans.getByRole('slider')).toBeVisible()
    expect(await scripts()).toContainEqual(chart)
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Print Sheet' }).click()
    await expect(page.getByRole('button', { name: /^Print \d Codes$/ })).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    const printed = page.locator('[data-print-sheet]')
    await expect(printed.getByText('Lantern House Café').nth(1)).toBeVisible()
    // The sheet is hidden from assistive technology behind the dialog, and it is the only printed
    // content.
    await expect(printed.locator('path').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Print \d Codes$/ })).toBeHidden()
    // Paper of a receipt printer, 80 mm less the margins: each code is whole, and wide enough.
    await page.setViewportSize({ width: 212, height: 665 })
    const boxOf = (selector: string) => printed.locator(selector).first().boundingBox()
    const [card, code] = [await boxOf('.qr-sheet-card'), await boxOf('svg:has(path.fill-black)')]
    if (!card || !code) throw new Error('The sheet shows no code')
    expect(code.x).toBeGreaterThanOrEqual(card.x)
    expect(code.x + code.width).toBeLessThanOrEqual(card.x + card.width)
    expect(code.y + code.height).toBeLessThanOrEqual(card.y + card.height)
    expect(Math.min(code.width, code.height)).toBeGreaterThan(150)
    // No paper breaks an address inside the code that its reader types: the roll, A6, A4 and A3.
    for (const width of [212, 321, 718, 1047]) {
      await page.setViewportSize({ width, height: 665 })
      expect(await linesOfCodes(printed)).toEqual([1, 1, 1])
    }
    await page.setViewportSize({ width: 321, height: 484 })
    for (const each of await printed.locator('.qr-sheet-card').all()) {
      expect((await each.boundingBox())?.height).toBeLessThan(484)
    }
  },
)

/** The number of lines over which each printed address spreads its code. */
const linesOfCodes = (printed: Locator) =>
  printed.locator('p', { hasText: '/customer-signup/' }).evaluateAll((addresses) =>
    addresses.map((address) => {
      const text = document.createTreeWalker(address, NodeFilter.SHOW_TEXT)
      let [last, length] = [address as Node, 0]
      while (text.nextNode()) {
        last = text.currentNode
        length = last.textContent?.length ?? 0
      }
      const code = address.textContent?.split('/').at(-1) ?? ''
      const range = document.createRange()
      range.setStart(last, length - code.length)
      range.setEnd(last, length)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    }),
  )

test('a lost device is signed out from the list of devices, and forgets the customers', async ({
  app,
  page,
  browser,
}) => {
  const pocket = await browser.newContext({ viewport: desktop, ...withoutWorker })
  const lost = await pocket.newPage()
  await signInAtDashboard(lost, app, app.staff)
  await signUpAtCounter(lost, 'Lost', `lost-${randomUUID()}@example.com`)
  await lost.keyboard.press('Escape')
  await expect(lost.getByRole('link', { name: 'All synced' })).toBeVisible()

  await signIn(page, app, app.owner, '/business-dashboard/plan')
  const menu = page.getByRole('navigation', { name: 'Main' })
  // A desktop's sidebar shows all of its links.
  await expect(menu.getByRole('link', { name: 'Activity Log' })).toBeInViewport({ ratio: 1 })
  await expect.poll(() => menu.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
  // A lower one scrolls to the link of the open screen.
  await page.setViewportSize(laptop)
  await page.reload()
  const links = page.getByRole('navigation').getByRole('link')
  const current = links.and(page.locator('[aria-current="page"]'))
  await expect(current).toHaveText('Plan')
  await expect(current).toBeInViewport()
  await links.filter({ hasText: /^Devices$/ }).click()
  const staffName = await firstNameOf(app, app.staff.email)
  const ofStaff = { name: RegExp(`^Sign out and wipe .* of ${staffName} `) }
  await page.getByRole('button', ofStaff).first().click()
  const question = page.getByRole('alertdialog', { name: /^Sign out / })
  await question.getByRole('button', { name: 'Sign Out and Wipe' }).click()
  await expect(question).toBeHidden()
  await lost.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect
    .poll(() =>
      lost.evaluate(async () =>
        (await indexedDB.databases()).filter(({ name }) => name !== 'regulars-device'),
      ),
    )
    .toEqual([])
  await lost.goto(`${app.url}/counter`)
  await lost.waitForURL('**/login*')
  await pocket.close()
})

test('an owner reads exact numbers by keyboard and in a table', deep, async ({ app, page }) => {
  await signIn(page, app, app.owner)
  await page.getByRole('link', { name: 'Analytics' }).click()
  await expect(page.getByRole('button', { name: /^Sign-ups \d+/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectAccessible(page)

  const owed = page.locator('section').filter({ hasText: 'Points You Owe' })
  for (const figure of [
    /^Points outstanding\d+,\d+The sum of every member’s balance above zero today\.$/,
    /^Value, at most\$\d+\.\d+If all of it went to the dollar reward/,
    /^Redemption rate\d+%[\d,]+ of the [\d,]+ points ever given were spent on rewards\.$/,
    /^Breakage\d+%\d+ of the outstanding points belong to members without activity for 365 days/,
  ]) {
    await expect(owed.locator('dl > div').filter({ hasText: figure })).toHaveCount(1)
  }
  // On paper its heading stays with the figures.
  await page.emulateMedia({ media: 'print' })
  await expect(owed).toHaveCSS('break-inside', 'avoid')
  await expect(owed.locator('header')).toHaveCSS('break-after', 'avoid')
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: /^Sales/ }).click()
  const chart = page.getByRole('slider', { name: 'Sales by day' })
  await chart.focus()
  await page.keyboard.press('End')
  const said = String(await chart.getAttribute('aria-valuetext'))
  expect(said).toMatch(/^\w+ \d+: This period \$[\d,.]+, Before \$[\d,.]+$/)
  await page.keyboard.press('ArrowLeft')
  await expect(chart).not.toHaveAttribute('aria-valuetext', said)
  await page.getByText('Show as a Table').click()
  const rows = page.getByRole('table', { name: 'Sales by day' }).getByRole('row')
  await expect(rows).toHaveCount(31)
  const [day = '', now = ''] = said.split(/: This period |, Before /)
  await expect(rows.last()).toContainText(day)
  await expect(rows.last()).toContainText(now)

  const codes = page.getByRole('table', { name: 'By QR Code and Location' }).getByRole('row')
  const cells = await codes.locator('[role=cell]:nth-child(2), td:nth-child(2)').allTextContents()
  const scans = cells.map((text) => Number(text.replace(/\D/g, '')))
  expect(scans.length).toBeGreaterThan(1)
  expect(scans).toEqual(scans.toSorted((one, other) => other - one))

  await page.getByRole('radio', { name: 'Location' }).check()
  const places = page.getByRole('table', { name: 'By QR Code and Location' })
  const garden = places.getByRole('row').filter({ hasText: 'Garden tables' })
  await expect(garden).toContainText('1 QR code')
})

test('a reload keeps the dashboard’s tab, chosen by keyboard', deep, async ({ app, page }) => {
  await signIn(page, app, app.owner)
  await page.getByRole('tab', { name: 'Customers' }).focus()
  await page.keyboard.press('End')
  const rewards = page.getByRole('tab', { name: 'Rewards' })
  await expect(rewards).toHaveAttribute('aria-selected', 'true')
  await expect(rewards).toBeFocused()
  await page.reload()
  await expect(page.getByRole('tabpanel', { name: 'Rewards' })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
})
