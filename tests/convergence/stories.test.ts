import { test } from 'vitest'
import { stories, tellingsOf } from './stories.ts'
import { allRuns, check, firstSeed, openWorld, patienceMs } from './world.ts'

/** Of each story, beside the random schedules. */
const tellings = Math.ceil(allRuns / 100)

const world = openWorld()

test.each(Object.keys(stories))(
  '%s',
  (story) => {
    const plays = { plays: tellingsOf(story), story }
    return check({ world: world(), ...plays }, { numRuns: tellings, seed: firstSeed })
  },
  tellings * patienceMs + 120_000,
)
