/**
 * What a journey begins with, as fixtures. Each spec file has one app of its own, started when its
 * first test asks for it and alive at the beginning of every test, whatever the one before did.
 */
import { test as base } from '@playwright/test'
import { chromiumPath, chromiumSwitches } from '#tests/support/chromium.ts'
import { type RunningApp, startApp } from './app.ts'
import { type BadNetwork, startBadNetwork } from './bad-network.ts'
import { type DeviceBrowser, desktop, startDeviceBrowser } from './device-browser.ts'

export { expect } from '@playwright/test'

/**
 * For screens whose subject is not what the service worker does: in a fresh browser it fetches the
 * whole app, which takes longer than most of these journeys.
 */
export const withoutWorker = { serviceWorkers: 'block' } as const

/** For what belongs to a whole browser, as installing does; its headless shell has none of it. */
export const wholeBrowser = {
  launchOptions: { executablePath: chromiumPath, args: chromiumSwitches },
}

interface Journey {
  app: RunningApp
  /** In front of the app: goes wrong as told, and well again for the next test. */
  network: BadNetwork
  /** A till's browser with a profile on disk, which can be killed. */
  till: DeviceBrowser
  /** The points of a customer's ledger, the most first. */
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
      const entries = await app.ask<{ points: number }>(
        (sql) => sql`select e.points from points_entry e
          join customer c on c.business_id = e.business_id and c.id = e.member_id
          where c.email = ${email} order by e.points desc`,
      )
      return entries.map(({ points }) => points)
    }),
})
