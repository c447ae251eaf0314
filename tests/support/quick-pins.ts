/**
 * Vitest's setup of tests with a server: a PIN costs each side fewer rounds than in production,
 * which `sync-server/server-limits.test.ts` requires.
 */
import { serverLimits } from '#sync-server/server-limits.ts'

Object.assign(serverLimits, { pinIterations: 10 })
