/**
 * Largest contentful paint of the public pages as a slow phone opens them for the first time. The
 * size of their scripts is tested in tests/journeys/written-page.spec.ts.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { phone } from '#tests/journeys/support/device-browser.ts'
import { join } from '#tests/journeys/support/member.ts'
import { bar, type Figure, figure } from './figure.ts'
import { inTurns, median } from './measure.ts'
import { openApp } from './open-app.ts'
import { openChromium, slowDown } from './slow-phone.ts'

const opens = 5
/** A page without a paint by then will not paint. */
const paintPatienceMs = 20_000

export async function measure(): Promise<Figure[]> {
  const app = await openApp()
  const key = await join(app, { firstName: 'Ottilie', email: 'ottilie@example.com' })
  const browser = await openChromium()
  const painted = await inTurns(opens, {
    'sign-up': () => largestPaint(browser, app.signUpUrl),
    'a customer’s page': () => largestPaint(browser, `${app.url}/customer/${key}`),
    'landing page': () => largestPaint(browser, app.url),
  })
  return Object.entries(painted).map(([name, ms]) =>
    figure(`largest contentful paint, slow 4G and 4× CPU: ${name}`, median(ms), 'ms', {
      bar: bar(1_800),
    }),
  )
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
  await page.bringToFront()
  const painted = await page.evaluate(
    (patienceMs) =>
      new Promise<number | null>((found) => {
        setTimeout(() => found(null), patienceMs)
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1)
          if (last) found(last.startTime)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
    paintPatienceMs,
  )
  await context.close()
  if (painted !== null) return painted
  throw new Error(`${url} reported no paint within ${paintPatienceMs / 1000} s`)
}
