/** Two projects: `unit` needs nothing but Node.js, `server` a real PostgreSQL. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{schema,sync-server,pwa,bench}/**/*.test.ts', 'tests/boundaries/**/*.test.ts'],
          // Digests take their time on a machine that does other things as well.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/boundaries/**'],
          globalSetup: 'tests/support/global-setup.ts',
          hookTimeout: 30_000,
          testTimeout: 30_000,
        },
      },
    ],
  },
})
