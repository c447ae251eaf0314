/** The table that maps changes to deep tests lists all deep tests, and no others. */
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deepTestsFor, reach } from '#tests/reach.ts'
import { readSources } from './source.ts'

const sources = readSources()
/** Journeys in other browsers and the halves of the model get their tag from a shared file. */
const marks =
  /@module-tag deep\n|from '#tests\/support\/level\.ts'|(playJourneysIn|proveHalf)\(|\btags?: \[?'@?deep/

test('lists every file with deep tests and no other', () => {
  const deep = sources.filter(
    ({ path, text }) => /\.(test|spec)\.ts$/.test(path) && marks.test(text),
  )
  const paths = deep.map(({ path }) => path).filter((path) => !path.endsWith('/levels.test.ts'))
  const named = reach.flatMap(({ calls }) => calls)
  expect([...new Set(named)].sort()).toEqual(paths.sort())
})

test('lists existing paths', () => {
  const starts = reach.flatMap(({ changed }) => changed)
  const isThere = (start: string) =>
    existsSync(start) || sources.some(({ path }) => path.startsWith(start))
  expect(starts.filter((start) => !isThere(start))).toEqual([])
})

test('selects the deep tests of a changed folder and of changed tests', () => {
  const screen = deepTestsFor(['pwa/routes/branding/brand-editor.tsx'])
  expect(screen).toContain('tests/journeys/branding.spec.ts')
  expect(screen).not.toContain('tests/convergence/model.test.ts')
  expect(deepTestsFor(['tests/isolation/plans.test.ts'])).toEqual(['tests/isolation/plans.test.ts'])
  expect(deepTestsFor(['tests/convergence/prove-half.ts'])).toContain(
    'tests/convergence/model.test.ts',
  )
  expect(deepTestsFor(['sync-server/sync/devices.ts'])).toContain('tests/isolation/plans.test.ts')
  expect(deepTestsFor(['README.md'])).toEqual([])
})
