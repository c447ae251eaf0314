/**
 * The proof of the sync core: random work at several browsers with everything that goes wrong,
 * against the real server and a real database; afterwards the model's own book says what must be
 * there. A failing seed prints its shortest schedule. More: `npm run test:model -- --runs N --seed S`.
 * Two files play a half each, so that two cores have something to do.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { actionKinds, crashing, type Schedule, schedules, workKinds } from './actions.ts'
import { faults } from './faulty-network.ts'
import { playSchedule, type World } from './schedule.ts'
import { hireSuperAdmin, persist } from './shop.ts'
import { Tally } from './tally.ts'

const allRuns = Number(process.env.MODEL_RUNS ?? 200)
const firstSeed = Number(process.env.MODEL_SEED ?? 20_261_121)
/** Below this not everything has its chance to occur. */
const runsThatShowAll = 100
/** Nothing but these, as `seed/path`, comma by comma: `npm run mutants` plays them again. */
const replays = (process.env.MODEL_REPLAY ?? '').split(',').filter(Boolean)
/** A schedule on a machine that does much else. */
const patienceMs = 20_000

export function proveHalf(half: 0 | 1): void {
  const runs = Math.ceil((allRuns - half) / 2)
  const seed = firstSeed + half
  let running: TestServer
  let world: World

  beforeAll(async () => {
    // Few connections: each learns every statement anew after a crash.
    running = await startTestServer({}, { connections: { serving: 3, platform: 2 } })
    const tally = new Tally()
    tally.expect(...actionKinds, ...faults.slice(1).map((fault) => `fault ${fault}`))
    tally.expect(...crashing.map((doing) => `crash in ${doing}`))
    tally.expect(...workKinds.map((kind) => `asked ${kind}`))
    tally.expect(
      'batch of several',
      'hand-over done',
      'evicted with unsent work',
      'redeemed on trust',
    )
    const dying = {
      server: () => running.crash(),
      async database() {
        await persist(() =>
          running.ask(
            (sql) => sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and usename <> current_user`,
          ),
        )
      },
    }
    world = { running, superAdmin: await hireSuperAdmin(running), dying, tally }
  })
  afterAll(() => running.close(), 60_000)

  /** @throws naming seed and path, for whoever plays it again */
  async function check(parameters: fc.Parameters<[Schedule]>): Promise<void> {
    const outcome = await fc.check(
      fc.asyncProperty(schedules, (schedule) => playSchedule(world, schedule)),
      {
        endOnFailure: process.env.MODEL_SHRINK === 'no',
        // A schedule that never ends has failed.
        timeout: 120_000,
        interruptAfterTimeLimit: runs * patienceMs,
        // Fewer schedules than asked for prove less than is said.
        markInterruptAsFailure: true,
        ...parameters,
      },
    )
    if (!outcome.failed) return
    const cause = (outcome.errorInstance as Error | undefined)?.stack
    // Thrown whole: an assertion over it would be cut short.
    throw new Error(`${fc.defaultReportMessage(outcome)}\n${cause}`)
  }

  if (replays.length > 0) {
    test('known schedules end as they should', async () => {
      for (const replay of replays) {
        const [known, path = ''] = replay.split('/')
        await check({ seed: Number(known), path, numRuns: 1 })
      }
    }, 600_000)
    return
  }

  test(
    `after ${runs} random schedules every operation has ended once and all devices agree`,
    async () => {
      await check({ numRuns: runs, seed }).finally(() => {
        process.stdout.write(`${world.tally.print()}\n`)
      })
      expect(runs < runsThatShowAll ? [] : world.tally.missing()).toEqual([])
    },
    runs * patienceMs + 120_000,
  )
}
