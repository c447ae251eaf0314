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

describe.each(Object.entries<FaultList>(faultLists))('of the faults of %s', (_, list) => {
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
