/** The screens that `npm run pictures` takes: their paths, viewers, and when they are ready. */
import type { Page } from '@playwright/test'
import type { RunningApp, SignIn } from '#tests/journeys/support/app.ts'

export interface PicturedScreen {
  name: string
  path: string
  /** Performs a person's first steps and waits for the content to photograph. */
  ready: (page: Page) => Promise<unknown>
}

export type Viewer = 'visitor' | 'owner' | 'superAdmin'

export const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()
const text = (words: string | RegExp) => (page: Page) => page.getByText(words).first().waitFor()
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()
const dialogOf = (name: string | RegExp) => async (page: Page) => {
  await button(page, name)
  await page.getByRole('dialog').waitFor()
}
const anyId = '00000000-0000-4000-8000-000000000000'
const home = '/business-dashboard'
const platform = '/super-admin-dashboard'

const visitor: PicturedScreen[] = [
  { name: 'landing', path: '/', ready: heading(/./) },
  { name: 'login', path: '/login', ready: heading(/./) },
  { name: 'sign-up', path: '/signup?code=ABCD', ready: heading('Create account') },
  { name: 'verify-email', path: `/verify-email?userId=${anyId}`, ready: heading(/Verify/) },
  { name: 'forgot-password', path: '/forgot-password', ready: heading(/Reset/) },
  { name: 'reset-password', path: `/reset-password?userId=${anyId}`, ready: heading(/Choose/) },
  { name: 'terms', path: '/terms', ready: heading(/./) },
  { name: 'privacy', path: '/privacy', ready: heading(/./) },
  { name: 'not-found', path: '/nothing-here', ready: heading('Page Not Found') },
  { name: 'scan', path: '/customer-signup', ready: heading(/./) },
  { name: 'invalid-code', path: '/customer-signup/UNKNOWN123', ready: heading('Invalid QR Code') },
]

const customers = text(/@example.com/)
const openCustomer = async (page: Page) => {
  await page.getByRole('cell').getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
}
const openMember = async (page: Page) => {
  await page.getByRole('option').first().click()
  await page.getByLabel('Amount').waitFor()
}

const owner: PicturedScreen[] = [
  { name: 'dashboard', path: home, ready: customers },
  { name: 'rewards', path: `${home}?tab=rewards`, ready: text('Free espresso') },
  { name: 'new-reward', path: `${home}?tab=rewards`, ready: dialogOf('Create Reward') },
  { name: 'qr-codes', path: `${home}?tab=qr-codes`, ready: text('Counter sticker') },
  { name: 'new-qr-code', path: home, ready: dialogOf('Generate QR Code') },
  { name: 'new-customer', path: home, ready: dialogOf('Sign Up Customer') },
  {
    name: 'qr-sheet',
    path: `${home}?tab=qr-codes`,
    ready: async (page) => {
      await button(page, 'Print Sheet')
      await page.emulateMedia({ media: 'print' })
      await page.locator('[data-print-sheet] path').first().waitFor()
    },
  },
  {
    name: 'qr-scans',
    path: `${home}?tab=qr-codes`,
    ready: async (page) => {
      await button(page, 'More for Counter sticker')
      await page.getByRole('menuitem', { name: 'Scans over Time' }).click()
      await page.getByRole('slider').waitFor()
    },
  },
  { name: 'customer-drawer', path: home, ready: openCustomer },
  {
    name: 'customer-page',
    path: home,
    ready: async (page) => {
      await openCustomer(page)
      await page.getByRole('link', { name: /page/i }).first().click()
      await page.waitForURL('**/customers/*')
      await page.getByRole('tab').first().waitFor()
    },
  },
  {
    name: 'customer-note',
    path: home,
    ready: async (page) => {
      await openCustomer(page)
      await page.getByRole('tab', { name: 'About' }).click()
      await page.getByLabel('Note for your team').waitFor()
    },
  },
  { name: 'campaigns', path: `${home}/campaigns`, ready: heading('Campaigns') },
  { name: 'new-campaign', path: `${home}/campaigns`, ready: dialogOf('Create Campaign') },
  {
    name: 'analytics',
    path: `${home}/analytics`,
    ready: (page) => page.getByRole('cell', { name: 'Free espresso' }).waitFor(),
  },
  {
    name: 'branding',
    path: `${home}/branding`,
    ready: (page) => page.getByLabel('Business name').waitFor(),
  },
  { name: 'settings', path: `${home}/settings`, ready: heading('Settings') },
  { name: 'devices', path: `${home}/devices`, ready: heading('Sync') },
  { name: 'tills', path: `${home}/tills`, ready: text('No tills yet.') },
  { name: 'staff', path: `${home}/staff`, ready: text('Theo Lindgren') },
  { name: 'program', path: `${home}/program`, ready: text('Points per dollar') },
  {
    name: 'offline-redemption',
    path: `${home}/offline-redemption`,
    ready: text('See who owes points'),
  },
  { name: 'attention', path: `${home}/attention`, ready: heading('Needs Attention') },
  { name: 'audit-log', path: `${home}/audit-log`, ready: text('Signed in') },
  { name: 'plan', path: `${home}/plan`, ready: heading('Plans') },
  {
    name: 'counter',
    path: '/counter',
    ready: (page) => page.getByRole('option').first().waitFor(),
  },
  { name: 'counter-member', path: '/counter', ready: openMember },
  {
    name: 'counter-rewards',
    path: '/counter',
    ready: async (page) => {
      await openMember(page)
      await page.getByRole('tab', { name: 'Rewards' }).click()
    },
  },
  { name: 'counter-sign-up', path: '/counter', ready: (page) => button(page, 'New Member') },
  { name: 'shift', path: '/shift', ready: heading('Everything arrived') },
  { name: 'kiosk', path: '/kiosk', ready: heading('What happens') },
  { name: 'unsent-work', path: '/outbox', ready: heading('Pending Sync') },
  { name: 'shortcuts', path: '/shortcuts', ready: heading('Keyboard Shortcuts') },
  {
    name: 'palette',
    path: '/shortcuts',
    ready: async (page) => {
      await heading('Keyboard Shortcuts')(page)
      await page.keyboard.press('ControlOrMeta+K')
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'profile', path: '/profile', ready: heading('Danger Zone') },
  { name: 'email-preferences', path: '/email-preferences', ready: heading('Marketing emails') },
]

const tenants = text('Lantern House')
const superAdmin: PicturedScreen[] = [
  { name: 'platform', path: platform, ready: tenants },
  { name: 'new-business', path: platform, ready: dialogOf('New Business') },
  { name: 'new-invite', path: platform, ready: dialogOf('Create Invite') },
  { name: 'tenants', path: `${platform}/tenants`, ready: tenants },
  {
    name: 'tenant',
    path: `${platform}/tenants`,
    ready: async (page) => {
      await page.getByRole('link', { name: 'Lantern House Café', exact: true }).click()
      await heading('Usage')(page)
    },
  },
  {
    name: 'viewed-business',
    path: platform,
    ready: async (page) => {
      await page.getByRole('link', { name: 'View Dashboard' }).first().click()
      await text(/^Super Admin View/)(page)
      await customers(page)
    },
  },
  { name: 'invitations', path: `${platform}/invitations`, ready: heading('Invitations') },
  {
    name: 'white-label',
    path: `${platform}/white-label`,
    ready: (page) => page.getByRole('table', { name: 'Branding by business' }).waitFor(),
  },
  {
    name: 'platform-analytics',
    path: `${platform}/analytics`,
    ready: (page) => page.getByRole('link', { name: 'Lantern House Café' }).waitFor(),
  },
  { name: 'platform-audit', path: `${platform}/audit`, ready: text('Signed in') },
  { name: 'platform-profile', path: '/profile', ready: heading('Danger Zone') },
]

export const picturedScreens: Record<Viewer, PicturedScreen[]> = { visitor, owner, superAdmin }

export const signInOf = (app: RunningApp, viewer: Viewer): SignIn | null =>
  viewer === 'visitor' ? null : app[viewer]
