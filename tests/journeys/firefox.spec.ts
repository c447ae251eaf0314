/**
 * The promises that hang on the browser's engine most, in Firefox where it is installed: a cold
 * sign-up without a server, two tabs of one till, and Back after a sign-out. `npm test` says when it
 * is not there.
 */
import type { RunningApp } from './support/app.ts'
import { type Firefox, isFirefoxThere, startFirefox, type Tab } from './support/firefox.ts'
import { expect, test } from './support/journey.ts'
import { countLookUps } from './support/look-up-kept.ts'

if (isFirefoxThere) {
  test.describe('Firefox', () => {
    let firefox: Firefox
    test.beforeEach(async () => {
      firefox = await startFirefox()
    })
    test.afterEach(() => firefox.close())

    test('a sign-up with no server is there after a cold start, and arrives once', async ({
      app,
      pointsOf,
    }) => {
      const email = 'firefox@example.com'
      const seen = await firefox.open(app.signUpUrl)
      await seen.until('return navigator.serviceWorker.ready.then(() => true)')
      await seen.until(`return (${countLookUps})().then((kept) => kept === 1)`)
      await app.kill()
      await firefox.killed()

      const page = await firefox.open(app.signUpUrl)
      await page.fill({ firstName: 'Wilhelmina', lastName: 'Ashdown', email })
      await page.fill({ termsAccepted: true, privacyPolicyAccepted: true })
      await page.press('Join Now')
      await page.see('Saved on this phone')
      await firefox.killed()

      const again = await firefox.open(app.signUpUrl)
      await again.see('Wilhelmina')
      await app.start()
      await expect.poll(() => pointsOf(email), { timeout: 45_000 }).toEqual([100])
    })

    test('what one tab of a till saves offline shows in the other, and is sent once', async ({
      app,
      pointsOf,
    }) => {
      const email = 'firefox.till@example.com'
      const first = await signInAt(firefox, app)
      const second = await firefox.open(`${app.url}/business-dashboard`)
      await second.see('@example.com')
      await first.until('return navigator.serviceWorker.ready.then(() => true)')
      await app.kill()
      await first.press('Sign Up Customer')
      await first.fill({ firstName: 'Tabitha', lastName: 'Gecko', email, termsAccepted: true })
      await first.press('Sign Up')
      await second.see('Tabitha Gecko')
      await app.start()
      await second.run('window.dispatchEvent(new Event("online"))')
      await expect.poll(() => pointsOf(email), { timeout: 45_000 }).toEqual([100])
      await second.see('All synced')
      expect(await pointsOf(email)).toEqual([100])
    })

    test('Back after another tab’s sign-out shows nobody’s rows', async ({ app }) => {
      const left = await signInAt(firefox, app)
      await left.visit(`${app.url}/healthz`)
      await left.see('alive')
      const other = await firefox.open(`${app.url}/business-dashboard`)
      await other.see('@example.com')
      await other.press('Sign Out')
      await other.until('return location.pathname === "/" || location.pathname === "/login"')
      await left.back()
      await left.until('return location.pathname !== "/healthz"')
      expect(await rowsSeen(left)).toBe(0)
      await left.until('return location.pathname === "/login"')
      expect(await rowsSeen(left)).toBe(0)
    })
  })
}

const rowsSeen = (tab: Tab) =>
  tab.run<number>('return document.body.innerText.split("@example.com").length - 1')

/** At the dashboard, with its rows. */
async function signInAt(firefox: Firefox, app: RunningApp): Promise<Tab> {
  const tab = await firefox.open(`${app.url}/login`)
  await tab.see('Password')
  await tab.run(
    `return fetch('/api/auth/login', { method: 'POST', body: arguments[0],
      headers: { 'Content-Type': 'application/json' } }).then(({ ok }) => ok)`,
    JSON.stringify(app.owner),
  )
  await tab.visit(`${app.url}/business-dashboard`)
  await tab.see('@example.com')
  return tab
}
