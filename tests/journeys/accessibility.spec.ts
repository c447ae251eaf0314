/**
 * Runs axe-core on every screen, in light on a desktop and in dark on a phone, with the rules of
 * WCAG 2.2 A and AA and its own best practices.
 */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { deep } from '#tests/support/level.ts'
import type { RunningApp } from './support/app.ts'
import { appTakenOver } from './support/app-taken-over.ts'
import { signUpAtCounter } from './support/counter.ts'
import { desktop, phone } from './support/device-browser.ts'
import { expect, test, withoutWorker } from './support/journey.ts'
import { signIn } from './support/sign-in.ts'

interface Screen {
  name: string
  path: string
  /** Waits until the screen shows its content. */
  ready: (page: Page) => Promise<unknown>
  /** Steps before axe runs. */
  act?: (page: Page) => Promise<unknown>
}

const heading = (name: string | RegExp) => (page: Page) =>
  expect(page.getByRole('heading', { name }).first()).toBeVisible()
const text = (words: string | RegExp) => (page: Page) =>
  expect(page.getByText(words).first()).toBeVisible()
const dialog = (page: Page) => expect(page.getByRole('dialog')).toBeVisible()
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

const anyId = '00000000-0000-4000-8000-000000000000'

const publicScreens: Screen[] = [
  { name: 'landing', path: '/', ready: heading(/./) },
  { name: 'login', path: '/login', ready: heading('Login') },
  { name: 'sign up', path: '/signup?code=ABCD', ready: heading('Create account') },
  {
    name: 'sign up with mistakes',
    path: '/signup',
    ready: heading('Create account'),
    act: press('Create Account'),
  },
  {
    name: 'verify email',
    path: `/verify-email?userId=${anyId}`,
    ready: heading('Verify your email'),
  },
  { name: 'forgot password', path: '/forgot-password', ready: heading('Reset your password') },
  {
    name: 'reset password',
    path: `/reset-password?userId=${anyId}`,
    ready: heading('Choose a new password'),
  },
  { name: 'terms', path: '/terms', ready: heading(/./) },
  { name: 'privacy', path: '/privacy', ready: heading(/./) },
  { name: 'not found', path: '/nothing-here', ready: heading('Page Not Found') },
  { name: 'scan a code', path: '/customer-signup', ready: heading(/./) },
  {
    name: 'a link to unsubscribe that is none',
    path: '/unsubscribe/none-of-ours',
    ready: heading('This link doesn’t work'),
  },
  {
    name: 'a link about an email that is none',
    path: '/member-email#none-of-ours',
    ready: heading('This link doesn’t work anymore'),
  },
  {
    name: 'a link about data that is none',
    path: '/member-data#none-of-ours',
    ready: heading('This link doesn’t work anymore'),
  },
  {
    name: 'a code of a card that is none',
    path: '/member-card#none-of-ours',
    ready: heading('This code doesn’t work anymore'),
  },
  {
    name: 'an invalid code',
    path: '/customer-signup/UNKNOWN123',
    ready: heading('Invalid QR Code'),
  },
]

const ownerScreens: Screen[] = [
  { name: 'customers', path: '/business-dashboard', ready: text(/@example.com/) },
  {
    name: 'a customer',
    path: '/business-dashboard',
    ready: text(/@example.com/),
    act: async (page) => {
      await page.getByRole('cell').getByRole('button').first().click()
      await dialog(page)
    },
  },
  {
    name: 'sign-up at the counter',
    path: '/business-dashboard',
    ready: text(/@example.com/),
    act: async (page) => {
      await press('Sign Up Customer')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Sign Up' }).click()
    },
  },
  { name: 'QR codes', path: '/business-dashboard?tab=qr-codes', ready: text('Counter sticker') },
  {
    name: 'generate a QR code',
    path: '/business-dashboard',
    ready: text(/@example.com/),
    act: async (page) => {
      await press('Generate QR Code')(page)
      await dialog(page)
    },
  },
  { name: 'rewards', path: '/business-dashboard?tab=rewards', ready: text('Free espresso') },
  {
    name: 'unsent work',
    path: '/outbox',
    ready: text('You’re all caught up. Everything is synced.'),
  },
  { name: 'staff', path: '/business-dashboard/staff', ready: text(/@/) },
  { name: 'plan', path: '/business-dashboard/plan', ready: heading('Plan') },
  { name: 'settings', path: '/business-dashboard/settings', ready: heading('Settings') },
  {
    name: 'imports',
    path: '/business-dashboard/imports',
    ready: heading('Earlier Imports'),
  },
  {
    name: 'possible duplicates',
    path: '/business-dashboard/duplicates',
    ready: heading('Possible Duplicates'),
  },
  { name: 'devices', path: '/business-dashboard/devices', ready: heading('Sync') },
  { name: 'attention', path: '/business-dashboard/attention', ready: heading('Needs Attention') },
  { name: 'program', path: '/business-dashboard/program', ready: text('Points per dollar') },
  { name: 'branding', path: '/business-dashboard/branding', ready: text('Primary color') },
  {
    name: 'a customer’s note and consents',
    path: '/business-dashboard',
    ready: text(/@example.com/),
    act: async (page) => {
      await page.getByRole('cell').getByRole('button').first().click()
      await page.getByRole('tab', { name: 'About' }).click()
      await page.getByLabel('Note for your team').waitFor()
    },
  },
  {
    name: 'a print sheet of QR codes',
    path: '/business-dashboard?tab=qr-codes',
    ready: text('Counter sticker'),
    act: async (page) => {
      await press('Print Sheet')(page)
      await dialog(page)
    },
  },
  {
    name: 'campaigns',
    path: '/business-dashboard/campaigns',
    ready: heading('Campaigns'),
    act: async (page) => {
      await press('Create Campaign')(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Save Campaign' }).click()
    },
  },
  {
    name: 'analytics',
    path: '/business-dashboard/analytics',
    ready: (page) => expect(page.getByRole('slider')).toBeVisible(),
  },
  { name: 'shortcuts', path: '/shortcuts', ready: heading('Keyboard Shortcuts') },
  {
    name: 'the command palette',
    path: '/shortcuts',
    ready: heading('Keyboard Shortcuts'),
    act: async (page) => {
      await page.keyboard.press('ControlOrMeta+K')
      await dialog(page)
    },
  },
  {
    name: 'offline redemption',
    path: '/business-dashboard/offline-redemption',
    ready: text('See who owes points'),
    act: async (page) => {
      await page.getByRole('radio', { name: /Trust within limits/ }).check()
      await page.getByLabel(/Most points for one reward/).fill('0')
      await press('Save')(page)
      await text('Enter at least 1 point')(page)
    },
  },
  {
    name: 'tills',
    path: '/business-dashboard/tills',
    ready: text('No tills yet.'),
    act: async (page) => {
      await press('Use This Device as a Till')(page)
      await dialog(page)
    },
  },
  {
    name: 'setting up a counter device',
    path: '/business-dashboard/tills',
    ready: text('No tills yet.'),
    act: async (page) => {
      await press('Set Up a Counter Device')(page)
      await dialog(page)
    },
  },
  { name: 'tills and PINs', path: '/business-dashboard/tills', ready: text('No PIN') },
  { name: 'audit log', path: '/business-dashboard/audit-log', ready: heading('Activity Log') },
  { name: 'profile', path: '/profile', ready: heading('Danger Zone') },
  { name: 'email preferences', path: '/email-preferences', ready: heading('Marketing Emails') },
]

const members = (page: Page) => expect(page.getByRole('option').first()).toBeVisible()
const openMember = async (page: Page) => {
  await page.getByRole('option').first().click()
  await page.getByLabel('Amount').waitFor()
}
const openTab = (name: string) => async (page: Page) => {
  await openMember(page)
  await page.getByRole('tab', { name }).click()
}

const counterScreens: Screen[] = [
  { name: 'the counter', path: '/counter', ready: members },
  { name: 'a member', path: '/counter', ready: members, act: openMember },
  {
    name: 'a member, no amount',
    path: '/counter',
    ready: members,
    act: async (page) => {
      await openMember(page)
      await press('Record Purchase')(page)
      await text('Enter an amount like 12.50')(page)
    },
  },
  {
    name: 'a sale that was recorded',
    path: '/counter',
    ready: members,
    act: async (page) => {
      await openMember(page)
      await page.keyboard.type('7')
      await page.keyboard.press('Enter')
      await text(/^\$7\.00 recorded/)(page)
    },
  },
  { name: "a member's rewards", path: '/counter', ready: members, act: openTab('Rewards') },
  { name: "a member's coupons", path: '/counter', ready: members, act: openTab('Coupons') },
  { name: 'new member', path: '/counter', ready: members, act: press('New Member') },
  {
    name: 'new member with mistakes',
    path: '/counter',
    ready: members,
    act: async (page) => {
      await press('New Member')(page)
      await press('Sign up')(page)
    },
  },
  { name: 'scan', path: '/counter', ready: members, act: press('Scan') },
  { name: 'today on this device', path: '/shift', ready: heading('Everything arrived') },
  { name: 'starting a kiosk', path: '/kiosk', ready: heading('What Happens') },
]

const platformScreens: Screen[] = [
  { name: 'platform', path: '/super-admin-dashboard', ready: text('Lantern House Café') },
  {
    name: 'new business',
    path: '/super-admin-dashboard',
    ready: text('Lantern House Café'),
    act: async (page) => {
      await press('New Business')(page)
      await dialog(page)
    },
  },
  {
    name: 'create an invite',
    path: '/super-admin-dashboard',
    ready: text('Lantern House Café'),
    act: async (page) => {
      await press('Create Invite')(page)
      await dialog(page)
    },
  },
  {
    name: 'a business, viewed by a super admin',
    path: '/super-admin-dashboard',
    ready: text('Lantern House Café'),
    act: async (page) => {
      await page.getByRole('link', { name: 'View Dashboard: Lantern House Café' }).click()
      await text(/^Super Admin View/)(page)
      await text(/@example.com/)(page)
    },
  },
  {
    name: 'tenants, one chosen',
    path: '/super-admin-dashboard/tenants',
    ready: text('Lantern House Café'),
    act: (page) => page.getByLabel('Select Lantern House Café').check(),
  },
  {
    name: 'a business’s page',
    path: '/super-admin-dashboard/tenants',
    ready: text('Lantern House Café'),
    act: async (page) => {
      await page.getByRole('link', { name: 'Lantern House Café', exact: true }).click()
      await heading('Usage')(page)
    },
  },
  {
    name: 'invitations',
    path: '/super-admin-dashboard/invitations',
    ready: text('No invite codes created yet'),
  },
  {
    name: 'platform analytics',
    path: '/super-admin-dashboard/analytics',
    ready: (page) => expect(page.getByRole('slider')).toBeVisible(),
  },
  {
    name: 'brands of all businesses',
    path: '/super-admin-dashboard/white-label',
    ready: text('Lantern House Café'),
  },
  {
    name: 'the brand of a business',
    path: '/super-admin-dashboard/white-label',
    ready: text('Lantern House Café'),
    act: async (page) => {
      await page.getByRole('link', { name: 'Lantern House Café' }).first().click()
      await page.getByText('Primary color').first().waitFor()
    },
  },
  { name: 'platform audit', path: '/super-admin-dashboard/audit', ready: heading('Audit Log') },
  { name: 'system', path: '/super-admin-dashboard/system', ready: heading('What Works') },
  { name: 'platform profile', path: '/profile', ready: heading('Danger Zone') },
]

/**
 * Covers each theme and each width once. A theme changes colors (contrast.test.ts), not the layout.
 */
const looks = [
  { name: 'light, desktop', colorScheme: 'light', viewport: desktop },
  { name: 'dark, phone', colorScheme: 'dark', viewport: phone },
] as const

let app: RunningApp
let page: Page
test.use({ ...withoutWorker, viewport: desktop })
test.beforeEach(({ app: ofThisFile, page: fresh }) => {
  app = ofThisFile
  page = fresh
})

/** The rules that depend on theme or width. */
const rulesOfLooks = ['color-contrast', 'link-in-text-block', 'target-size']

function axeOf(isFirst: boolean, part: string | undefined) {
  // Legacy mode, because the default mode opens a blank page for frames of other origins, and our
  // pages have none. axe's source is half a megabyte; it stays in the document after the first
  // look.
  const axe = new AxeBuilder(isFirst ? { page } : { page, axeSource: 'void axe' })
    .setLegacyMode()
    .exclude('[role="rowgroup"] > [role="row"]:nth-child(n + 4)')
    // Details of rules that pass are not needed.
    .options({ resultTypes: ['violations'] })
  if (part) axe.include(part)
  return isFirst ? axe : axe.withRules(rulesOfLooks)
}

/**
 * Checks both looks. A screen behind a dialog was checked without it. Soft assertions let one run
 * report every fault.
 */
/** @param atEnd where a button that sticks to the screen's end covers no other */
async function expectNothingWrong(screen: string, atEnd = false) {
  const part = (await page.getByRole('dialog').count()) > 0 ? '[role="dialog"]' : undefined
  for (const [place, { name, colorScheme, viewport }] of looks.entries()) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    await expect(page.locator(`html[data-theme="${colorScheme}"]`)).toBeAttached()
    await page.waitForFunction(() =>
      document.getAnimations().every(({ playState }) => playState !== 'running'),
    )
    if (atEnd) await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const { violations, passes } = await axeOf(place === 0, part).analyze()
    expect(passes.map(({ id }) => id)).toContain('color-contrast')
    const wrong = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])
    expect.soft(wrong, `${screen}, ${name}`).toEqual([])
  }
}

async function lookAt(screens: Screen[]) {
  test.setTimeout(screens.length * 60_000)
  for (const screen of screens) {
    await page.setViewportSize(desktop)
    await page.goto(app.url + screen.path)
    await screen.ready(page)
    await screen.act?.(page)
    await expectNothingWrong(screen.name)
  }
}

test('public screens', deep, () => lookAt(publicScreens))

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  test(`animations follow the preference for reduced motion (${reducedMotion})`, deep, async () => {
    await page.emulateMedia({ reducedMotion, colorScheme: 'light' })
    await signIn(page, app, app.owner)
    await text(/@example.com/)(page)
    // Placeholders for loading content appear late, with either setting.
    await expect(page.locator('.appear-late')).toHaveCount(0)
    await page.evaluate(() => {
      const seen: string[] = []
      document.addEventListener('animationstart', ({ animationName }) => seen.push(animationName))
      document.addEventListener('transitionrun', ({ propertyName }) => seen.push(propertyName))
      Object.assign(window, { seen })
    })
    await press('Generate QR Code')(page)
    await dialog(page)
    await page.emulateMedia({ reducedMotion, colorScheme: 'dark' })
    await expect(page.locator('html[data-theme="dark"]')).toBeAttached()
    const seen = await page.evaluate(async () => {
      // Events start in one frame and are reported in the next.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
      return (window as unknown as { seen: string[] }).seen
    })
    if (reducedMotion === 'reduce') expect(seen).toEqual([])
    else expect(seen).toEqual(expect.arrayContaining(['rise', 'background-color']))
  })
}

test("an owner's screens", deep, async () => {
  await signIn(page, app, app.owner)
  await lookAt(ownerScreens)
})

test('the counter', deep, async () => {
  await signIn(page, app, app.staff)
  await lookAt(counterScreens)
})

test("a super admin's screens", deep, async () => {
  await signIn(page, app, app.superAdmin)
  await lookAt(platformScreens)
})

test('the sign-up page and a customer’s card', deep, async () => {
  await page.goto(app.signUpUrl)
  await appTakenOver(page)
  await heading('Join Our Loyalty Program')(page)
  await expectNothingWrong('join', true)
  await page.getByRole('button', { name: /^Join/ }).click()
  await text('Consent Required')(page)
  await expectNothingWrong('join with mistakes', true)
  await page.getByLabel('First name').fill('Ottilie')
  await page.getByLabel('Last name').fill('Marchbanks')
  await page.getByLabel('Email').first().fill('ottilie@example.com')
  await page.getByRole('checkbox', { name: /Terms of Service/ }).check()
  await page.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await page.getByRole('button', { name: /^Join/ }).click()
  const ownPage = page.getByRole('link', { name: /page|card/i }).first()
  await expect(ownPage).toBeVisible()
  await expectNothingWrong('joined')
  await ownPage.click()
  await text(/Welcome back/)(page)
  await expectNothingWrong('their page')
  await page.getByRole('button', { name: 'Redeem' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Redeem', exact: true }).click()
  await expect(page.getByRole('img', { name: /^QR code for coupon/ })).toBeVisible()
  await expectNothingWrong('their coupon')
})

test('the kiosk, its countdown and its terms', deep, async () => {
  await page.clock.install()
  await page.goto(app.signUpUrl.replace('/customer-signup/', '/kiosk/'))
  await heading('Join Our Loyalty Program')(page)
  await expectNothingWrong('the kiosk')
  await page.setViewportSize(desktop)
  await page.getByLabel('First name').fill('Ottilie')
  await page.clock.runFor(45_000)
  await text('Are you still there?')(page)
  await expectNothingWrong('the kiosk, counting down')
  // The kiosk may have cleared itself in between.
  await page.reload()
  await heading('Join Our Loyalty Program')(page)
  await page.getByRole('link', { name: 'Terms of Service' }).click()
  await dialog(page)
  await expectNothingWrong('the kiosk, its terms')
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('offline, with a customer and unsynced work', deep, async () => {
    await signIn(page, app, app.owner)
    await text(/@example.com/)(page)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
    await app.kill()
    await signUpAtCounter(page, 'Waiting', 'waiting@example.com')
    await expectNothingWrong('a customer who waits')
    await page.setViewportSize(desktop)
    await page.keyboard.press('Escape')
    await text(/^You’re offline\. 1 change is saved on this device/)(page)
    await expectNothingWrong('customers, offline')
    await page.setViewportSize(desktop)
    await page.getByRole('link', { name: '1 to sync' }).click()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await expectNothingWrong('unsent work, waiting')
  })
})
