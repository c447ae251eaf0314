/**
 * The public pages before their scripts have loaded: text typed into the sign-up page, which the
 * app keeps; the size of its scripts; a customer's card; and the landing page.
 */
import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { landing as spanish } from '#pwa/texts/es/landing.ts'
import { landing as english } from '#pwa/texts/landing.ts'
import { deep } from '#tests/support/level.ts'
import { appTakenOver } from './support/app-taken-over.ts'
import { expect, test } from './support/journey.ts'
import { lookUpKept } from './support/look-up-kept.ts'
import { fillJoinForm, join } from './support/member.ts'
import { signIn } from './support/sign-in.ts'

/** gzip, in kB (docs/decisions/0172). */
const mostUntilTakenOver = 92
const mostUntouched = 116
const mostInAll = 165
const mostOfCard = 204

/** @returns kB of gzip of all these scripts */
async function weigh(scripts: string[]): Promise<number> {
  const bodies = await Promise.all(
    [...new Set(scripts)].map(async (script) => (await fetch(script)).arrayBuffer()),
  )
  return bodies.reduce((sum, body) => sum + gzipSync(Buffer.from(body)).length / 1000, 0)
}

interface Noted {
  loaded: () => string[]
  untilTakenOver?: string[]
  codesAtTakeOver?: number
}

/** Records the page's state at the moment when the app replaces the written page. */
function noteScripts() {
  const noted = window as unknown as Noted
  noted.loaded = () =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js'))
  let wasThere = false
  new MutationObserver(() => {
    const isThere = document.getElementById('frame') !== null
    if (wasThere && !isThere) {
      noted.untilTakenOver ??= noted.loaded()
      noted.codesAtTakeOver ??= document.querySelectorAll('svg[role="img"] path').length
    }
    wasThere ||= isThere
  }).observe(document, { childList: true, subtree: true })
}

/** @returns a function that releases them */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

test('text typed before the scripts load is kept, and the scripts stay light', async ({
  app,
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.addInitScript(noteScripts)
  const release = await holdScripts(page)
  await page.goto(app.signUpUrl, { waitUntil: 'commit' })
  await page.getByLabel('First name').fill('Ottilie')
  await page.getByLabel('Last name').pressSequentially('March')
  await page.getByRole('checkbox', { name: /Terms of Service/ }).check()
  await page.getByLabel('Last name').focus()
  release()
  await appTakenOver(page)
  await expect(page.getByLabel('First name')).toHaveValue('Ottilie')
  await expect(page.getByRole('checkbox', { name: /Terms of Service/ })).toBeChecked()
  await expect(page.getByLabel('Last name')).toBeFocused()
  await page.keyboard.type('banks')
  await expect(page.getByLabel('Last name')).toHaveValue('Marchbanks')
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() => {
    const { untilTakenOver = [], loaded } = window as unknown as Noted
    return { untilTakenOver, all: loaded() }
  })
  const untilTakenOver = await weigh(scripts.untilTakenOver)
  expect(untilTakenOver).toBeGreaterThan(20)
  expect(untilTakenOver).toBeLessThanOrEqual(mostUntilTakenOver)
  expect(await weigh(scripts.all)).toBeLessThanOrEqual(mostInAll)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test('a visitor who only looks loads no storage code, and the worker caches the page’s look-up', async ({
  app,
  browser,
}) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.addInitScript(noteScripts)
  await page.goto(app.signUpUrl)
  await lookUpKept(page)
  const loaded = await page.evaluate(() => (window as unknown as Noted).loaded())
  expect(await weigh(loaded)).toBeLessThanOrEqual(mostUntouched)
  // The written page is painted before the app is requested.
  const { painted, appAsked } = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const app = performance
      .getEntriesByType('resource')
      .find(({ name }) => /\/start-[^/]*\.js$/.test(name))
    return { painted: paint?.startTime ?? Number.NaN, appAsked: app?.startTime ?? Number.NaN }
  })
  expect(appAsked).toBeGreaterThan(painted)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Join Now' })).toBeVisible()
  await expect(page.getByText(/^You’re offline/)).toBeVisible()
  await context.close()
})

test('a reload keeps what was typed, but no consent, and nothing once joined or on a till', async ({
  app,
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const names = page.getByLabel('First name')
  const openPage = async (act: () => Promise<unknown>) => {
    await act()
    await appTakenOver(page)
  }
  const reload = () => openPage(() => page.reload({ waitUntil: 'networkidle' }))
  await openPage(() => page.goto(app.signUpUrl))
  await fillJoinForm(page, 'Philippa Quillfeather', 'reloads@example.com')
  await page.waitForLoadState('networkidle')
  await reload()
  await expect(names).toHaveValue('Philippa')
  await expect(page.getByLabel('Email').first()).toHaveValue('reloads@example.com')
  for (const consent of [/Terms of Service/, /Privacy Policy/]) {
    await expect(page.getByRole('checkbox', { name: consent })).not.toBeChecked()
  }
  // It is kept for a break, not for the next person.
  await page.addInitScript(() => {
    const { now } = Date
    Date.now = () => now() + 11 * 60_000
  })
  await reload()
  await expect(names).toHaveValue('')

  await fillJoinForm(page, 'Philippa Quillfeather', 'reloads@example.com')
  await page.getByRole('button', { name: 'Join Now' }).click()
  await page
    .getByRole('link', { name: /page|card/i })
    .first()
    .waitFor()
  await reload()
  await expect(names).toHaveValue('')

  await signIn(page, app, app.staff)
  await page.getByRole('option').first().waitFor()
  await openPage(() => page.goto(app.signUpUrl))
  await fillJoinForm(page, 'Philippa Quillfeather', 'next@example.com')
  await page.waitForLoadState('networkidle')
  await reload()
  await expect(names).toHaveValue('')
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Philippa')
  await context.close()
})

test(
  'if the network fails before the first touch, nothing is sent and the typed text is kept',
  deep,
  async ({ network, app, browser, pointsOf }) => {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(app.signUpUrl.replace(app.url, network.url))
    await appTakenOver(page)
    // A Wi-Fi's captive portal answers in place of the server.
    network.only = '/'
    network.mode = 'captivePortal'
    await fillJoinForm(page, 'Philippa Quillfeather', 'dies@example.com')
    await page.getByRole('button', { name: 'Join Now' }).click()
    await expect(page.getByText(/^Part of this page didn’t load\. Nothing was sent/)).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Philippa')
    network.reconnect()
    await page.getByRole('button', { name: 'Join Now' }).click()
    await expect.poll(() => pointsOf('dies@example.com')).toEqual([100])
    await context.close()
  },
)

test(
  'if the network works again but failed files stay failed, as in some browsers, the form is submitted without scripts',
  deep,
  async ({ app, browser, pointsOf }) => {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    await page.goto(app.signUpUrl)
    await appTakenOver(page)
    await page.route('**/assets/*.js', (route) => route.abort())
    await fillJoinForm(page, 'Philippa Quillfeather', 'stays@example.com')
    await page.getByRole('button', { name: 'Join Now' }).click()
    await expect(page).toHaveURL(/\/customer\/[0-9a-f-]{36}$/)
    expect(await pointsOf('stays@example.com')).toEqual([100])
    await context.close()
  },
)

test('without scripts, the page reports missing fields, signs up and leads to the card', async ({
  app,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(app.signUpUrl)
  await page.getByLabel('First name').fill('Perpetua')
  await page.getByRole('button', { name: 'Join Now' }).click()
  await expect(page.getByText('Last name is required')).toBeVisible()
  await expect(page.getByLabel('First name')).toHaveValue('Perpetua')
  await page.getByLabel('Last name').fill('Quillfeather')
  await page.getByLabel('Email').first().fill('plain@example.com')
  await page.getByRole('checkbox', { name: /Terms of Service/ }).check()
  await page.getByRole('checkbox', { name: /Privacy Policy/ }).check()
  await page.getByRole('button', { name: 'Join Now' }).click()
  await expect(page).toHaveURL(/\/customer\/[0-9a-f-]{36}$/)
  expect(
    await app.sql`select points from customer
    where business_id = ${app.businessId} and email = 'plain@example.com'`,
  ).toEqual([{ points: 100 }])
  await context.close()
})

/** The card's position and that of the figures below it, its code, and the business's colors. */
async function lookOfCard(page: Page) {
  const card = page.getByRole('article')
  const code = card.getByRole('img', { name: 'Your member QR code' }).locator('path')
  const colors = card.locator('.brand-gradient').first()
  return {
    box: await card.boundingBox(),
    figures: await card.locator('xpath=following-sibling::dl').boundingBox(),
    code: await code.getAttribute('d'),
    colors: await colors.evaluate((part) => getComputedStyle(part).backgroundImage),
  }
}

test('a customer’s card is visible before any script, and the app continues with it without a request', async ({
  app,
  browser,
}) => {
  const key = await join(app, { firstName: 'Lysandra', email: 'lysandra@example.com' })
  const context = await browser.newContext({ serviceWorkers: 'block', colorScheme: 'dark' })
  const page = await context.newPage()
  await page.addInitScript(noteScripts)
  const release = await holdScripts(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${app.url}/customer/${key}`, { waitUntil: 'commit' })
  const frame = page.locator('#frame')
  await expect(frame.getByRole('heading', { name: /Lysandra/ })).toBeVisible()
  await expect(frame.getByText('100', { exact: true })).toBeVisible()
  await expect(
    frame.getByRole('img', { name: 'Your member QR code' }).locator('path'),
  ).toBeVisible()
  await expect(frame.getByRole('button')).toHaveCount(0)
  // The colors stay once the style sheet, with the product's own colors, has loaded.
  await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href !== null))
  const written = await lookOfCard(page)
  release()
  await expect(frame).toHaveCount(0)
  // The code stays visible throughout: a person may be holding it to a scanner.
  expect(await page.evaluate(() => (window as unknown as Noted).codesAtTakeOver)).toBe(1)
  await expect(page.getByRole('button', { name: 'Redeem' }).first()).toBeEnabled()
  await expect.poll(() => lookOfCard(page)).toEqual(written)
  expect(asked).not.toContain(`/api/customer/${key}`)
  await expect(page).toHaveTitle('My card · Lantern House Café')
  const loaded = await page.evaluate(() => (window as unknown as Noted).loaded())
  expect(await weigh(loaded)).toBeLessThanOrEqual(mostOfCard)
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  // Back requests the card again, and does not show the written one.
  await page.evaluate(() => {
    history.pushState(null, '', '/customer-signup')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.goBack()
  await expect.poll(() => asked).toContain(`/api/customer/${key}`)
  await expect(page.getByRole('heading', { name: /Lysandra/ })).toBeVisible()

  // The app has stored the card: the app's own page, as a service worker would serve it, shows it
  // without the server.
  const appsOwn = await (await fetch(`${app.url}/customer/${randomUUID()}`)).text()
  await page.route('**/api/**', (route) => route.abort())
  await page.route('**/customer/*', (route) =>
    route.fulfill({ body: appsOwn, contentType: 'text/html' }),
  )
  await page.reload()
  await expect(page.getByText(/^You’re offline\. Last updated/)).toBeVisible()
  await expect(page.getByRole('heading', { name: /Lysandra/ })).toBeVisible()
  await context.close()
})

test(
  'the landing page works without scripts, in the visitor’s language, and only for signed-out visitors',
  deep,
  async ({ app, browser }) => {
    const plain = await browser.newContext({ javaScriptEnabled: false, locale: 'es-MX' })
    const page = await plain.newPage()
    await page.goto(app.url)
    await expect(page.locator('html')).toHaveAttribute('lang', 'es')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(spanish.headline)
    await expect(page.getByRole('link', { name: spanish.login }).first()).toHaveAttribute(
      'href',
      '/login',
    )
    await plain.close()

    const context = await browser.newContext({ serviceWorkers: 'block' })
    const own = await context.newPage()
    const noted: string[] = []
    own.on('console', (message) => message.type() === 'error' && noted.push(message.text()))
    own.on('pageerror', (error) => noted.push(error.message))
    const asked: string[] = []
    own.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await own.goto(app.url, { waitUntil: 'networkidle' })
    // The written page is complete: the app would only show the same.
    await expect(own.locator('#frame').getByRole('heading', { level: 1 })).toHaveText(
      english.headline,
    )
    expect(await own.evaluate(() => indexedDB.databases())).toEqual([])
    const cards = own.getByText('Welcome back, Alex', { exact: true }).locator('visible=true')
    const bands = new Set<string>()
    for (const [color, name] of [
      ['Blue', 'Bloom Café'],
      ['Red', 'Trattoria Rosa'],
      ['Yellow', 'Sunny Cycles'],
      ['Black', 'Atelier Noir'],
    ] as const) {
      const swatch = own.getByRole('radio', { name: color, exact: true })
      await swatch.check()
      await expect(cards).toHaveCount(1)
      const band = cards.locator('xpath=..')
      await expect(band).toContainText(name)
      const shown = await band.evaluate((element) => getComputedStyle(element).backgroundImage)
      await expect(swatch.locator('xpath=..')).toHaveCSS('background-image', shown)
      bands.add(shown)
    }
    expect(bands.size).toBe(4)
    await own.getByRole('radio', { name: 'Dark' }).check()
    await expect(own.locator('html')).toHaveAttribute('data-theme', 'dark')
    await own.reload()
    await expect(own.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(own.getByRole('radio', { name: 'Dark' })).toBeChecked()
    expect(asked).not.toContain('/api/auth/session')
    // Being signed out causes no console error, neither on visitors' pages, nor here, where the app
    // takes over because a session may exist.
    const key = await join(app, { firstName: 'Philippa', email: 'philippa@example.com' })
    await own.getByRole('link', { name: english.login }).first().click()
    await expect(own.getByRole('heading', { name: 'Login' })).toBeVisible()
    // The landing page loads the app only where the browser already has a database.
    await expect
      .poll(() => own.evaluate(async () => (await indexedDB.databases()).length))
      .toBeGreaterThan(0)
    await own.waitForLoadState('networkidle')
    await own.goto(app.url)
    await appTakenOver(own)
    await expect(own.getByRole('heading', { level: 1 })).toHaveText(english.headline)
    expect(asked).toContain('/api/auth/session')
    for (const url of [app.signUpUrl, `${app.url}/customer/${key}`]) {
      await own.waitForLoadState('networkidle')
      await own.goto(url)
    }
    await expect(own.getByRole('heading', { name: /Philippa/ })).toBeVisible()
    await own.waitForLoadState('networkidle')
    expect(noted).toEqual([])
    // A signed-in person does not see the landing page first.
    await signIn(own, app, app.staff)
    for (const site of ['none', 'cross-site']) {
      const answer = await own.request.get(app.url, { headers: { 'Sec-Fetch-Site': site } })
      expect(await answer.text()).not.toContain(english.headline)
    }
    await context.close()
  },
)
