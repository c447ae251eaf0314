/** The super admin's overview, its two dialogs, and the view of a business. */
import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { type CallAnswer, callEntry } from '#schema/contract/api.ts'
import {
  answerAsEver,
  answerWith,
  changeAnswer,
  find,
  go,
  hasColor,
  hold,
  holds,
  isAt,
  isWrong,
  leadsTo,
  press,
  row,
  rows,
  sees,
  step,
  toasts,
  type Visit,
} from './row.ts'

const { button, dialog, field, figure, header, heading, link, text } = find
const stats = {
  totalTenants: 999,
  totalCustomers: 1000,
  totalScans: 12_345,
  rewardsRedeemed: 3_456_789,
  trends: { totalTenants: 12, totalCustomers: -4, totalScans: 0, rewardsRedeemed: null },
}
const notInert = 'Inert controls'
const figures = hold('**/api/admin/stats')
const invitations = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Business Invitations' }) })
const invitation = (name: string) => (page: Page) =>
  invitations(page).getByRole('listitem').filter({ hasText: name })
const tenant = (name: string) => (page: Page) =>
  page.getByRole('table', { name: 'Business Tenants' }).getByRole('row').filter({ hasText: name })
const statusBadge = (name: string) => (page: Page) =>
  tenant(name)(page).getByRole('cell').nth(2).locator('span.rounded-full').first()

/**
 * Creates invites like the dialog, then makes them used, expired and as old as the list should
 * show.
 */
const codes: string[] = []
const giveInvites = step(async ({ app, page }) => {
  const ask = async (name: 'auth.elevate' | 'admin.createInviteCode', data: object) => {
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const answer = await page.request.post(app.url + callEntry(name).path, { data, headers })
    expect(answer.ok()).toBe(true)
    return answer
  }
  await ask('auth.elevate', { password: app.superAdmin.password })
  for (let n = 1; n <= 6; n += 1) {
    const invited = { businessName: `Invited ${n}`, email: `invited${n}@example.com` }
    const answer = await ask('admin.createInviteCode', invited)
    codes[n] = ((await answer.json()) as CallAnswer<'admin.createInviteCode'>).code
  }
  await app.sql`update invite set
      created_at = now() - substr(business_name, 9)::int * interval '1 minute',
      expires_at = now() + case when business_name = 'Invited 2' then -1 else 3 end * interval '1 day',
      used_at = case when business_name = 'Invited 1' then now() end
    where business_name like 'Invited _'`
  // The password was entered here, not on the page, so make the page ask for it when needed.
  await app.sql`update session set elevated_until = null
    where account_id in (select id from account where role = 'super_admin')`
})

export const platformVisits: Visit[] = [
  {
    name: 'Platform Overview',
    as: 'superAdmin',
    rows: [
      figures.begin,
      go('/'),
      row('Stat cards: skeletons while loading', ({ page }) =>
        expect(page.locator('section[aria-busy="true"]')).toHaveCount(4),
      ),
      figures.end,
      answerWith('**/api/admin/stats', 200, JSON.stringify(stats)),
      go('/'),
      row('super_admin: / shows the super admin dashboard', sees(heading('Platform Overview'))),
      ...rows({
        'Stat card Active Businesses (totalTenants), whole below 1,000': ({ page }) =>
          expect(figure('Active Businesses')(page)).toContainText('999'),
        'Stat card Total Customers (totalCustomers), K from 1,000': ({ page }) =>
          expect(figure('Total Customers')(page)).toContainText('1.0K'),
        'Stat card QR Scans (30d) (totalScans), to one decimal': ({ page }) =>
          expect(figure('QR Scans (30d)')(page)).toContainText('12.3K'),
        'Stat card Rewards Redeemed (rewardsRedeemed), M from 1,000,000': ({ page }) =>
          expect(figure('Rewards Redeemed')(page)).toContainText('3.5M'),
      }),
      row(
        'Trend badges',
        async ({ page }) => {
          await expect(figure('Active Businesses')(page)).toContainText('12%')
          await expect(figure('Total Customers')(page)).toContainText('4% less')
          await expect(figure('Rewards Redeemed')(page)).not.toContainText('%')
        },
        'Trend badges',
      ),
      answerAsEver('**/api/admin/stats'),
      go('/super-admin-dashboard'),
      row("Title 'Platform Overview'", sees(heading('Platform Overview'))),
      row('super_admin: /super-admin-dashboard', isAt('/super-admin-dashboard')),
      ...['Business Tenants', 'White-Label Config', 'Analytics'].map((name) =>
        row(`Sidebar: ${name}`, leadsTo(name, name), notInert),
      ),
      row('Sidebar: Dashboard', leadsTo('Dashboard', 'Platform Overview'), notInert),
      row('Sidebar: Profile', leadsTo('Profile', 'Profile')),
      row('Sidebar: Email Preferences', leadsTo('Email Preferences', 'Email Preferences')),
      row('Sidebar: a logout button', sees(button('Sign Out'))),
      row(
        'A search box',
        async ({ page }) => {
          await field('Search businesses')(page).fill('nobody is called this')
          await expect(text('No businesses match your search.')(page)).toBeVisible()
          await field('Search businesses')(page).fill('lantern')
          await expect(tenant('Lantern House Café')(page)).toBeVisible()
        },
        notInert,
      ),
      go('/super-admin-dashboard'),
      row('Business Invitations card', sees(heading('Business Invitations'))),
      row("Empty state 'No invite codes created yet'", sees(text('No invite codes created yet'))),
      press(button('Create your first invite')),
      row("Link 'Create your first invite' opens the dialog", sees(dialog('Create Invite'))),
      ...rows({
        'Create invite: field business name': sees(field(/^Business name/)),
        'Create invite: field email': sees((page) =>
          dialog('Create Invite')(page).getByLabel(/^Email/),
        ),
      }),
      press((page) => dialog('Create Invite')(page).getByRole('button', { name: 'Create Invite' })),
      row('Invite: business name is required', isWrong(/^Business name/)),
      row('Invite: email is required', isWrong(/^Email/)),
      step(({ page }) =>
        dialog('Create Invite')(page)
          .getByLabel(/^Business name/)
          .fill('Quiet Bakery'),
      ),
      step(({ page }) =>
        dialog('Create Invite')(page)
          .getByLabel(/^Email/)
          .fill('no email'),
      ),
      press((page) => dialog('Create Invite')(page).getByRole('button', { name: 'Create Invite' })),
      row('Invite: email must be an email', isWrong(/^Email/)),
      answerWith('**/api/admin/invite-codes', 500),
      step(({ page }) =>
        dialog('Create Invite')(page)
          .getByLabel(/^Email/)
          .fill('quiet@example.com'),
      ),
      press((page) => dialog('Create Invite')(page).getByRole('button', { name: 'Create Invite' })),
      row("Toast 'Failed to create invite'", toasts('Failed to create invite')),
      answerAsEver('**/api/admin/invite-codes'),
      giveInvites,
      go('/super-admin-dashboard'),
      ...rows({
        'Create Invite button': sees((page) =>
          invitations(page).getByRole('button', { name: 'Create Invite' }),
        ),
        'The first 5 invite codes': ({ page }) =>
          expect(invitations(page).getByRole('listitem')).toHaveCount(5),
        'Invite row: business name': sees(invitation('Invited 3')),
        'Invite row: email': sees(invitation('invited3@example.com')),
        'Invite row: a badge with the code': ({ page }) =>
          expect(invitation('Invited 3')(page)).toContainText(codes[3] ?? 'its code'),
        "Invite row: 'Used' once used": ({ page }) =>
          expect(invitation('Invited 1')(page)).toContainText('Used'),
        "Invite row: 'Expires {date}'": ({ page }) =>
          expect(invitation('Invited 3')(page)).toContainText(/Expires \w{3} \d+, \d{4}/),
        "Invite row: 'Expired' once expiresAt is past": ({ page }) =>
          expect(invitation('Invited 2')(page)).toContainText('Expired'),
      }),
      row('An invite is unused until used', ({ page }) =>
        expect(invitation('Invited 3')(page)).not.toContainText('Used'),
      ),
    ],
  },
  {
    name: 'the businesses of the overview',
    as: 'superAdmin',
    rows: [
      changeAnswer<{ status: string; name: string }[]>('**/api/admin/businesses?*', (listed) => [
        {
          ...listed[0],
          name: 'On Trial',
          status: 'trial',
          id: '00000000-0000-4000-8000-000000000001',
        },
        {
          ...listed[0],
          name: 'Suspended One',
          status: 'suspended',
          id: '00000000-0000-4000-8000-000000000002',
        },
        {
          ...listed[0],
          name: 'Archived One',
          status: 'archived',
          id: '00000000-0000-4000-8000-000000000003',
        },
        ...listed,
      ]),
      go('/super-admin-dashboard'),
      ...['Business', 'Type', 'Status', 'Plan', 'Created', 'Actions'].map((name) =>
        row(`Tenants column ${name}`, sees(header(name))),
      ),
      ...rows({
        'Tenants: name and email': async ({ page }) => {
          await expect(tenant('Lantern House Café')(page)).toContainText(
            'hello@lanternhouse.example',
          )
        },
        'Tenants: the type, its underscore replaced by a space': ({ page }) =>
          expect(tenant('Lantern House Café')(page).getByRole('cell').nth(1)).toHaveText(
            /restaurant cafe$/,
          ),
        'Tenants: a short date': ({ page }) =>
          expect(tenant('Lantern House Café')(page)).toContainText(/[A-Z][a-z]{2} \d{1,2}, \d{4}/),
        'Status active is green': hasColor(statusBadge('Lantern House Café'), '--success'),
        'Status trial is amber': hasColor(statusBadge('On Trial'), '--warning'),
        'Status suspended is red': hasColor(statusBadge('Suspended One'), '--danger'),
        'Other statuses are neutral': hasColor(statusBadge('Archived One'), '--ink-soft'),
        'Tenants: a View Dashboard link to /business-dashboard/{id}': ({ page }) =>
          expect(link('View Dashboard: Lantern House Café')(page)).toHaveAttribute(
            'href',
            /^\/business-dashboard\/[0-9a-f-]{36}$/,
          ),
      }),
      answerAsEver('**/api/admin/businesses?*'),
      go('/super-admin-dashboard'),
      row(
        'A more button',
        async ({ page }) => {
          await button('More actions for Lantern House Café')(page).click()
          await expect(page.getByRole('menuitem')).toHaveText([
            'Change Plan',
            'Resend Invite',
            'Suspend',
          ])
          await page.keyboard.press('Escape')
        },
        notInert,
      ),
      press(button('Configure Lantern House Café')),
      row(
        'A configure button',
        sees((page) => dialog('Lantern House Café')(page).getByRole('switch').first()),
        notInert,
      ),
      step(({ page }) => page.keyboard.press('Escape')),
      row(
        'Export',
        async ({ page }) => {
          const saved = page.waitForEvent('download')
          await button('Export')(page).click()
          const file = readFileSync(await (await saved).path(), 'utf8')
          expect(file).toContain('Lantern House Café,hello@lanternhouse.example')
        },
        notInert,
      ),
      row(
        'Filter',
        async ({ page }) => {
          await button(/^Filter/)(page).click()
          await field('Status')(page).selectOption('suspended')
          await page.keyboard.press('Escape')
          await expect(tenant('Lantern House Café')(page)).toHaveCount(0)
          await button('Show All Businesses')(page).click()
          await expect(tenant('Lantern House Café')(page)).toBeVisible()
        },
        notInert,
      ),
    ],
  },
  {
    name: 'Create New Business Tenant',
    as: 'superAdmin',
    rows: [
      go('/super-admin-dashboard'),
      press(button('New Business')),
      ...rows({
        'New Business opens the Create New Business Tenant dialog': sees(
          dialog('Create New Business Tenant'),
        ),
        'New business: field name': sees(field(/^Business name/)),
        'New business: field businessType, restaurant_cafe by default': holds(
          field('Business type'),
          'restaurant_cafe',
        ),
        'New business: field email': sees((page) =>
          dialog('Create New Business Tenant')(page).getByLabel(/^Email\*?$/),
        ),
        'New business: field phone (optional)': sees(field('Phone (optional)')),
        'New business: field plan, trial by default': ({ page }) =>
          expect(page.getByRole('radio', { name: 'Trial' })).toBeChecked(),
        'Plan text: trial is 14 days free': sees(text('14 days free')),
        'Plan text: pro is $49/month': sees(text('$49/month')),
        'Plan text: enterprise is custom pricing': sees(text('Custom pricing')),
      }),
      ...[
        ['QR generation', true],
        ['Loyalty program', true],
        ['White-label branding', false],
        ['Analytics dashboard', false],
      ].map(([name, on]) =>
        row(`Initial feature ${name}, default ${on ? 'on' : 'off'}`, async ({ page }) => {
          await expect(page.getByRole('switch', { name: String(name) })).toBeChecked({
            checked: on === true,
          })
        }),
      ),
      row('Six business types with their names', ({ page }) =>
        expect(field('Business type')(page).locator('option')).toHaveText([
          'Restaurant & Café',
          'Retail & E-commerce',
          'Fitness & Wellness',
          'Beauty & Spa',
          'Professional Services',
          'Other',
        ]),
      ),
      press(button('Create Business')),
      row('New business: name is required', isWrong(/^Business name/)),
      row('New business: email is required', isWrong(/^Email\*?$/)),
      step(({ page }) =>
        dialog('Create New Business Tenant')(page)
          .getByLabel(/^Business name/)
          .fill('Quay Books'),
      ),
      step(({ page }) =>
        dialog('Create New Business Tenant')(page)
          .getByLabel(/^Email\*?$/)
          .fill('quay'),
      ),
      press(button('Create Business')),
      row('New business: email must be an email', isWrong(/^Email\*?$/)),
      step(({ page }) =>
        dialog('Create New Business Tenant')(page)
          .getByLabel(/^Email\*?$/)
          .fill('quay@example.com'),
      ),
      answerWith('**/api/admin/businesses', 500),
      press(button('Create Business')),
      row("Toast 'Creation Failed'", toasts('Creation Failed')),
      answerAsEver('**/api/admin/businesses'),
      step(async ({ page }) => {
        const sent = page.waitForRequest(
          (request) =>
            request.method() === 'POST' && request.url().endsWith('/api/admin/businesses'),
        )
        await button('Create Business')(page).click()
        expect((await sent).postDataJSON()).toMatchObject({
          phone: '',
          features: { qrCodes: true, loyalty: true, whiteLabel: false, analytics: false },
        })
      }),
      step(async ({ app, page }) => {
        const question = page.getByRole('dialog', { name: 'Confirm It’s You' })
        await question.getByLabel(/^Password/).fill(app.superAdmin.password)
        await question.getByRole('button', { name: 'Confirm' }).click()
      }),
      row('New business: phone is optional, and the answered name is told', toasts('Quay Books')),
      row('The default colors are #3B82F6 and #8B5CF6', ({ app }) =>
        expect
          .poll(
            () =>
              app.sql`select primary_color as one, secondary_color as two from business
              where name = 'Quay Books'`,
          )
          .toEqual([{ one: '#3B82F6', two: '#8B5CF6' }]),
      ),
      go('/super-admin-dashboard'),
      press(button('More actions for Quay Books')),
      press((page) => page.getByRole('menuitem', { name: 'Suspend' })),
      press((page) => page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' })),
      row('Business status transitions', toasts('Quay Books suspended'), 'Business status'),
      row(
        'Initial features are part of the payload',
        ({ app }) =>
          expect
            .poll(() => app.sql`select features from business where name = 'Quay Books'`)
            .toMatchObject([{ features: { whiteLabel: false, analytics: false, qrCodes: true } }]),
        'Initial features',
      ),
      row('New Business mails its owner an invite, by a checkbox that is on', ({ app }) =>
        expect
          .poll(() => app.sql`select email from invite where business_name = 'Quay Books'`)
          .toEqual([{ email: 'quay@example.com' }]),
      ),
    ],
  },
  {
    name: 'a business, viewed by a super admin',
    as: 'superAdmin',
    rows: [
      go('/super-admin-dashboard'),
      press(link('View Dashboard: Lantern House Café')),
      ...rows({
        'super_admin: /business-dashboard/{businessId} shows any business': sees(
          heading('Lantern House Café'),
        ),
        "Banner 'Super Admin View - Viewing {name} dashboard'": sees(
          text('Super Admin View - Viewing Lantern House Café dashboard'),
        ),
        'The business id comes from the path for a super admin': isAt(
          /\/business-dashboard\/[0-9a-f-]{36}$/,
        ),
      }),
      press(link('Back to Super Admin')),
      row('Back to Super Admin leads to /super-admin-dashboard', isAt('/super-admin-dashboard')),
      go('/profile'),
      row('/profile for a super admin', sees(heading('Danger Zone'))),
      row('The marketing checkbox is hidden for super admins', ({ page }) =>
        expect(page.getByRole('checkbox', { name: 'Receive marketing emails' })).toHaveCount(0),
      ),
      row('Role: underscores as spaces', ({ page }) =>
        expect(page.getByRole('main').getByText('super admin', { exact: true })).toBeVisible(),
      ),
      go('/email-preferences'),
      row('/email-preferences for a super admin', sees(heading('Email Preferences'))),
      row('A super admin sees only the note that they are exempt', async ({ page }) => {
        await expect(
          page.getByText(
            'Super admins don’t receive marketing emails, so there’s nothing to set here.',
          ),
        ).toBeVisible()
        await expect(page.getByRole('checkbox')).toHaveCount(0)
      }),
    ],
  },
]
