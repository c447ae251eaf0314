/**
 * A super admin with many businesses: searches, sorts, changes several at once and undoes it, and
 * opens the page of one.
 */
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import { expectAccessible } from './support/accessible.ts'
import { type RunningApp, startApp } from './support/app.ts'
import { desktop, deskWidths, laptop } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'
import { expectToast } from './support/toast.ts'

/** More businesses than one call can return. */
const made = 1_100
let app: RunningApp
let page: Page
test.beforeAll(async () => {
  app = await startApp()
  await app.sql`insert into business select
    (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(),
      'name', case n when 1 then '=cmd|calc' when 2 then '🍋🍋🍋' when 3 then 'مقهى الصباح'
        when 4 then repeat('Long', 30) when 6 then 'Shop 0006 on Harbor Street' else 'Shop ' || lpad(n::text, 4, '0') end,
      'created_at', now() - n * interval '1 hour'))).*
    from business b, generate_series(1, ${made}) n where b.name = 'Lantern House Café'`
  await app.sql`insert into business_version (business_id, version)
    select id, 1 from business on conflict do nothing`
})
// A session for each test, so that none uses the password that another one entered.
test.beforeEach(async ({ browser }) => {
  page = await browser.newPage({ ...withoutWorker, viewport: desktop })
  await signIn(page, app, app.superAdmin)
})
test.afterEach(() => page.close())
test.afterAll(() => app.close())

const table = () => page.getByRole('table', { name: 'Business Tenants' })
const rows = () => table().getByRole('row')
async function givePassword() {
  const question = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await question.getByLabel(/^Password/).fill(app.superAdmin.password)
  await question.getByRole('button', { name: 'Confirm' }).click()
}
const statusesOf = (like: string) =>
  app.sql`select distinct status from business where name like ${like} order by 1`

test('shows every row action uncut, and searching does not scroll the page', deep, async () => {
  await page.goto(`${app.url}/super-admin-dashboard/tenants`)
  await expect(rows()).toHaveCount(51)
  // A row's last action is fully visible, however long its name.
  for (const width of deskWidths) {
    await page.setViewportSize({ ...desktop, width })
    const card = await page.locator('section').filter({ has: table() }).last().boundingBox()
    const act = await table().getByText('View Dashboard').first().boundingBox()
    expect((act?.x ?? 0) + (act?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0))
  }
  // A name of usual length is fully visible, too, and its row has one line.
  await page.setViewportSize({ ...desktop, width: laptop.width })
  const name = table().getByTitle('Shop 0006 on Harbor Street')
  expect(await name.evaluate((cell) => cell.scrollHeight <= cell.clientHeight)).toBe(true)
  expect((await name.locator('xpath=ancestor::tr').boundingBox())?.height).toBeLessThan(50)
  await page.setViewportSize(desktop)
  const search = page.getByLabel('Search businesses')
  await page.mouse.wheel(0, 400)
  const before = await search.boundingBox()
  await search.pressSequentially('Shop 00', { delay: 20 })
  await expect(page).toHaveURL(/q=Shop\+00|q=Shop%2000/)
  await expect(page.getByText('Search: Shop 00')).toBeVisible()
  expect(await search.boundingBox()).toEqual(before)
  await expect(search).toBeFocused()
})

test('suspends several businesses and changes plans, each with an undo', deep, async () => {
  await page.goto(`${app.url}/super-admin-dashboard/tenants?q=Shop+011&sort=name`)
  await expect(rows()).toHaveCount(11)
  await page.getByLabel('Select Shop 0110').check()
  await page.getByLabel('Select Shop 0111').check()
  const bar = page.getByRole('region', { name: '2 businesses selected' })
  await bar.getByRole('button', { name: 'Select all 10 shown' }).click()
  await page
    .getByRole('region', { name: '10 businesses selected' })
    .getByRole('button', { name: 'Suspend' })
    .press('Enter')
  const question = page.getByRole('alertdialog', { name: 'Suspend 10 businesses?' })
  await expect(question.getByText(/^Shop 0110.*, and 5 more$/)).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Suspend' }).press('Enter')
  await givePassword()
  await expectToast(page, '10 businesses suspended')
  // The focused bar has disappeared, so the keyboard continues from the list.
  const heading = page.getByRole('heading', { name: 'Business Tenants', level: 2 })
  await expect(heading).toBeFocused()
  expect(await statusesOf('Shop 011%')).toEqual([{ status: 'suspended' }])
  await page.keyboard.press('F8')
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expectToast(page, '10 businesses are back as they were')
  await expect(heading).toBeFocused()
  expect(await statusesOf('Shop 011%')).toEqual([{ status: 'active' }])

  await page.getByLabel('Select Shop 0115').check()
  await page.getByRole('button', { name: 'Change Plan' }).click()
  await page.getByRole('menuitem', { name: 'Enterprise' }).press('Enter')
  await page
    .getByRole('alertdialog', { name: 'Move 1 business to Enterprise?' })
    .getByRole('button', { name: 'Change Plan' })
    .press('Enter')
  await expectToast(page, '1 business moved to Enterprise')
  await expect(heading).toBeFocused()
  await expect(rows().filter({ hasText: 'Shop 0115' })).toContainText('Enterprise')
  // The toast is gone after a reload; the log undoes it for five minutes.
  await page.goto(`${app.url}/super-admin-dashboard/audit`)
  const line = page.getByRole('row').filter({ hasText: 'Changed several businesses' }).first()
  await expect(line).toContainText('1 business')
  await line.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, '1 business is back as it was')
  await expect(line.getByRole('button', { name: 'Undo' })).toBeHidden()
  await page.goto(`${app.url}/super-admin-dashboard/tenants?q=Shop+0115`)
  await expect(rows().filter({ hasText: 'Shop 0115' })).toContainText('Pro')
})

test(
  'a control disabled for a moment keeps the focus; a click on empty space drops it',
  deep,
  async () => {
    await page.goto(`${app.url}/super-admin-dashboard/tenants`)
    const filter = page.getByRole('button', { name: 'Filter', exact: true })
    const focused = () => page.evaluate(() => document.activeElement?.tagName)
    await expect(filter).toBeVisible()
    // The app waits a moment before it moves the focus back; the stopped clock stretches that delay.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await filter.focus()
    await filter.evaluate((button: HTMLButtonElement) => {
      button.disabled = true
    })
    // The browser has removed the focus.
    await expect.poll(focused).toBe('BODY')
    // Half of that delay passes.
    await page.clock.runFor(50)
    await filter.evaluate((button: HTMLButtonElement) => {
      button.disabled = false
    })
    await expect(filter).toBeFocused()

    await page.mouse.click(desktop.width - 40, 30)
    expect(await focused()).toBe('BODY')
    await filter.evaluate((button) => button.remove())
    // Longer than that delay.
    await page.clock.runFor(200)
    expect(await focused()).toBe('BODY')
  },
)
