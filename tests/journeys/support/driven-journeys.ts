/**
 * Journeys for the promises that depend most on the browser's engine, for engines that Playwright
 * cannot drive here: a cold sign-up without a server, two tabs of one device, and Back after a
 * sign-out.
 */
import { deep } from '#tests/support/level.ts'
import type { RunningApp } from './app.ts'
import { expect, test } from './journey.ts'
import { countLookUps } from './look-up-kept.ts'
import type { DrivenBrowser, Tab } from './tab.ts'

export function playJourneysIn(name: string, start: () => Promise<DrivenBrowser>): void {
  test.describe(name, () => {
    let browser: DrivenBrowser
    test.beforeEach(async () => {
      browser = await start()
    })
    test.afterEach(() => browser.close())

    test(
      'a sign-up without a server survives a cold start and arrives once',
      deep,
      async ({ app, pointsOf }) => {
        const email = 'driven@example.com'
        const seen = await browser.open(app.signUpUrl)
        await workerReady(seen)
        await seen.until(`return (${countLookUps})().then((kept) => kept === 1)`)
        await app.kill()
        await browser.killed()

        const page = await browser.open(app.signUpUrl)
        await page.fill({ firstName: 'Wilhelmina', lastName: 'Ashdown', email })
        await page.fill({ termsAccepted: true, privacyPolicyAccepted: true })
        await page.press('Join Now')
        await page.see('Saved on this phone')
        await browser.killed()

        const again = await browser.open(app.signUpUrl)
        await again.see('Wilhelmina')
        await app.start()
        await expect.poll(() => pointsOf(email), { timeout: 45_000 }).toEqual([100])
      },
    )

    test(
      'work saved offline in one tab shows in the other and is sent once',
      deep,
      async ({ app, pointsOf }) => {
        const email = 'driven.till@example.com'
        const first = await signInAt(browser, app)
        const second = await browser.open(`${app.url}/business-dashboard`)
        await second.see('@example.com')
        await app.kill()
        await first.press('Sign Up Customer')
        await first.fill({ firstName: 'Tabitha', lastName: 'Driven', email, termsAccepted: true })
        await first.press('Sign Up')
        await second.see('Tabitha Driven')
        for (const tab of [first, second]) await tab.run(countPushes)
        await app.start()
        await first.run('new BroadcastChannel("journey").postMessage("online")')
        await expect.poll(() => pointsOf(email), { timeout: 45_000 }).toEqual([100])
        for (const tab of [first, second]) await tab.see('All synced')
        expect(await pointsOf(email)).toEqual([100])
        const pushes: number[] = []
        for (const tab of [first, second]) pushes.push(await tab.run('return window.pushes'))
        expect(pushes.toSorted()).toEqual([0, 1])
      },
    )

    test('Back after another tab’s sign-out shows no rows', deep, async ({ app }) => {
      const left = await signInAt(browser, app)
      await left.visit(`${app.url}/healthz`)
      await left.see('alive')
      const other = await browser.open(`${app.url}/business-dashboard`)
      await other.see('@example.com')
      await other.press('Sign Out')
      await other.until('return location.pathname === "/" || location.pathname === "/login"')
      await left.back()
      expect(await rowsWhere(left, 'location.pathname !== "/healthz"')).toBe(0)
      expect(await rowsWhere(left, 'location.pathname === "/login"')).toBe(0)
    })
  })
}

const workerReady = (tab: Tab) => tab.until('return navigator.serviceWorker.ready.then(() => true)')

/** Counts this tab's accepted pushes, and sends both tabs an `online` event at the same moment. */
const countPushes = `window.pushes = 0
  const ask = window.fetch
  window.fetch = async (...asked) => {
    const answer = await ask(...asked)
    if (answer.ok && answer.url.endsWith('/api/sync/push')) window.pushes += 1
    return answer
  }
  window.hears = new BroadcastChannel('journey')
  window.hears.onmessage = () => window.dispatchEvent(new Event('online'))`

/** Checks and counts in one script, because a second script might run in the next page. */
async function rowsWhere(tab: Tab, condition: string): Promise<number> {
  const seen = await tab.until<{ rows: number }>(
    `return ${condition} && { rows: document.body.innerText.split("@example.com").length - 1 }`,
  )
  return seen.rows
}

/** Signs in and opens the dashboard, with its rows. */
async function signInAt(browser: DrivenBrowser, app: RunningApp): Promise<Tab> {
  const tab = await browser.open(`${app.url}/login`)
  await tab.see('Password')
  // WebKit stops installing a worker when its page goes away.
  await workerReady(tab)
  await tab.run(
    `return fetch('/api/auth/login', { method: 'POST', body: arguments[0],
      headers: { 'Content-Type': 'application/json' } }).then(({ ok }) => ok)`,
    JSON.stringify(app.owner),
  )
  await tab.visit(`${app.url}/business-dashboard`)
  await tab.see('@example.com')
  return tab
}
