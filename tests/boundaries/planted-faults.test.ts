/**
 * `npm run mutants` is too slow for every run; this checks that it can run and that its results are
 * recorded.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import knownKills from '#tests/mutants/known-kills.json' with { type: 'json' }
import { type FaultList, faultLists, judgeRows, kills, readRows } from '#tests/mutants/table.ts'

const root = join(import.meta.dirname, '../..')

describe.each(Object.entries<FaultList>(faultLists))('the list of %s', (_, list) => {
  test('has each snippet exactly once in its file', () => {
    const stale = list.faults.filter(({ file, find }) => {
      const text = readFileSync(join(root, file), 'utf8')
      return text.split(find).length !== 2
    })
    expect(stale.map(({ id }) => id)).toEqual([])
  })

  test('names in the documentation which test noticed each', () => {
    expect(judgeRows(list, readRows(list))).toEqual([])
  })
})

test('records a schedule for each fault that the model noticed', () => {
  const rows = [...readRows(faultLists.sync)]
  const byModel = rows.flatMap(([id, { model }]) => (model === kills ? [id] : []))
  expect(Object.keys(knownKills)).toEqual(expect.arrayContaining(byModel))
})

/** The test files that have noticed a planted fault. */
function readNoticing(): Set<string> {
  const rows = Object.values<FaultList>(faultLists).flatMap((list) => [...readRows(list).values()])
  const files = rows.flatMap(({ other }) => /^`([^`]+)`/.exec(other)?.[1] ?? [])
  const byModel = rows.some(({ model }) => model === kills)
  return new Set([...files, ...(byModel ? ['tests/convergence/model.test.ts'] : [])])
}

test.each([
  ['docs/trust.md', /^(?=##)/m],
  ['docs/counter.md', /^(?=\|)/m],
])('each promise of %s names a test that has noticed a planted fault', (page, beginning) => {
  const noticing = readNoticing()
  const [text = ''] = readFileSync(join(root, page), 'utf8').split('<!-- mutants -->')
  const unproved = text.split(beginning).flatMap((promise) => {
    const named = [
      ...promise.matchAll(/`((?:tests|pwa|sync-server|schema)\/\S+?\.(?:test|spec)\.ts)`/g),
    ]
    const isProved = named.length === 0 || named.some(([, file = '']) => noticing.has(file))
    return isProved ? [] : [promise.split('\n')[0]]
  })
  expect(unproved).toEqual([])
})
