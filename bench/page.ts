/**
 * The public sign-up page as a phone opens it for the first time: how much JavaScript it loads
 * before it can be filled in and in all, and when it first shows something, beside a page of HTML
 * alone that the same server sends.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page, type Response } from '@playwright/test'
import { startApp } from '#tests/journeys/support/app.ts'
import { phone } from '#tests/journeys/support/device-browser.ts'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { buildApp } from './build-app.ts'
import { aim, type Figure } from './figure.ts'
import { median } from './measure.ts'

const scriptKilobytesMost = 100
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
        what: 'JavaScript before it is usable, gzip',
        measured: weight.usable,
        unit: 'kB',
        bar: aim(scriptKilobytesMost),
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
    return figures
  } finally {
    await browser.close()
    await app.close()
  }
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
  await page.getByLabel('First name').fill('Ottilie')
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

async function firstPaint(browser: Browser, url: string, isSlow: boolean): Promise<number> {
  const context = await browser.newContext({ viewport: phone })
  const page = await context.newPage()
  if (isSlow) {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4g)
  }
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
