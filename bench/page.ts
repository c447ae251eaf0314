/**
 * The public sign-up page as a phone opens it for the first time: JavaScript loaded until the app
 * has taken over the server-rendered form and within 5 s; first contentful paint, beside an
 * HTML-only page from the same server; and largest contentful paint on a slow phone, also for a
 * customer's page and the landing page. The form itself needs no script, and the scripts for
 * submitting load with the first touch.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startApp } from '#tests/journeys/support/app.ts'
import { phone } from '#tests/journeys/support/device-browser.ts'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { buildApp } from './build-app.ts'
import { bar, type Figure } from './figure.ts'
import { median } from './measure.ts'
import { slowDown, slowNetwork } from './slow-phone.ts'

const takeOverKilobytesMost = 100
const scriptKilobytesMost = 135
const largestPaintMsMost = 1800
const opens = 5
const watchedMs = 5_000
/** A page without a paint by then will not paint. */
const paintPatienceMs = 20_000

export async function measurePage(): Promise<Figure[]> {
  buildApp()
  const app = await startApp()
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumSwitches })
  try {
    const weight = await weigh(browser, app.signUpUrl)
    const plain = `${app.url}/healthz`
    const figures: Figure[] = [
      {
        what: 'JavaScript until the app has taken over, gzip',
        measured: weight.usable,
        unit: 'kB',
        bar: bar(takeOverKilobytesMost),
      },
      {
        what: 'JavaScript of the page within 5 s, gzip',
        measured: weight.page,
        unit: 'kB',
        bar: bar(scriptKilobytesMost),
      },
      { what: 'JavaScript as it travels', measured: weight.sent, unit: 'kB' },
      { what: 'JavaScript that its worker keeps, gzip', measured: weight.worker, unit: 'kB' },
    ]
    for (const network of ['none', 'slow 4G'] as const) {
      const first: number[] = []
      const bare: number[] = []
      for (let turn = 0; turn < opens; turn += 1) {
        bare.push(await firstPaint(browser, plain, network === 'slow 4G'))
        first.push(await firstPaint(browser, app.signUpUrl, network === 'slow 4G'))
      }
      figures.push({
        what: `first contentful paint${network === 'none' ? '' : `, ${network}`}`,
        measured: median(first),
        unit: 'ms',
        baseline: { what: 'a line of text', measured: median(bare) },
      })
    }
    const pages = {
      'sign-up': app.signUpUrl,
      'a customer’s page': await signUpForPage(app.signUpUrl),
      'landing page': app.url,
    }
    for (const [name, url] of Object.entries(pages)) {
      const largest: number[] = []
      for (let turn = 0; turn < opens; turn += 1) largest.push(await largestPaint(browser, url))
      figures.push({
        what: `largest contentful paint, slow 4G and 4× CPU: ${name}`,
        measured: median(largest),
        unit: 'ms',
        bar: bar(largestPaintMsMost),
      })
    }
    return figures
  } finally {
    await browser.close()
    await app.close()
  }
}

/** @returns the URL of a new customer's page */
async function signUpForPage(signUpUrl: string): Promise<string> {
  const { origin, pathname } = new URL(signUpUrl)
  const answer = await fetch(`${origin}/api/signup/${pathname.split('/').at(-1)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
    body: JSON.stringify({
      firstName: 'Ottilie',
      lastName: 'Marchbanks',
      email: 'ottilie@example.com',
      termsAccepted: true,
      privacyPolicyAccepted: true,
      marketingEmailConsent: false,
      marketingSmsConsent: false,
      pushNotificationConsent: false,
    }),
  })
  const { customer } = (await answer.json()) as { customer: { id: string } }
  return `${origin}/customer/${customer.id}`
}

/** The page lists its own requests; its worker's requests are only visible from outside. */
async function weigh(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: phone })
  const page = await context.newPage()
  const byWorker = new Set<string>()
  context.on('request', (request) => {
    if (request.serviceWorker() && isScript(request.url())) byWorker.add(request.url())
  })
  await page.goto(url)
  await page.getByRole('button', { name: /^Join/ }).waitFor()
  await page.locator('#frame').waitFor({ state: 'detached' })
  const usable = await loadedScripts(page)
  await pause(watchedMs)
  const all = await loadedScripts(page)
  await context.close()
  const sent = all.reduce((sum, { encodedBytes }) => sum + encodedBytes, 0) / 1000
  return {
    usable: await gzipKilobytes(usable.map(({ name }) => name)),
    page: await gzipKilobytes(all.map(({ name }) => name)),
    worker: await gzipKilobytes(byWorker),
    sent,
  }
}

const isScript = (url: string) => new URL(url).pathname.endsWith('.js')

async function loadedScripts(page: Page): Promise<{ name: string; encodedBytes: number }[]> {
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((entry) => entry as PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ name, encodedBytes: encodedBodySize })),
  )
  return loaded.filter(({ name }) => isScript(name))
}

async function gzipKilobytes(urls: Iterable<string>): Promise<number> {
  let bytes = 0
  for (const url of new Set(urls)) {
    const answer = await fetch(url)
    bytes += gzipSync(Buffer.from(await answer.arrayBuffer())).length
  }
  return bytes / 1000
}

/** Waits for some seconds after the app has taken over, until the value no longer grows. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: phone, serviceWorkers: 'block' })
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(url)
  // The landing page needs no app.
  if (new URL(url).pathname !== '/') await page.locator('#frame').waitFor({ state: 'detached' })
  await pause(2_000)
  const painted = await readPaint(page, 'largest-contentful-paint')
  await context.close()
  return painted
}

async function firstPaint(browser: Browser, url: string, isSlow: boolean): Promise<number> {
  const context = await browser.newContext({ viewport: phone })
  const page = await context.newPage()
  if (isSlow) await slowNetwork(page)
  await page.goto(url)
  const painted = await readPaint(page, 'paint')
  await context.close()
  return painted
}

/** @returns the last of these paints; a page paints first, and then its content */
async function readPaint(page: Page, type: 'paint' | 'largest-contentful-paint'): Promise<number> {
  await page.bringToFront()
  const painted = await page.evaluate(
    ([type, patienceMs]) =>
      new Promise<number | null>((found) => {
        setTimeout(() => found(null), patienceMs)
        new PerformanceObserver((list) => {
          const entries = list.getEntries().filter(({ name }) => name !== 'first-paint')
          const last = entries.at(-1)
          if (last) found(last.startTime)
        }).observe({ type, buffered: true })
      }),
    [type, paintPatienceMs] as const,
  )
  if (painted !== null) return painted
  throw new Error(`${page.url()} reported no ${type} within ${paintPatienceMs / 1000} s`)
}
