import { describe, test } from 'vitest'
import { deep } from '#tests/support/level.ts'
import { stories, tellingsOf } from './stories.ts'
import { check, firstSeed, namedRuns, openWorld, patienceMs } from './world.ts'

const world = openWorld()

/** @param tellings variations of each story, besides the random schedules */
function tell(level: typeof deep | object, tellings: number, seed: number): void {
  const options = { ...level, timeout: tellings * patienceMs + 120_000 }
  test.for(Object.keys(stories))('%s', options, (story) => {
    const plays = { plays: tellingsOf(story), story }
    return check({ world: world(), ...plays }, { numRuns: tellings, seed })
  })
}

tell({}, Math.ceil((namedRuns ?? 1) / 100), firstSeed)
if (namedRuns === undefined) describe('another telling:', () => tell(deep, 1, firstSeed + 1))
