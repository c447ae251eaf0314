/**
 * The fixtures of journeys. Each spec file has its own app, started when its first test uses it and
 * running at the start of every test, even if the test before stopped it.
 */
import { test as base } from '@playwright/test'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { type RunningApp, startApp } from './app.ts'
import { type BadNetwork, startBadNetwork } from './bad-network.ts'
import { type DeviceBrowser, desktop, startDeviceBrowser } from './device-browser.ts'

export { expect } from '@playwright/test'

/**
 * For screens that don't test the service worker: in a fresh browser it fetches the whole app,
 * which takes longer than most of these journeys.
 */
export const withoutWorker = { serviceWorkers: 'block' } as const

/** For features of a complete browser, such as installing; the headless shell lacks them. */
export const wholeBrowser = {
  launchOptions: { executablePath: chromiumPath, args: chromiumSwitches },
}

interface Journey {
  app: RunningApp
  /** In front of the app: fails on demand, and works again in the next test. */
  network: BadNetwork
  /** A till's browser with a profile on disk, which can be killed. */
  till: DeviceBrowser
  /** The points of a customer's ledger entries, largest first. */
  pointsOf: (email: string) => Promise<number[]>
}

export const test = base.extend<Journey, { apps: { file: string; app: RunningApp | null } }>({
  apps: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
    async ({}, use) => {
      const apps = { file: '', app: null as RunningApp | null }
      await use(apps)
      await apps.app?.close()
    },
    { scope: 'worker' },
  ],
  app: async ({ apps }, use, { file }) => {
    if (apps.file !== file) {
      await apps.app?.close()
      apps.app = null
      apps.file = file
    }
    apps.app ??= await startApp()
    if (!apps.app.isRunning()) await apps.app.start()
    await use(apps.app)
  },
  network: async ({ app }, use) => {
    const network = await startBadNetwork(app.url)
    await use(network)
    await network.close()
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  till: async ({}, use) => {
    const till = await startDeviceBrowser(desktop)
    await use(till)
    await till.close()
  },
  pointsOf: ({ app }, use) =>
    use(async (email) => {
      const entries = await app.sql<{ points: number }[]>`select e.points from points_entry e
        join customer c on c.business_id = e.business_id and c.id = e.member_id
        where c.business_id = ${app.businessId} and c.email = ${email} order by e.points desc`
      return entries.map(({ points }) => points)
    }),
})
