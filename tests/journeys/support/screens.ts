/**
 * Every screen, by who sees it, with its state that is worth a look. axe and large text are tried on
 * each (accessibility.spec.ts, narrow-screens.spec.ts), and `npm run pictures` takes it.
 */
import type { Page } from '@playwright/test'

type Step = (page: Page) => Promise<unknown>

export interface Screen {
  /** Names its pictures, too. */
  name: string
  path: string
  /** Waits until the screen shows its content. */
  ready: Step
  /** Leads from there to the state. */
  act?: Step
}

export type Viewer = 'visitor' | 'owner' | 'staff' | 'superAdmin'

export const heading =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('heading', { name }).first().waitFor()
export const text =
  (words: string | RegExp): Step =>
  (page) =>
    page.getByText(words).first().waitFor()
export const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click()
export const dialog: Step = (page) => page.getByRole('dialog').waitFor()

function inOrder(...steps: Step[]): Step {
  return async (page) => {
    for (const step of steps) await step(page)
  }
}
const pressInDialog =
  (name: string): Step =>
  (page) =>
    page.getByRole('dialog').getByRole('button', { name }).click()
const openTab =
  (name: string): Step =>
  (page) =>
    page.getByRole('tab', { name }).click()
const openDialog = (name: string) => inOrder(press(name), dialog)
const cell =
  (name: string): Step =>
  (page) =>
    page.getByRole('cell', { name }).waitFor()
const chart: Step = (page) => page.getByRole('slider').waitFor()

const anyId = '00000000-0000-4000-8000-000000000000'
const home = '/business-dashboard'
const platform = '/super-admin-dashboard'

const visitor: Screen[] = [
  { name: 'landing', path: '/', ready: text('Create Account') },
  { name: 'login', path: '/login', ready: heading('Login') },
  { name: 'sign-up', path: '/signup?code=ABCD', ready: heading('Create account') },
  {
    name: 'sign-up-mistakes',
    path: '/signup',
    ready: heading('Create account'),
    act: press('Create Account'),
  },
  {
    name: 'verify-email',
    path: `/verify-email?userId=${anyId}`,
    ready: heading('Verify your email'),
  },
  { name: 'forgot-password', path: '/forgot-password', ready: heading('Reset your password') },
  {
    name: 'reset-password',
    path: `/reset-password?userId=${anyId}`,
    ready: heading('Choose a new password'),
  },
  { name: 'terms', path: '/terms', ready: heading(/./) },
  { name: 'privacy', path: '/privacy', ready: heading(/./) },
  { name: 'not-found', path: '/nothing-here', ready: heading('Page Not Found') },
  { name: 'scan', path: '/customer-signup', ready: heading(/./) },
  {
    name: 'invalid-unsubscribe',
    path: '/unsubscribe/none-of-ours',
    ready: heading('This link doesn’t work'),
  },
  {
    name: 'invalid-email-link',
    path: '/member-email#none-of-ours',
    ready: heading('This link doesn’t work anymore'),
  },
  {
    name: 'invalid-data-link',
    path: '/member-data#none-of-ours',
    ready: heading('This link doesn’t work anymore'),
  },
  {
    name: 'invalid-card-link',
    path: '/member-card#none-of-ours',
    ready: heading('This code doesn’t work anymore'),
  },
  {
    name: 'invalid-code',
    path: '/customer-signup/UNKNOWN123',
    ready: heading('Invalid QR Code'),
  },
]

const customers = text(/@example.com/)
const openCustomer = inOrder(
  (page) => page.getByRole('cell').getByRole('button').first().click(),
  dialog,
)
const qrCodes: Pick<Screen, 'path' | 'ready'> = {
  path: `${home}?tab=qr-codes`,
  ready: text('Counter sticker'),
}
const tills: Pick<Screen, 'path' | 'ready'> = { path: `${home}/tills`, ready: text('No PIN') }

const owner: Screen[] = [
  { name: 'dashboard', path: home, ready: customers },
  { name: 'customer-drawer', path: home, ready: customers, act: openCustomer },
  {
    name: 'customer-rewards',
    path: home,
    ready: customers,
    act: inOrder(openCustomer, openTab('Rewards'), (page) =>
      page.getByRole('button', { name: 'Not enough points' }).first().waitFor(),
    ),
  },
  {
    name: 'customer-note',
    path: home,
    ready: customers,
    act: inOrder(openCustomer, openTab('About'), (page) =>
      page.getByLabel('Note for your team').waitFor(),
    ),
  },
  {
    name: 'customer-page',
    path: home,
    ready: customers,
    act: inOrder(
      openCustomer,
      (page) => page.getByRole('link', { name: /page/i }).first().click(),
      (page) => page.waitForURL('**/customers/*'),
      (page) => page.getByRole('dialog').waitFor({ state: 'hidden' }),
      (page) => page.getByRole('tab').first().waitFor(),
    ),
  },
  {
    name: 'new-customer',
    path: home,
    ready: customers,
    act: inOrder(press('Sign Up Customer'), pressInDialog('Sign Up')),
  },
  { name: 'qr-codes', ...qrCodes },
  { name: 'new-qr-code', path: home, ready: customers, act: openDialog('Generate QR Code') },
  { name: 'qr-sheet', ...qrCodes, act: openDialog('Print Sheet') },
  {
    name: 'qr-scans',
    ...qrCodes,
    act: inOrder(
      press('More for Counter sticker'),
      (page) => page.getByRole('menuitem', { name: 'Scans over Time' }).click(),
      chart,
    ),
  },
  { name: 'rewards', path: `${home}?tab=rewards`, ready: text('Free espresso') },
  {
    name: 'new-reward',
    path: `${home}?tab=rewards`,
    ready: text('Free espresso'),
    act: openDialog('Create Reward'),
  },
  { name: 'campaigns', path: `${home}/campaigns`, ready: heading('Campaigns') },
  {
    name: 'new-campaign',
    path: `${home}/campaigns`,
    ready: heading('Campaigns'),
    act: inOrder(press('Create Campaign'), pressInDialog('Save Campaign')),
  },
  {
    name: 'analytics',
    path: `${home}/analytics`,
    ready: inOrder(chart, cell('Free espresso')),
  },
  { name: 'imports', path: `${home}/imports`, ready: heading('Earlier Imports') },
  { name: 'duplicates', path: `${home}/duplicates`, ready: heading('Possible Duplicates') },
  { name: 'attention', path: `${home}/attention`, ready: heading('Needs Attention') },
  { name: 'settings', path: `${home}/settings`, ready: heading('Settings') },
  { name: 'program', path: `${home}/program`, ready: text('Points per dollar') },
  { name: 'branding', path: `${home}/branding`, ready: text('Primary color') },
  {
    name: 'offline-redemption',
    path: `${home}/offline-redemption`,
    ready: text('See who owes points'),
  },
  {
    name: 'offline-redemption-mistakes',
    path: `${home}/offline-redemption`,
    ready: text('See who owes points'),
    act: inOrder(
      (page) => page.getByRole('radio', { name: /Trust within limits/ }).check(),
      (page) => page.getByLabel(/Most points for one reward/).fill('0'),
      press('Save'),
      text('Enter at least 1 point'),
    ),
  },
  { name: 'staff', path: `${home}/staff`, ready: text('Theo Lindgren') },
  { name: 'devices', path: `${home}/devices`, ready: heading('Your Team’s Devices') },
  { name: 'tills', ...tills },
  { name: 'new-till', ...tills, act: openDialog('Use This Device as a Till') },
  { name: 'counter-device', ...tills, act: openDialog('Set Up a Counter Device') },
  { name: 'plan', path: `${home}/plan`, ready: heading('Plans') },
  { name: 'audit-log', path: `${home}/audit-log`, ready: text('Recorded a purchase') },
  {
    name: 'unsent-work',
    path: '/outbox',
    ready: text('You’re all caught up. Everything is synced.'),
  },
  { name: 'shortcuts', path: '/shortcuts', ready: heading('Keyboard Shortcuts') },
  {
    name: 'palette',
    path: '/shortcuts',
    ready: heading('Keyboard Shortcuts'),
    act: inOrder((page) => page.keyboard.press('ControlOrMeta+K'), dialog),
  },
  { name: 'profile', path: '/profile', ready: heading('Danger Zone') },
  { name: 'email-preferences', path: '/email-preferences', ready: heading('Marketing Emails') },
]

const counter: Pick<Screen, 'path' | 'ready'> = {
  path: '/counter',
  ready: (page) => page.getByRole('option').first().waitFor(),
}
const openMember = inOrder(
  (page) => page.getByRole('option').first().click(),
  (page) => page.getByLabel('Amount').waitFor(),
)

const staff: Screen[] = [
  { name: 'counter', ...counter },
  { name: 'counter-member', ...counter, act: openMember },
  {
    name: 'counter-no-amount',
    ...counter,
    act: inOrder(openMember, press('Record Purchase'), text('Enter an amount like 12.50')),
  },
  {
    name: 'counter-sale',
    ...counter,
    act: inOrder(
      openMember,
      (page) => page.keyboard.type('7'),
      (page) => page.keyboard.press('Enter'),
      text(/^\$7\.00 recorded/),
    ),
  },
  {
    name: 'counter-rewards',
    ...counter,
    act: inOrder(openMember, openTab('Rewards')),
  },
  {
    name: 'counter-coupons',
    ...counter,
    act: inOrder(openMember, openTab('Coupons')),
  },
  { name: 'counter-sign-up', ...counter, act: press('New Member') },
  {
    name: 'counter-sign-up-mistakes',
    ...counter,
    act: inOrder(press('New Member'), press('Sign up')),
  },
  { name: 'counter-scan', ...counter, act: press('Scan') },
  { name: 'shift', path: '/shift', ready: heading('Everything arrived') },
  { name: 'kiosk', path: '/kiosk', ready: heading('What Happens') },
]

const tenants = text('Lantern House Café')

const superAdmin: Screen[] = [
  { name: 'platform', path: platform, ready: tenants },
  { name: 'new-business', path: platform, ready: tenants, act: openDialog('New Business') },
  { name: 'new-invite', path: platform, ready: tenants, act: openDialog('Create Invite') },
  {
    name: 'viewed-business',
    path: platform,
    ready: tenants,
    act: inOrder(
      (page) => page.getByRole('link', { name: 'View Dashboard: Lantern House Café' }).click(),
      text(/^Super Admin View/),
      customers,
    ),
  },
  { name: 'tenants', path: `${platform}/tenants`, ready: tenants },
  {
    name: 'tenants-selected',
    path: `${platform}/tenants`,
    ready: tenants,
    act: inOrder(
      (page) => page.getByLabel('Select Lantern House Café').check(),
      text('1 business selected'),
    ),
  },
  {
    name: 'tenant',
    path: `${platform}/tenants`,
    ready: tenants,
    act: inOrder(
      (page) => page.getByRole('link', { name: 'Lantern House Café', exact: true }).click(),
      heading('Usage'),
    ),
  },
  {
    name: 'tenants-palette',
    path: `${platform}/tenants`,
    ready: tenants,
    act: inOrder(
      (page) => page.keyboard.press('ControlOrMeta+K'),
      (page) => page.getByRole('combobox').fill('Lantern'),
      (page) => page.getByRole('option').filter({ hasText: 'Lantern' }).first().waitFor(),
    ),
  },
  {
    name: 'invitations',
    path: `${platform}/invitations`,
    ready: text('No invite codes created yet'),
  },
  { name: 'white-label', path: `${platform}/white-label`, ready: tenants },
  {
    name: 'tenant-brand',
    path: `${platform}/white-label`,
    ready: tenants,
    act: inOrder(
      (page) => page.getByRole('link', { name: 'Lantern House Café' }).first().click(),
      text('Primary color'),
    ),
  },
  { name: 'platform-analytics', path: `${platform}/analytics`, ready: inOrder(chart, tenants) },
  { name: 'platform-audit', path: `${platform}/audit`, ready: text('Signed in') },
  { name: 'system', path: `${platform}/system`, ready: heading('What Works') },
  {
    name: 'platform-profile',
    path: '/profile',
    ready: heading('Danger Zone'),
  },
]

export const screens: Record<Viewer, Screen[]> = { visitor, owner, staff, superAdmin }
