/**
 * Takes the pictures of the README: each main screen of the real product over the demo data, as a
 * phone, a tablet and a desktop show it, light and dark. `npm run pictures`, with dist/ built; with
 * the names of some, only those.
 */
import { mkdirSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type RunningApp, type SignIn, startApp } from '#tests/journeys/support/app.ts'
import { signIn } from '#tests/journeys/support/sign-in.ts'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { startTestCluster } from '#tests/support/cluster.ts'

const folder = 'docs/pictures'
const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1024, height: 768 },
  desktop: { width: 1440, height: 900 },
}
const themes = ['light', 'dark'] as const

interface Shot {
  name: string
  who?: (app: RunningApp) => SignIn
  path: string
  /** What must be there before the picture is taken. */
  ready: (page: Page) => Promise<unknown>
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name }).first().waitFor()

const shots: Shot[] = [
  { name: 'landing', path: '/', ready: heading(/./) },
  { name: 'login', path: '/login', ready: heading(/./) },
  {
    name: 'dashboard',
    who: (app) => app.owner,
    path: '/business-dashboard',
    ready: (page) =>
      page
        .getByRole('cell', { name: /@example.com/ })
        .first()
        .waitFor(),
  },
  {
    name: 'rewards',
    who: (app) => app.owner,
    path: '/business-dashboard?tab=rewards',
    ready: (page) => page.getByText('Free espresso', { exact: true }).waitFor(),
  },
  {
    name: 'analytics',
    who: (app) => app.owner,
    path: '/business-dashboard/analytics',
    ready: (page) => page.getByRole('cell', { name: 'Free espresso' }).waitFor(),
  },
  {
    name: 'platform-analytics',
    who: (app) => app.superAdmin,
    path: '/super-admin-dashboard/analytics',
    ready: (page) => page.getByRole('link', { name: 'Lantern House Café' }).waitFor(),
  },
  {
    name: 'branding',
    who: (app) => app.owner,
    path: '/business-dashboard/branding',
    ready: (page) => page.getByLabel('Business name').waitFor(),
  },
  {
    name: 'white-label',
    who: (app) => app.superAdmin,
    path: '/super-admin-dashboard/white-label',
    ready: (page) => page.getByRole('table', { name: 'Branding by business' }).waitFor(),
  },
  ...(
    [
      ['settings', 'Settings'],
      ['devices', 'Delivery'],
      ['tills', 'Tills'],
      ['staff', 'Staff'],
      ['program', 'Program'],
      ['offline-redemption', 'Offline Redemption'],
      ['attention', 'Needs Attention'],
      ['audit-log', 'Activity Log'],
    ] as const
  ).map(([name, title]) => ({
    name,
    who: (app: RunningApp) => app.owner,
    path: `/business-dashboard/${name}`,
    ready: heading(title),
  })),
  {
    name: 'qr-codes',
    who: (app) => app.owner,
    path: '/business-dashboard?tab=qr-codes',
    ready: (page) => page.getByText('Counter sticker').first().waitFor(),
  },
  {
    name: 'qr-sheet',
    who: (app) => app.owner,
    path: '/business-dashboard?tab=qr-codes',
    ready: async (page) => {
      await page.getByRole('button', { name: 'Print Sheet' }).click()
      await page.emulateMedia({ media: 'print' })
      await page.locator('[data-print-sheet] path').first().waitFor()
    },
  },
  {
    name: 'qr-scans',
    who: (app) => app.owner,
    path: '/business-dashboard?tab=qr-codes',
    ready: async (page) => {
      await page.getByRole('button', { name: 'More for Counter sticker' }).click()
      await page.getByRole('menuitem', { name: 'Scans over Time' }).click()
      await page.getByRole('slider').waitFor()
    },
  },
  {
    name: 'customer-note',
    who: (app) => app.owner,
    path: '/business-dashboard',
    ready: async (page) => {
      await page.getByRole('cell').getByRole('button').first().click()
      await page.getByRole('tab', { name: 'About' }).click()
      await page.getByLabel('Note for your team').waitFor()
    },
  },
  { name: 'counter', who: (app) => app.owner, path: '/counter', ready: heading(/./) },
  {
    name: 'plan',
    who: (app) => app.owner,
    path: '/business-dashboard/plan',
    ready: heading('Plans'),
  },
  {
    name: 'tenants',
    who: (app) => app.superAdmin,
    path: '/super-admin-dashboard/tenants',
    ready: (page) => page.getByText('Lantern House').first().waitFor(),
  },
  {
    name: 'tenant',
    who: (app) => app.superAdmin,
    path: '/super-admin-dashboard/tenants',
    ready: async (page) => {
      await page.getByRole('link', { name: 'Lantern House Café', exact: true }).click()
      await page.getByRole('heading', { name: 'Usage' }).waitFor()
    },
  },
  {
    name: 'shortcuts',
    who: (app) => app.owner,
    path: '/shortcuts',
    ready: heading('Keyboard Shortcuts'),
  },
  {
    name: 'unsent-work',
    who: (app) => app.owner,
    path: '/outbox',
    ready: heading('Pending Sync'),
  },
  {
    name: 'platform',
    who: (app) => app.superAdmin,
    path: '/super-admin-dashboard',
    ready: (page) => page.getByText('Lantern House').first().waitFor(),
  },
  { name: 'profile', who: (app) => app.owner, path: '/profile', ready: heading(/./) },
]

async function takeAll(app: RunningApp, browser: Browser, only: readonly string[]) {
  for (const theme of themes) {
    for (const [sizeName, viewport] of Object.entries(sizes)) {
      const file = (name: string) => `${folder}/${name}-${sizeName}-${theme}.png`
      for (const { name, who, path, ready } of shots) {
        if (only.length > 0 && !only.includes(name)) continue
        const context = await browser.newContext({ viewport, colorScheme: theme })
        const page = await context.newPage()
        try {
          if (who) await signIn(page, app, who(app))
          await page.goto(app.url + path)
          await ready(page)
          await page.screenshot({ path: file(name) })
        } catch (error) {
          process.stderr.write(`${name} ${sizeName} ${theme}: ${String(error).split('\n')[0]}\n`)
          await page.screenshot({ path: file(name) })
        }
        await context.close()
      }
      if (only.length === 0 || only.includes('join'))
        await takeJoin(app, browser, { viewport, theme, file })
    }
  }
}

interface Look {
  viewport: { width: number; height: number }
  theme: 'light' | 'dark'
  file: (name: string) => string
}

async function takeJoin(app: RunningApp, browser: Browser, { viewport, theme, file }: Look) {
  const context = await browser.newContext({ viewport, colorScheme: theme })
  const page = await context.newPage()
  await page.goto(app.signUpUrl)
  await heading('Join Our Loyalty Program')(page)
  await page.screenshot({ path: file('join'), fullPage: true })
  await page.getByLabel('First name').fill('Ottilie')
  await page.getByLabel('Last name').fill('Marchbanks')
  await page.getByLabel('Email').first().fill(`ottilie-${viewport.width}-${theme}@example.com`)
  await page.getByRole('checkbox', { name: /Terms of Service/ }).check()
  await page.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await page.getByRole('button', { name: /^Join/ }).click()
  await page
    .getByRole('link', { name: /page|card/i })
    .first()
    .waitFor()
  await page.screenshot({ path: file('welcome'), fullPage: true })
  await page
    .getByRole('link', { name: /page|card/i })
    .first()
    .click()
  await page.getByText(/Welcome back/).waitFor()
  await page.screenshot({ path: file('customer'), fullPage: true })
  await context.close()
}

mkdirSync(folder, { recursive: true })
const cluster = await startTestCluster()
const app = await startApp()
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumSwitches })
try {
  await takeAll(app, browser, process.argv.slice(2))
} finally {
  await browser.close()
  await app.close()
  await cluster.stop()
}
