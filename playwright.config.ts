/** Journeys in a real Chromium, against the real server over a real database. */
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { headlessPath, headlessSwitches } from './tests/support/chromium.ts'

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/journeys/global-setup.ts',
  outputDir: 'test-results/journeys',
  // Journeys often wait, for a retry or for a process that starts: one more than there are cores.
  workers: Math.min(availableParallelism() + 1, 5),
  // Long enough beside other work; nothing waits this long when it is well.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    // What is never there is named after a minute, with the line that waited for it.
    actionTimeout: 60_000,
    launchOptions: { executablePath: headlessPath, args: headlessSwitches },
    // No test is about a motion, and drawing them takes processor time from all the others.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
  },
})
