/** A business's dashboard with its tabs, its QR code dialog, and an account's own two pages. */
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { CallAnswer } from '#schema/contract/api.ts'
import {
  answerAsEver,
  answerWith,
  askedDuring,
  changeAnswer,
  find,
  go,
  holds,
  isAt,
  isWrong,
  leadsTo,
  press,
  provenBy,
  row,
  rows,
  sees,
  step,
  toasts,
  type Visit,
} from './row.ts'

const { button, dialog, field, figure, header, heading, link, text } = find
const tableRow = (table: string, name: string) => (page: Page) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name }).first()
const cell = (table: string, name: string, place: number) => (page: Page) =>
  tableRow(table, name)(page).getByRole('cell').nth(place)
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name, exact: true })
const term = (name: string) => (page: Page) =>
  page.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]')
const counted = (statement: string, query: string) =>
  row(`Stat card ${statement}`, async ({ app, page }) => {
    const [found] = await app.sql.unsafe(query, [app.businessId])
    const [label = ''] = statement.split(',')
    await expect(figure(label)(page).getByRole('paragraph')).toHaveText(
      new Intl.NumberFormat('en-US').format(Number(found?.count)),
    )
  })
const worksToo = 'Inert controls'

/** Removes a code's name and deactivates it; devices pull that like any change. */
const nameless = step(async ({ app }) => {
  await app.sql`with changed as (
      update business_version set version = version + 1
      where business_id = ${app.businessId} returning business_id, version
    )
    update qr_code set name = null, location_name = null, is_active = false,
      version = changed.version
    from changed where changed.business_id = qr_code.business_id and name = 'Table cards'`
})

/** Expires one reward and pauses another; devices pull that like any change. */
const pastOneAndPaused = step(async ({ app, page }) => {
  await app.sql`with changed as (
      update business_version set version = version + 1
      where business_id = ${app.businessId} returning business_id, version
    )
    update reward set version = changed.version,
      expiry_date = case name when 'Pastry of the day' then now() - interval '1 day' end,
      is_active = name <> 'Bag of house beans'
    from changed where changed.business_id = reward.business_id
      and name in ('Pastry of the day', 'Bag of house beans')`
  await page.reload()
  await expect(figure('Active Rewards')(page).getByRole('paragraph')).not.toHaveText('5')
})

export const businessVisits: Visit[] = [
  {
    name: 'the business dashboard',
    as: 'owner',
    rows: [
      go('/'),
      row('business_admin: / shows the business dashboard', sees(heading('Lantern House Café'))),
      go('/business-dashboard'),
      row(
        'business_admin: /business-dashboard, by their own businessId',
        sees(heading('Lantern House Café')),
      ),
      row('It shows the business name', sees(heading('Lantern House Café'))),
      row('It shows a gradient where there is no logo', async ({ page }) => {
        const mark = page.locator('aside .brand-gradient').first()
        await expect(mark).toHaveCSS('background-image', /gradient/)
      }),
      row(
        'It shows the logo',
        provenBy(
          'plan-and-branding.test.ts',
          'refuses a logo that is no picture, damaged or too large, and shows a good one',
          'sidebar()',
        ),
      ),
      ...['Counter', 'Analytics'].map((name) =>
        row(`Sidebar: ${name}`, leadsTo(name, name), worksToo),
      ),
      go('/business-dashboard/settings'),
      ...['Program', 'Staff', 'Branding', 'Activity Log'].map((name) =>
        row(`Sidebar: ${name}`, leadsTo(name, name), worksToo),
      ),
      go('/business-dashboard'),
      row('Sidebar: Profile', leadsTo('Profile', 'Profile')),
      row('Sidebar: Email Preferences', leadsTo('Email Preferences', 'Email Preferences')),
      row('A Generate QR Code button in the header', sees(button('Generate QR Code'))),
      counted(
        'Total Customers',
        `select count(*) from customer where business_id = $1 and erased_at is null`,
      ),
      counted('QR Codes', `select count(*) from qr_code where business_id = $1`),
      counted('Total Scans', `select count(*) from scan where business_id = $1`),
      counted('Active Rewards', `select count(*) from reward where business_id = $1 and is_active`),
      pastOneAndPaused,
      counted(
        'Active Rewards, expired ones among them',
        `select count(*) from reward where business_id = $1 and is_active`,
      ),
      ...['Customers', 'QR Codes', 'Rewards'].map((name) => row(`Tab ${name}`, sees(tab(name)))),
      row('Customers is the default tab', ({ page }) =>
        expect(tab('Customers')(page)).toHaveAttribute('aria-selected', 'true'),
      ),
      ...['Customer', 'Points', 'Total Spent', 'Joined'].map((name) =>
        row(`Customers table: ${name}`, sees(header(name))),
      ),
      ...rows({
        'Customers table: name with email': ({ page }) =>
          expect(
            page.getByRole('table', { name: 'Customers' }).getByRole('row').nth(1),
          ).toContainText(/@example\.com/),
        'Customers table: Total Spent in USD': ({ page }) =>
          expect(
            page.getByRole('table', { name: 'Customers' }).getByRole('row').nth(1),
          ).toContainText(/\$[\d,]+\.\d\d/),
        'Dates and numbers are en-US': ({ page }) =>
          expect(
            page.getByRole('table', { name: 'Customers' }).getByRole('row').nth(1),
          ).toContainText(/[A-Z][a-z]{2} \d{1,2}, 20\d\d/),
      }),
      row('Cards and list tell the truth while the first data load runs', async ({ app, page }) => {
        const device = await page
          .context()
          .browser()
          ?.newContext({ storageState: await page.context().storageState() })
        if (!device) throw new Error('no browser')
        const fresh = await device.newPage()
        let release = () => {}
        const released = new Promise<void>((resolve) => {
          release = resolve
        })
        await fresh.route('**/api/sync/pull*', async (route) => {
          await released
          await route.continue()
        })
        await fresh.goto(`${app.url}/business-dashboard`)
        await expect(
          heading('Lantern House Café')(fresh).or(heading('Home')(fresh)).first(),
        ).toBeVisible()
        await expect(figure('Total Customers')(fresh)).toHaveAttribute('aria-busy', 'true')
        await expect(fresh.getByText(/^No customers yet/)).toHaveCount(0)
        release()
        await expect(fresh.getByText(/@example\.com/).first()).toBeVisible()
        await device.close()
      }),
      press(tab('QR Codes')),
      ...['Name', 'Location', 'Scans', 'Status', 'Created'].map((name) =>
        row(`QR Codes table: ${name}`, sees(header(name))),
      ),
      nameless,
      go('/business-dashboard?tab=qr-codes'),
      ...rows({
        'QR Codes table: name or Untitled': sees(tableRow('QR Codes', 'Untitled')),
        'QR Codes table: location or No location': ({ page }) =>
          expect(tableRow('QR Codes', 'Untitled')(page)).toContainText('No location'),
        'QR Codes table: Inactive': ({ page }) =>
          expect(tableRow('QR Codes', 'Untitled')(page)).toContainText('Inactive'),
        'QR Codes table: Active': ({ page }) =>
          expect(cell('QR Codes', 'Counter sticker', 3)(page)).toHaveText(/Active$/),
        'QR Codes table: scans': async ({ app, page }) => {
          const [found] = await app.sql`
            select scan_count as scans from qr_code where business_id = ${app.businessId}
            and name = 'Counter sticker'`
          await expect(cell('QR Codes', 'Counter sticker', 2)(page)).toHaveText(
            new RegExp(`\\D${new Intl.NumberFormat('en-US').format(Number(found?.scans))}$`),
          )
        },
        'QR Codes table: created date': ({ page }) =>
          expect(cell('QR Codes', 'Counter sticker', 4)(page)).toHaveText(
            /[A-Z][a-z]{2} \d{1,2}, 20\d\d$/,
          ),
      }),
      press(button('Create QR Code')),
      row('A Create QR Code button', sees(dialog('Generate QR Code'))),
      go('/business-dashboard'),
      press(tab('Rewards')),
      ...['Reward', 'Points Required', 'Discount', 'Status'].map((name) =>
        row(`Rewards table: ${name}`, sees(header(name))),
      ),
      ...rows({
        'Rewards table: name': sees(tableRow('Rewards', 'Free espresso')),
        'Rewards table: description': ({ page }) =>
          expect(tableRow('Rewards', 'Free espresso')(page)).toContainText(
            'Any single or double espresso',
          ),
        'Rewards table: a percentage as N%': ({ page }) =>
          expect(tableRow('Rewards', '15% off your order')(page)).toContainText('15%'),
        'Rewards table: otherwise USD': ({ page }) =>
          expect(tableRow('Rewards', 'Free espresso')(page)).toContainText('$3.20'),
        'Rewards table: the points required': ({ page }) =>
          expect(cell('Rewards', 'Free espresso', 1)(page)).toHaveText(/\D60$/),
        'Rewards table: Active': ({ page }) =>
          expect(cell('Rewards', 'Free espresso', 3)(page)).toHaveText(/Status\s*Active$/),
        'Rewards table: Active and past its date': ({ page }) =>
          expect(cell('Rewards', 'Pastry of the day', 3)(page)).toHaveText(
            /Status\s*Active\s*Expired$/,
          ),
        'Rewards table: Inactive': ({ page }) =>
          expect(cell('Rewards', 'Bag of house beans', 3)(page)).toHaveText(/Inactive$/),
      }),
      press(button('Create Reward')),
      row('A Create Reward button', sees(dialog('Create Reward')), worksToo),
    ],
  },
  {
    name: 'no business to show',
    as: 'owner',
    rows: [
      changeAnswer<CallAnswer<'auth.session'>>('**/api/auth/session', ({ user, ...told }) => ({
        ...told,
        user: { ...user, businessId: null },
      })),
      go('/business-dashboard'),
      row(
        "No business: an Access Denied card with 'You don't have access to a business dashboard. Please contact your administrator.'",
        async ({ page }) => {
          await expect(heading('Access Denied')(page)).toBeVisible()
          await expect(
            text(
              "You don't have access to a business dashboard. Please contact your administrator.",
            )(page),
          ).toBeVisible()
        },
      ),
      row('No business: a Sign Out button', sees(button('Sign Out'))),
    ],
  },
  {
    name: 'Generate QR Code',
    as: 'owner',
    rows: [
      step(({ page }) => page.context().grantPermissions(['clipboard-read', 'clipboard-write'])),
      go('/business-dashboard'),
      press(button('Generate QR Code')),
      row(
        'QR dialog: field name',
        sees((page) => dialog('Generate QR Code')(page).getByLabel(/^Name/)),
      ),
      row('QR dialog: field location name', sees(field('Location name'))),
      press((page) => dialog('Generate QR Code')(page).getByRole('button', { name: 'Generate' })),
      row('QR generation: name is required', isWrong(/^Name/)),
      answerWith('**/qr-codes', 500),
      step(({ page }) => dialog('Generate QR Code')(page).getByLabel(/^Name/).fill('Back door')),
      press((page) => dialog('Generate QR Code')(page).getByRole('button', { name: 'Generate' })),
      row("Toast 'Generation Failed'", toasts('Generation Failed')),
      answerAsEver('**/qr-codes'),
      press((page) => dialog('Generate QR Code')(page).getByRole('button', { name: 'Generate' })),
      ...rows({
        'QR dialog: form, then result': sees(dialog('QR Code')),
        'QR generation: location is optional': ({ page }) =>
          expect(dialog('QR Code')(page)).toContainText('No location'),
        'QR result: the image, 200x200': async ({ page }) => {
          const image = page.getByRole('img', { name: 'QR code Back door' })
          await expect(image).toHaveAttribute('width', '200')
          expect(await image.evaluate((img: HTMLImageElement) => [img.width, img.height])).toEqual([
            200, 200,
          ])
        },
        'QR result: the name': ({ page }) =>
          expect(dialog('QR Code')(page)).toContainText('Back door'),
        'QR result: the location': ({ page }) =>
          expect(dialog('QR Code')(page).locator('figcaption')).toContainText('No location'),
        'QR result: a read-only signup URL': async ({ page }) => {
          await expect(field('Sign-up link')(page)).toHaveAttribute('readonly')
          await expect(field('Sign-up link')(page)).toHaveValue(/\/customer-signup\/\w+$/)
        },
      }),
      press(button('Copy sign-up link')),
      row(
        "Toast 'URL Copied!' with 'The signup URL has been copied to your clipboard.'",
        toasts('URL Copied!', 'The signup URL has been copied to your clipboard.'),
      ),
      row('Download saves a PNG named from the QR name', async ({ page }) => {
        const saved = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Download', exact: true }).click()
        const download = await saved
        expect(download.suggestedFilename()).toBe('back-door.png')
        expect(
          readFileSync(await download.path())
            .subarray(1, 4)
            .toString(),
        ).toBe('PNG')
      }),
      press(button('Done')),
      row('Done closes the dialog', ({ page }) => expect(page.getByRole('dialog')).toHaveCount(0)),
      press(button('Generate QR Code')),
      row(
        'Done or close resets the dialog',
        holds((page) => dialog('Generate QR Code')(page).getByLabel(/^Name/), ''),
      ),
      step(({ page }) => page.keyboard.press('Escape')),
      nameless,
      go('/business-dashboard?tab=qr-codes'),
      press((page) =>
        page
          .getByRole('table', { name: 'QR Codes' })
          .getByRole('button', { name: 'Untitled', exact: true }),
      ),
      row('Download saves a PNG named untitled where there is no name', async ({ page }) => {
        const saved = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Download', exact: true }).click()
        expect((await saved).suggestedFilename()).toBe('untitled.png')
      }),
    ],
  },
  {
    name: 'the profile',
    as: 'owner',
    rows: [
      go('/profile'),
      row('/profile for any signed-in user', sees(heading('Danger Zone'))),
      row('A photo or initials', ({ page }) =>
        expect(page.locator('main section').first()).toContainText(/^[A-Z]{1,2}/),
      ),
      row('An Upload Photo button', sees(button('Upload Photo')), worksToo),
      row(
        'Upload Photo uploads',
        provenBy(
          'profile.test.ts',
          'resizes a photo, refuses a file that is not a photo, and removes a photo',
          "'Photo updated'",
        ),
      ),
      ...['First name', 'Last name', 'Email', 'Phone'].map((name) =>
        row(`Personal information, readable: ${name}`, sees(term(name))),
      ),
      row('Role, underscores as spaces', ({ page }) =>
        expect(term('Role')(page)).toHaveText(/^business admin$/i),
      ),
      row('A marketing-email checkbox', sees(find.box('Receive marketing emails'))),
      press(button('Edit Profile')),
      ...['First name', 'Last name', 'Email', 'Phone'].map((name) =>
        row(`Personal information, editable: ${name}`, sees(field(name))),
      ),
      step(({ page }) => field('First name')(page).fill('')),
      row('Profile edit: no client-side rules', async ({ page }) => {
        const asked = page.waitForRequest((request) => request.method() === 'PATCH')
        await button('Save Changes')(page).click()
        await asked
      }),
      row("Toast 'Update failed' with the server's words", toasts('Update failed', /name/i)),
      answerWith('**/api/auth/profile', 500),
      press(button('Save Changes')),
      row(
        "'Update failed' falls back to 'Failed to update profile'",
        toasts('Update failed', 'Failed to update profile'),
      ),
      answerAsEver('**/api/auth/profile'),
      press(button('Cancel')),
      row('Cancel returns to view mode', sees(button('Edit Profile'))),
      press(button('Edit Profile')),
      press(button('Save Changes')),
      row('Save returns to view mode', sees(button('Edit Profile'))),
      press(button('Deactivate Account')),
      row(
        'Deactivate Account is behind a confirm dialog',
        sees((page) => page.getByRole('alertdialog')),
      ),
      answerWith('**/api/auth/deactivate-account', 500),
      press((page) =>
        page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate Account' }),
      ),
      row(
        "'Deactivation failed' falls back to 'Failed to deactivate account'",
        toasts('Deactivation failed', 'Failed to deactivate account'),
      ),
      row(
        'On success a toast, and after 2 seconds /, without a logout call',
        async ({ app, page }) => {
          let logouts = 0
          page.on('request', (request) => {
            if (request.url().endsWith('/api/auth/logout')) logouts += 1
          })
          await page.unroute('**/api/auth/deactivate-account')
          await page.route('**/api/auth/deactivate-account', (route) =>
            route.fulfill({ headers: { 'Regulars-Api': '1' }, json: { message: 'Done.' } }),
          )
          await page.clock.install()
          await page.clock.pauseAt(Date.now() + 1_000)
          await button('Deactivate Account')(page).click()
          await page
            .getByRole('alertdialog')
            .getByRole('button', { name: 'Deactivate Account' })
            .click()
          await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
            'Account deactivated',
          )
          await page.clock.runFor(1_900)
          expect(new URL(page.url()).pathname).toBe('/profile')
          await page.clock.runFor(200)
          await page.waitForURL(`${app.url}/`)
          await page.clock.resume()
          expect(logouts).toBe(0)
        },
      ),
      answerWith('**/api/auth/profile', 500),
      row('Data loading: no retry', async ({ app, page }) => {
        const asked = await askedDuring(page, async () => {
          await page.goto(`${app.url}/profile`)
          await expect(text('Profile not found')(page)).toBeVisible()
          await page.clock.fastForward(60_000)
        })
        expect(asked.filter((call) => call === 'GET /api/auth/profile')).toHaveLength(1)
      }),
      row("A missing profile shows 'Profile not found'", sees(text('Profile not found'))),
    ],
  },
  {
    name: 'email preferences',
    as: 'owner',
    rows: [
      step(({ app }) =>
        app.sql`update account set marketing_consent_at = null
          where email = ${app.owner.email}`.catch(() => undefined),
      ),
      go('/email-preferences'),
      ...rows({
        '/email-preferences for any signed-in user': sees(heading('Email Preferences')),
        'A marketing-emails checkbox': sees(find.box('Receive marketing emails')),
        "'Last updated' reads 'Not set' at first": sees(text('Last updated: Not set')),
        'A GDPR rights explanation': sees(heading('Your Rights Under the GDPR')),
      }),
      answerWith('**/api/auth/marketing-preferences', 500),
      press(find.box('Receive marketing emails')),
      row(
        "'Update failed' falls back to 'Failed to update preferences'",
        toasts('Update failed', 'Failed to update preferences'),
      ),
      answerAsEver('**/api/auth/marketing-preferences'),
      step(async ({ page }) => {
        await page.clock.install()
        await page.clock.pauseAt(Date.now() + 1_000)
      }),
      press(find.box('Receive marketing emails')),
      row(
        "'Last updated' comes from marketingConsentDate",
        sees(text(/^Last updated: [A-Z][a-z]{2} \d/)),
      ),
      row(
        'Display time of a toast: 5 seconds',
        async ({ page }) => {
          const region = page.getByRole('region', { name: 'Notifications' })
          await expect(region).toContainText('Preferences updated')
          await page.clock.runFor(4_900)
          await expect(region).toContainText('Preferences updated')
          await page.clock.runFor(200)
          await expect(region).not.toContainText('Preferences updated')
        },
        'Toast duration',
      ),
      row('A dismissed toast is kept for 1,000,000 ms: F8 brings it back', async ({ page }) => {
        const region = page.getByRole('region', { name: 'Notifications' })
        await page.clock.fastForward(999_000)
        await page.keyboard.press('F8')
        await expect(region).toContainText('Preferences updated')
        await page.keyboard.press('Escape')
        await expect(region).not.toContainText('Preferences updated')
        await page.clock.fastForward(1_000_100)
        await page.keyboard.press('F8')
        await expect(region).not.toContainText('Preferences updated')
      }),
      row('F8 focuses the notifications', ({ page }) =>
        expect(page.getByRole('region', { name: 'Notifications' })).toBeFocused(),
      ),
      row(
        'One toast at a time; a swipe of 50 px dismisses',
        provenBy(
          'toast.test.ts',
          'shows one toast at a time, and closes it by a swipe of 50 px, Escape or Dismiss',
          'swipe(50)',
        ),
      ),
      row(
        'Data loading: no refetch on window focus; in half an hour no call twice but the pull',
        async ({ page }) => {
          const focus = () =>
            askedDuring(page, () => page.evaluate(() => window.dispatchEvent(new Event('focus'))))
          // The minute timer's pull may fall into one of these rounds, but not into all three.
          const [first, ...others] = [await focus(), await focus(), await focus()]
          expect(first.filter((each) => others.every((list) => list.includes(each)))).toEqual([])
          const asked = await askedDuring(page, async (allAnswered) => {
            for (let round = 0; round < 3; round += 1) {
              await page.evaluate(async () => {
                document.dispatchEvent(new Event('visibilitychange'))
                await (await fetch('/robots.txt')).text()
              })
              // The jump ends every timeout, so a pending request would count as unanswered.
              await allAnswered()
              await page.clock.fastForward(10 * 60_000)
            }
          })
          await page.clock.resume()
          const calls = asked.filter((each) => !each.includes(' /api/sync/'))
          expect(calls.filter((each, place) => calls.indexOf(each) < place)).toEqual([])
          // Triggers in each round: page visibility, the minute timer, and a new poke stream.
          const pulls = asked.filter((each) => each === 'GET /api/sync/pull')
          expect(pulls.length).toBeGreaterThan(0)
          expect(pulls.length).toBeLessThanOrEqual(9)
        },
        'Data loading',
      ),
      press(button('Sign Out')),
      row('Logout: a full redirect to /', async ({ page, app }) => {
        await page.waitForURL(`${app.url}/`)
        await expect(link('Login')(page)).toBeVisible()
      }),
    ],
  },
  {
    name: 'any other role',
    as: 'staff',
    rows: [
      go('/'),
      row(
        'Any other role lands on /',
        ({ page }) =>
          expect(page.getByRole('heading', { name: 'Counter', exact: true })).toBeAttached(),
        'Staff',
      ),
      go('/super-admin-dashboard'),
      row('A screen of another role is not found', sees(heading('Page Not Found'))),
      go('/profile'),
      row('/profile for staff', sees(heading('Personal Information'))),
      go('/email-preferences'),
      row('/email-preferences for staff', isAt('/email-preferences')),
    ],
  },
]
