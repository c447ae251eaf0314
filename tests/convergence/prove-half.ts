/**
 * The proof of the sync core: random work at several browsers with everything that goes wrong,
 * against the real server and a real database; afterwards the model's own book says what must be
 * there. A failing seed prints its shortest schedule. More: `npm run test:model -- --runs N --seed S`.
 * Two files play a half each, so that two cores have something to do.
 */
import { expect, test } from 'vitest'
import { operations } from '#schema/contract/operation.ts'
import { deep } from '#tests/support/level.ts'
import { actionKinds, crashing, schedules, workKinds } from './actions.ts'
import { faults } from './faulty-network.ts'
import { tellingsOf } from './stories.ts'
import { Tally } from './tally.ts'
import { check, firstSeed, namedRuns, openWorld, patienceMs } from './world.ts'

/** Of both halves. The everyday runs found each planted fault of this seed that all of them find. */
const everydayRuns = 60
const deepRuns = 200
/** Below this not everything has its chance to occur. */
const runsThatShowAll = 100
/** Nothing but these, as `seed/path` or `story/seed/path`, comma by comma: `npm run mutants` does. */
const replays = (process.env.MODEL_REPLAY ?? '').split(',').filter(Boolean)

/** What comes of actions and faults, and must have come of some. */
const situations = [
  'batch of several',
  'batch to be halved',
  'clock before 1970',
  'crash of a phone',
  'evicted with unsent work',
  'hand-over done',
  'parked business_paused',
  'parked member_not_arrived',
  'parked outbox_silent',
  'parked rights_withdrawn',
  'parked work_not_arrived',
  'pull of several answers',
  'redeemed on a phone',
  'redeemed on trust',
  'restored',
  'seal handed in',
  'told must_refetch',
  'told outbox_reset',
  'told sequence_gap',
  'verdict applied',
  'verdict discarded',
  'verdict refused',
]

export function proveHalf(half: 0 | 1): void {
  const seed = firstSeed + half
  const tally = new Tally()
  tally.expect(...actionKinds, ...faults.slice(1).map((fault) => `fault ${fault}`))
  tally.expect(...crashing.map((doing) => `crash in ${doing}`))
  tally.expect(...workKinds.map((kind) => `asked ${kind}`))
  tally.expect(...situations)
  for (const [name, { earlier }] of Object.entries(operations)) {
    tally.expect(`saved ${name}`)
    tally.expect(...Object.keys(earlier).map((version) => `saved ${name} of version ${version}`))
  }
  const world = openWorld(tally)

  if (replays.length > 0) {
    test('known schedules end as they should', async () => {
      for (const replay of replays) {
        const [path, known, story] = replay.split('/').reverse()
        const plays = story ? { plays: tellingsOf(story), story } : { plays: schedules }
        const parameters = { seed: Number(known), path: path ?? '', numRuns: 1 }
        await check({ world: world(), ...plays }, parameters)
      }
    }, 600_000)
    return
  }

  const prove = (level: typeof deep | object, ofBoth: number) => {
    const runs = Math.ceil((ofBoth - half) / 2)
    test(`after ${runs} random schedules every operation has ended once and all devices agree`, {
      ...level,
      timeout: runs * patienceMs + 120_000,
    }, async () => {
      await check({ world: world(), plays: schedules }, { numRuns: runs, seed }).finally(() => {
        process.stdout.write(`${tally.print()}\n`)
      })
      expect(runs < runsThatShowAll ? [] : tally.missing()).toEqual([])
    })
  }
  prove({}, namedRuns ?? everydayRuns)
  if (namedRuns === undefined) prove(deep, deepRuns)
}
