/**
 * Cold starts: the counter, offline, with 50,000 members on the device and a 4× CPU slowdown; and
 * the sign-up page on a network whose connections never answer, which keeps a browser waiting
 * longer than no network at all.
 */
import type { Page } from '@playwright/test'
import { startBadNetwork } from '#tests/journeys/support/bad-network.ts'
import {
  type DeviceBrowser,
  phone,
  startDeviceBrowser,
} from '#tests/journeys/support/device-browser.ts'
import { lookUpKept } from '#tests/journeys/support/look-up-kept.ts'
import { fillJoinForm } from '#tests/journeys/support/member.ts'
import { fillCustomers } from '#tests/support/fill-customers.ts'
import { bar, type Figure, figure } from './figure.ts'
import { closeOpened, closing, median } from './measure.ts'
import { openApp } from './open-app.ts'
import { signInAndSync, slowProcessor } from './slow-phone.ts'

const members = 50_000
const starts = 5
const patienceMs = 30_000

declare global {
  interface Window {
    shownAt?: number
    savedMs?: number
  }
}

export async function measure(): Promise<Figure[]> {
  const ofCounter = await measureCounterStart()
  await closeOpened()
  return [...ofCounter, ...(await measureSilence())]
}

async function measureCounterStart(): Promise<Figure[]> {
  const app = await openApp()
  const till = closing(await startDeviceBrowser(phone))
  await fillCustomers(app, app.businessId, members)
  const page = await till.open()
  await signInAndSync(page, app, app.staff)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await app.kill()
  const usable: number[] = []
  const empty: number[] = []
  for (let turn = 0; turn < starts; turn += 1) {
    await till.kill()
    await till.reopen()
    // Open the counter first, while nothing in the browser is warm.
    usable.push(await openUntil(await openSlow(till), `${app.url}/counter`, '[role="option"]'))
    empty.push(await openUntil(await openSlow(till), 'data:text/html,<p>There', 'p'))
  }
  return [
    figure('counter with 50,000 members, cold and offline, 4× CPU', median(usable), 'ms', {
      beside: ['a line of text, warm', median(empty)],
      bar: bar(1_000),
    }),
  ]
}

async function openSlow(browser: DeviceBrowser): Promise<Page> {
  const page = await browser.open()
  await slowProcessor(page)
  return page
}

/** @returns ms from the navigation until the browser has painted the first match */
async function openUntil(page: Page, url: string, selector: string): Promise<number> {
  await page.addInitScript((selector) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return
      observer.disconnect()
      requestAnimationFrame(() =>
        setTimeout(() => {
          window.shownAt = performance.now()
          // biome-ignore lint/suspicious/noConsole: the bench listens for it below.
          console.info('shown')
        }),
      )
    })
    observer.observe(document, { childList: true, subtree: true })
  }, selector)
  // Wait for a console message: querying the page would run a large Playwright script there, four
  // times as slowly.
  const shown = page.waitForEvent('console', {
    predicate: (message) => message.text() === 'shown',
    timeout: patienceMs,
  })
  // Don't wait for the load event: on a silent network some request is still open.
  await page.goto(url, { waitUntil: 'commit' })
  await shown
  return page.evaluate(() => window.shownAt ?? Number.NaN)
}

async function measureSilence(): Promise<Figure[]> {
  const app = await openApp()
  const network = closing(await startBadNetwork(app.url))
  const pocket = closing(await startDeviceBrowser(phone))
  const url = app.signUpUrl.replace(app.url, network.url)
  await lookUpKept(await pocket.open(url))
  network.only = '/'
  network.mode = 'silence'
  const opened: number[] = []
  const saved: number[] = []
  for (let turn = 0; turn < starts; turn += 1) {
    await pocket.kill()
    await pocket.reopen()
    const page = await pocket.open()
    opened.push(await openUntil(page, url, '#app [name="firstName"]'))
    saved.push(await pressUntilSaved(page, turn))
  }
  return [
    figure('sign-up page, cold, on a network that never answers', median(opened), 'ms', {
      bar: bar(1_500),
    }),
    figure('from the press to "Saved" there', median(saved), 'ms', { bar: bar(1_000) }),
  ]
}

async function pressUntilSaved(page: Page, turn: number): Promise<number> {
  await fillJoinForm(page, `Ottilie Marchbanks${turn}`, `ottilie${turn}@example.com`)
  await page.evaluate(() => {
    const once = { capture: true, once: true }
    document.addEventListener(
      'click',
      () => {
        const pressedAt = performance.now()
        const observer = new MutationObserver(() => {
          if (!document.body.textContent?.includes('Saved on this phone')) return
          observer.disconnect()
          window.savedMs = performance.now() - pressedAt
        })
        observer.observe(document, { childList: true, subtree: true })
      },
      once,
    )
  })
  await page.getByRole('button', { name: 'Join Now' }).click()
  const saved = await page.waitForFunction(() => window.savedMs, null, { timeout: patienceMs })
  return (await saved.jsonValue()) ?? Number.NaN
}
