/**
 * Each test file has one level, which its place states, and says once whether it is deep. The table
 * that maps changes to deep tests lists all of them, and no others.
 */
import { existsSync, readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { createVitest } from 'vitest/node'
import { findDeepFiles } from '#scripts/deep-files.js'
import { faults } from '#tests/mutants/faults.ts'
import { deepTestsFor, reach } from '#tests/reach.ts'
import { readSources } from './source.ts'

const sources = readSources()
/** Journeys in other browsers and the halves of the model get their tag from a shared file. */
const marks =
  /@module-tag deep\n|from '#tests\/support\/level\.ts'|(playJourneysIn|proveHalf)\(|\btags?: \[?'@?deep/

test('runs every test file at one level, which its place states', async () => {
  const vitest = await createVitest('test', { watch: false })
  const run = (await vitest.globTestSpecifications()).map(({ moduleId }) => moduleId)
  await vitest.close()
  const files = sources.map(({ path }) => path).filter((path) => /\.(test|spec)\./.test(path))
  // Playwright runs these, and Vitest none of them.
  const journeys = files.filter((path) => path.startsWith('tests/journeys/'))
  const all = [...run.map((path) => relative(process.cwd(), path)), ...journeys]
  expect(all.sort()).toEqual(files.sort())
})

test('states once in a file that its tests are deep', () => {
  const both = sources.filter(
    ({ text }) => /@module-tag deep\n/.test(text) && text.includes("'#tests/support/level.ts'"),
  )
  expect(both.map(({ path }) => path)).toEqual([])
})

test('leaves out of the everyday run the files whose tests are all deep, and no others', () => {
  // Vitest reads the tag in any comment, and in what looks like one.
  const isWhollyDeep = /(\/\/|\*)\s*@module-tag\s+deep\b/
  const paths = sources.filter(({ text }) => isWhollyDeep.test(text)).map(({ path }) => path)
  expect(findDeepFiles().sort()).toEqual(paths.sort())
  expect(paths).toContain('tests/loyalty/member-import.test.ts')
})

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

test('calls the model for every file with a planted fault that the model notices', () => {
  const model = 'tests/convergence/model.test.ts'
  const files = faults.filter(({ tests }) => tests.includes(model)).map(({ file }) => file)
  expect(files.filter((file) => !deepTestsFor([file]).includes(model))).toEqual([])
})

test('calls screen tests for every room, except those that every run tests', () => {
  const everyRun = ['card', 'counter', 'landing', 'legal', 'mailed-link', 'outbox']
  const rooms = readdirSync('pwa/routes', { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  )
  const callsNone = rooms
    .map(({ name }) => name)
    .filter(
      (room) =>
        !deepTestsFor([`pwa/routes/${room}/screen.tsx`]).some((file) =>
          file.startsWith('tests/screens/'),
        ),
    )
  expect(callsNone.sort()).toEqual(everyRun)
})
