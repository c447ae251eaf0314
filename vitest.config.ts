/** Two projects: `unit` needs nothing but Node.js, `server` a real PostgreSQL. */
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Vitest leaves one core alone, which halves a machine with two.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: [
            '{schema,sync-server,pwa,bench}/**/*.test.ts',
            'tests/{boundaries,conformance}/**/*.test.ts',
          ],
          // Digests take their time on a machine that does other things as well.
          hookTimeout: 60_000,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/{boundaries,conformance}/**'],
          globalSetup: 'tests/support/global-setup.ts',
          hookTimeout: 60_000,
          testTimeout: 60_000,
        },
      },
    ],
  },
})
