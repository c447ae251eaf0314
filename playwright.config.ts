/** Journeys in a real Chromium, against the real server over a real database. */
import { defineConfig } from '@playwright/test'
import { chromiumPath, chromiumSwitches } from './tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/journeys/global-setup.ts',
  outputDir: 'test-results/journeys',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: { executablePath: chromiumPath, args: chromiumSwitches },
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
  },
})
