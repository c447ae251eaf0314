/** A server for one file's schedules, and the report of a failing one. */
import fc from 'fast-check'
import { afterAll, beforeAll } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import type { Schedule } from './actions.ts'
import type { World } from './played.ts'
import { playSchedule } from './schedule.ts'
import { hireSuperAdmin, persist } from './shop.ts'
import { makeStuck } from './stuck.ts'
import { Tally } from './tally.ts'

/** Time for one schedule on a busy machine. */
export const patienceMs = 20_000
/** Set by `npm run test:model`; otherwise the level decides how many there are. */
export const namedRuns = process.env.MODEL_RUNS ? Number(process.env.MODEL_RUNS) : undefined
export const firstSeed = Number(process.env.MODEL_SEED ?? 20_261_121)

/** @returns a function that returns the world while the tests run */
export function openWorld(tally = new Tally()): () => World {
  let running: TestServer
  let world: World
  beforeAll(async () => {
    // Few connections, since each has to prepare every statement again after a crash.
    running = await startTestServer({}, { connections: { serving: 3, platform: 2 } })
    await makeStuck(running)
    const dying = {
      server: () => running.crash(),
      async database() {
        await persist(
          () =>
            running.sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and usename <> current_user`,
        )
      },
    }
    world = { running, superAdmin: await hireSuperAdmin(running), dying, tally }
  })
  // Schedules make pages and batches small.
  const { pullRows, pushOperations } = limits
  afterAll(() => {
    Object.assign(limits, { pullRows, pushOperations })
    return running.close()
  }, 60_000)
  return () => world
}

/** @throws with the MODEL_REPLAY value that replays the failure */
export async function check(
  { world, plays, story }: { world: World; plays: fc.Arbitrary<Schedule>; story?: string },
  parameters: fc.Parameters<[Schedule]>,
): Promise<void> {
  const outcome = await fc.check(
    fc.asyncProperty(plays, (schedule) => playSchedule(world, schedule)),
    {
      endOnFailure: process.env.MODEL_SHRINK === 'no',
      // A schedule that doesn't end has failed.
      timeout: 120_000,
      interruptAfterTimeLimit: Number(parameters.numRuns) * patienceMs,
      // Running fewer schedules than requested would prove less than claimed.
      markInterruptAsFailure: true,
      ...parameters,
    },
  )
  if (!outcome.failed) return
  const { seed, counterexamplePath: path, errorInstance } = outcome
  const again = path === null ? [] : [`MODEL_REPLAY="${story ? `${story}/` : ''}${seed}/${path}"`]
  const cause = (errorInstance as Error | undefined)?.stack
  // Throw the whole text, since an assertion would truncate it.
  throw new Error([...again, fc.defaultReportMessage(outcome), cause].join('\n'))
}
