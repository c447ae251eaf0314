/** A super admin among many businesses: finding, sorting, changing several with the way back, a page each. */
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { type RunningApp, startApp } from './support/app.ts'
import { desktop } from './support/device-browser.ts'
import { withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'
import { expectToast } from './support/toast.ts'

/** More than a call answers at once. */
const made = 1_100
let app: RunningApp
let page: Page
test.beforeAll(async () => {
  app = await startApp()
  await app.ask(
    (sql) => sql`insert into business select
      (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(),
        'name', case n when 1 then '=cmd|calc' when 2 then '🍋🍋🍋' when 3 then 'مقهى الصباح'
          when 4 then repeat('Long', 30) when 6 then 'Shop 0006 on Harbor Street' else 'Shop ' || lpad(n::text, 4, '0') end,
        'created_at', now() - n * interval '1 hour'))).*
      from business b, generate_series(1, ${made}) n where b.name = 'Lantern House Café'`,
  )
  await app.ask(
    (sql) => sql`insert into business_version (business_id, version)
      select id, 1 from business on conflict do nothing`,
  )
})
// A session of its own for each test: none may act by the password that another one gave.
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
  app.ask((sql) => sql`select distinct status from business where name like ${like} order by 1`)

test('searching leaves the page where it is, sorts and filters stand in the address', async () => {
  await page.goto(`${app.url}/super-admin-dashboard/tenants`)
  await expect(rows()).toHaveCount(51)
  // The last act of a row is whole, whatever the row is called.
  for (const width of [1024, 1200, 1280, desktop.width]) {
    await page.setViewportSize({ ...desktop, width })
    const card = await page.locator('section').filter({ has: table() }).last().boundingBox()
    const act = await table().getByText('View Dashboard').first().boundingBox()
    expect((act?.x ?? 0) + (act?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0))
  }
  // So is a name of the usual length, where every row is a line.
  await page.setViewportSize({ ...desktop, width: 1280 })
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

  await table().getByRole('button', { name: 'Business' }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(rows().nth(1)).toContainText('Shop 0005')
  await table().getByRole('button', { name: 'Business' }).click()
  await expect(page).toHaveURL(/sort=-name/)
  await expect(rows().nth(1)).toContainText('Shop 0099')
  await page.reload()
  await expect(rows().nth(1)).toContainText('Shop 0099')
  await page.getByRole('button', { name: 'Show More' }).click()
  await expect(rows()).toHaveCount(96)
  await expect(rows().last()).toContainText('Shop 0005')

  await search.fill('nobody is called this')
  await expect(page.getByText('No businesses match your search.')).toBeVisible()
  await page.getByRole('button', { name: 'Show All Businesses' }).click()
  await expect(rows()).toHaveCount(51)
})

test('several are suspended and moved to another plan, each with the way back', async () => {
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
  await givePassword()
  await expectToast(page, '10 businesses suspended')
  // The bar that had the focus is gone: a keyboard goes on from the list.
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
  await expectToast(page, '1 business moved to Enterprise')
  await expect(heading).toBeFocused()
  await expect(rows().filter({ hasText: 'Shop 0115' })).toContainText('Enterprise')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows().filter({ hasText: 'Shop 0115' })).toContainText('Pro')
})

test('a control that is off for a moment keeps the focus; a press on an empty place gives it up', async () => {
  await page.goto(`${app.url}/super-admin-dashboard/tenants`)
  const filter = page.getByRole('button', { name: 'Filter', exact: true })
  const focused = () => page.evaluate(() => document.activeElement?.tagName)
  await expect(filter).toBeVisible()
  // The app gives others a moment to move the focus; with the clock held, that moment lasts.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await filter.focus()
  await filter.evaluate((button: HTMLButtonElement) => {
    button.disabled = true
  })
  // The browser has taken the focus away.
  await expect.poll(focused).toBe('BODY')
  // Half of that moment passes.
  await page.clock.runFor(50)
  await filter.evaluate((button: HTMLButtonElement) => {
    button.disabled = false
  })
  await expect(filter).toBeFocused()

  await page.mouse.click(desktop.width - 40, 30)
  expect(await focused()).toBe('BODY')
  await filter.evaluate((button) => button.remove())
  // Longer than that moment.
  await page.clock.runFor(200)
  expect(await focused()).toBe('BODY')
})

test('the export is what is filtered, and no name is a formula', async () => {
  await page.goto(`${app.url}/super-admin-dashboard/tenants?q=cmd`)
  await expect(rows()).toHaveCount(2)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const text = readFileSync(await (await saved).path(), 'utf8')
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain(`"'=cmd|calc",hello@`)
})

test('a business has a page, notes stay among super admins, the way back keeps the filter', async () => {
  await page.goto(`${app.url}/super-admin-dashboard/tenants?q=House+Caf%C3%A9`)
  await page.getByRole('link', { name: 'Lantern House Café', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Lantern House Café' })).toBeVisible()
  await expect(page.getByText(app.owner.email)).toBeVisible()
  await expect(page.getByText(app.staff.email)).toBeVisible()
  await expect(page.getByRole('term').filter({ hasText: 'Purchases' })).toBeVisible()
  await page.getByRole('button', { name: 'Add Note' }).click()
  await expect(page.getByText('Write a note').last()).toBeVisible()
  await page.getByLabel('Write a note').fill('Wants the enterprise plan in June.')
  await page.getByRole('button', { name: 'Add Note' }).click()
  await givePassword()
  await expect(
    page.getByRole('listitem').getByText('Wants the enterprise plan in June.'),
  ).toBeVisible()
  await expect(page.getByLabel('Write a note')).toHaveValue('')

  await page.reload()
  const wayBack = page.getByRole('link', { name: 'Business Tenants' }).last()
  await expect(wayBack).toHaveAttribute('href', /\/tenants\?q=House/)
  await page.getByRole('link', { name: 'View Dashboard' }).click()
  await expect(page.getByText(/^Super Admin View/)).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: 'Back to Super Admin' }).click()
  await expect(page).toHaveURL(/\/super-admin-dashboard\?q=House/)
  await expect(rows()).toHaveCount(2)
})

test('the palette does to a business what its screens do', async () => {
  await page.goto(`${app.url}/super-admin-dashboard`)
  const palette = page.getByRole('dialog', { name: 'Go to…' })
  const type = async (words: string) => {
    await page.keyboard.press('ControlOrMeta+K')
    await palette.getByRole('combobox').pressSequentially(words)
  }
  await expect(rows().nth(1)).toBeVisible()
  await type('new bus')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create New Business Tenant' })).toBeVisible()
  await page.keyboard.press('Escape')
  await type('create inv')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Create Invite' })).toBeVisible()
  await expect(page).not.toHaveURL(/do=/)
  await page.keyboard.press('Escape')

  await type('susp')
  await palette.getByRole('option', { name: 'Suspend: Choose a Business' }).click()
  await palette.getByRole('combobox').pressSequentially('shop 0042')
  await expect(palette.getByRole('option').first()).toContainText('Shop 0042')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Suspend' }).press('Enter')
  await givePassword()
  await expectToast(page, 'Shop 0042 suspended')
  expect(await statusesOf('Shop 0042')).toEqual([{ status: 'suspended' }])

  // Whoever comes second is asked what they came to do, and not the opposite.
  await page.goto(`${page.url()}?do=suspend`)
  await expect(question.getByRole('button', { name: 'Suspend' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)

  // A suspended one is offered the way back, and its settings.
  await type('shop 0042')
  await expect(palette.getByRole('option', { name: 'Reactivate' })).toBeVisible()
  await expect(palette.getByRole('option', { name: 'Suspend', exact: true })).toHaveCount(0)
  await palette.getByRole('option', { name: 'Reactivate' }).click()
  await expect(question.getByRole('button', { name: 'Reactivate' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await type('shop 0042')
  await palette.getByRole('option', { name: 'Configure' }).click()
  await expect(page.getByRole('dialog', { name: 'Shop 0042' })).toBeVisible()
})

test('each event of the audit log names its business, and the filter finds any of them', async () => {
  // The demo's is older than all of the others.
  await page.goto(`${app.url}/super-admin-dashboard/tenants?q=House+Caf%C3%A9`)
  await page.getByRole('link', { name: 'Lantern House Café', exact: true }).click()
  await expect(page.getByText(app.owner.email)).toBeVisible()
  await page.getByRole('link', { name: 'Audit Log' }).click()
  const log = page.getByRole('table', { name: 'Activity Log' })
  await expect(log.getByRole('cell', { name: 'Lantern House Café' }).first()).toBeVisible()
  await expect(log.getByRole('cell', { name: 'A business', exact: true })).toHaveCount(0)

  await page.getByRole('button', { name: 'Business: All businesses' }).click()
  await page.keyboard.type('lantern house')
  // Marked once the answer is to all that was typed.
  const found = page.getByRole('option', { name: 'Lantern House Café', selected: true })
  await expect(found).toBeVisible()
  await expect(page.getByRole('listbox').last().getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/business=[\da-f-]{36}/)
  const chosen = page.getByRole('button', { name: 'Business: Lantern House Café' })
  await expect(chosen).toBeFocused()
  await page.reload()
  await expect(chosen).toBeVisible()
  await expect(log.getByRole('row').nth(1)).toContainText('Lantern House Café')
  await expect(log.getByText('Platform', { exact: true })).toHaveCount(0)
})

test('all invitations have a page of their own', async () => {
  await app.ask(
    (
      sql,
    ) => sql`insert into invite (id, code_digest, kind, business_name, email, email_key, created_by,
        created_at, expires_at)
      select gen_random_uuid(), 'digest ' || n, 'owner', 'Invited ' || n,
        'invited' || n || '@example.com', 'invited' || n || '@example.com',
        (select id from account where role = 'super_admin' limit 1),
        now() - n * interval '1 minute', now() + interval '3 days'
      from generate_series(1, 60) n`,
  )
  await page.goto(`${app.url}/super-admin-dashboard`)
  await page.getByRole('link', { name: 'All Invitations' }).click()
  const listed = page.getByRole('main').getByRole('listitem')
  await expect(listed).toHaveCount(50)
  await page.getByRole('button', { name: 'Show More' }).click()
  await expect(listed).toHaveCount(60)
  await page.getByLabel('Search invitations').fill('invited42@')
  await expect(listed).toHaveCount(1)
  await expect(page).toHaveURL(/q=invited42/)
  await page.reload()
  await expect(listed).toHaveCount(1)
  await expect(page.getByLabel('Search invitations')).toHaveValue('invited42@')
  await page.getByRole('button', { name: /Invited 42/ }).press('Enter')
  await page.getByRole('menuitem', { name: /^Cancel/ }).press('Enter')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Cancel Invite/ })
    .press('Enter')
  await givePassword()
  await expect(page.getByText('No invitations match your search.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Business Invitations' })).toBeFocused()
  await page.getByLabel('Search invitations').fill('nobody')
  await expect(page.getByText('No invitations match your search.')).toBeVisible()
})
