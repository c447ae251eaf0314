/**
 * The public sign-up page as a phone opens it for the first time: how much JavaScript it loads
 * until the app has taken over from the form that the server wrote and within 5 s, when it first
 * shows something, beside a page of HTML alone that the same server sends, and when the largest part
 * of it is there on a slow phone, as of a customer's page and the landing page. The form itself
 * needs no script, and what a press of its button needs comes with the first touch.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page, type Response } from '@playwright/test'
import { startApp } from '#tests/journeys/support/app.ts'
import { phone } from '#tests/journeys/support/device-browser.ts'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { buildApp } from './build-app.ts'
import { aim, bar, type Figure } from './figure.ts'
import { median } from './measure.ts'

const takeOverKilobytesMost = 100
const scriptKilobytesMost = 135
const largestPaintMsMost = 1800
const opens = 5
const watchedMs = 5_000
/** Lighthouse's slow 4G, as its DevTools throttling applies it. */
export const slow4g = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}

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
        bar: aim(scriptKilobytesMost),
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

/** @returns the address of a new customer's page */
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

async function weigh(browser: Browser, url: string) {
  const context = await browser.newContext({ viewport: phone })
  const page = await context.newPage()
  let isUsable = false
  const loaded: { response: Response; before: boolean }[] = []
  context.on('response', (response) => {
    const isScript = /javascript/.test(response.headers()['content-type'] ?? '')
    if (isScript) loaded.push({ response, before: !isUsable })
  })
  await page.goto(url)
  const button = page.getByRole('button', { name: /^Join/ })
  await button.waitFor()
  await page.locator('#frame').waitFor({ state: 'detached' })
  isUsable = true
  await pause(watchedMs)
  const sums = { usable: 0, page: 0, worker: 0, sent: 0 }
  for (const { response, before } of loaded) {
    const body = await response.body()
    const kilobytes = gzipSync(body).length / 1000
    if (response.request().serviceWorker()) {
      sums.worker += kilobytes
      continue
    }
    const { responseBodySize } = await response.request().sizes()
    sums.sent += responseBodySize / 1000
    sums.page += kilobytes
    if (before) sums.usable += kilobytes
  }
  await context.close()
  return sums
}

/** Until it no longer grows: for some seconds after the app has taken over. */
async function largestPaint(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: phone, serviceWorkers: 'block' })
  const page = await context.newPage()
  await slowDown(page)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url)
  await page.locator('#frame').waitFor({ state: 'detached' })
  await pause(2_000)
  const painted = await page.evaluate(
    () =>
      new Promise<number>((found) => {
        new PerformanceObserver((list) => {
          found(list.getEntries().at(-1)?.startTime ?? Number.NaN)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
  await context.close()
  return painted
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4g)
}

async function firstPaint(browser: Browser, url: string, isSlow: boolean): Promise<number> {
  const context = await browser.newContext({ viewport: phone })
  const page = await context.newPage()
  if (isSlow) await slowDown(page)
  await page.goto(url)
  const painted = await readFirstPaint(page)
  await context.close()
  return painted
}

function readFirstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((found) => {
        new PerformanceObserver((list) => {
          const [entry] = list.getEntriesByName('first-contentful-paint')
          if (entry) found(entry.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
}
