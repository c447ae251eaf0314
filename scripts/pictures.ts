/**
 * Takes the pictures that README.md shows of the real product over the demo data, into
 * docs/pictures. Run `npm run pictures` with dist/ built. `--review FOLDER` takes full pages of every
 * screen at phone, tablet and desktop size, light and dark, into another folder, to check all of them
 * after a design change. Name screens to take only those.
 */
import { mkdirSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { type RunningApp, startApp } from '#tests/journeys/support/app.ts'
import { heading, type Screen, screens, type Viewer } from '#tests/journeys/support/screens.ts'
import { signIn } from '#tests/journeys/support/sign-in.ts'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { startTestCluster } from '#tests/support/cluster.ts'

const { values, positionals: only } = parseArgs({
  options: { review: { type: 'string' } },
  allowPositionals: true,
})
const folder = values.review ?? 'docs/pictures'
const fullPage = values.review !== undefined
const readme = readFileSync('README.md', 'utf8')
const sizes = {
  phone: { width: 390, height: 664 },
  tablet: { width: 1024, height: 768 },
  desktop: { width: 1440, height: 900 },
}
const themes = ['light', 'dark'] as const
/** In the order in which a visitor sees them. */
const visitorScreens = ['join', 'welcome', 'customer']

interface Look {
  app: RunningApp
  browser: Browser
  viewport: { width: number; height: number }
  theme: 'light' | 'dark'
  file: (name: string) => string
  isAsked: (name: string) => boolean
}

async function takeAll(app: RunningApp, browser: Browser) {
  for (const theme of themes) {
    for (const [sizeName, viewport] of Object.entries(sizes)) {
      const file = (name: string) => `${folder}/${name}-${sizeName}-${theme}.png`
      const isAsked = (name: string) =>
        (only.length === 0 || only.includes(name)) && (fullPage || readme.includes(file(name)))
      const look: Look = { app, browser, viewport, theme, file, isAsked }
      for (const [viewer, all] of Object.entries(screens)) {
        const asked = all.filter(({ name }) => isAsked(name))
        if (asked.length > 0) await takeFor(viewer as Viewer, asked, look)
      }
      if (visitorScreens.some(isAsked)) await takeJoin(look)
    }
  }
}

/** Uses one device per viewer, like a real person. */
async function takeFor(viewer: Viewer, asked: Screen[], look: Look) {
  const { app, browser, viewport, theme, file } = look
  const context = await browser.newContext({ viewport, colorScheme: theme })
  if (viewer !== 'visitor') {
    const first = await context.newPage()
    await signIn(first, app, app[viewer])
    await first.close()
  }
  for (const screen of asked) await take(context, app.url, screen, file(screen.name))
  await context.close()
}

async function take(
  context: BrowserContext,
  url: string,
  { name, path, ready, act }: Screen,
  file: string,
) {
  const page = await context.newPage()
  try {
    await page.goto(url + path)
    await ready(page)
    await act?.(page)
    if (name === 'qr-sheet') await printed(page)
  } catch (error) {
    process.stderr.write(`${name} (${file}): ${String(error).split('\n')[0]}\n`)
  }
  await page.screenshot({ path: file, fullPage, animations: 'disabled' })
  await page.close()
}

/** Shows a sheet as it is printed. */
async function printed(page: Page) {
  await page.emulateMedia({ media: 'print' })
  await page.locator('[data-print-sheet] path').first().waitFor()
}

async function takeJoin({ app, browser, viewport, theme, file, isAsked }: Look) {
  const context = await browser.newContext({ viewport, colorScheme: theme })
  const page = await context.newPage()
  const shoot = async (name: string, fullPage: boolean) => {
    if (isAsked(name)) await page.screenshot({ path: file(name), fullPage })
  }
  await page.goto(app.signUpUrl)
  await heading('Join Our Loyalty Program')(page)
  await shoot('join', fullPage)
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
  await shoot('welcome', true)
  await page
    .getByRole('link', { name: /page|card/i })
    .first()
    .click()
  await page.getByText(/Welcome back/).waitFor()
  await shoot('customer', true)
  await context.close()
}

mkdirSync(folder, { recursive: true })
const cluster = await startTestCluster()
const app = await startApp()
const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumSwitches })
try {
  await takeAll(app, browser)
} finally {
  await browser.close()
  await app.close()
  await cluster.stop()
}
