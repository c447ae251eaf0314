/** Journeys in a real Chromium, against the real server over a real database. */
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { headlessPath, headlessSwitches } from './tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/journeys/global-setup.ts',
  outputDir: 'test-results/journeys',
  // One more than there are cores, because journeys often wait for a retry or a process.
  workers: Math.min(availableParallelism() + 1, 5),
  // Long enough on a busy machine; a healthy test never waits this long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // After a minute, a missing element is reported with the line that waited for it.
    actionTimeout: 60_000,
    launchOptions: { executablePath: headlessPath, args: headlessSwitches },
    // Animations take processor time from other tests. The tests of motion set their own
    // preference.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
  },
})
