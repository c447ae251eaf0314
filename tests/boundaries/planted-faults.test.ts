/** `npm run mutants` takes too long for every run: here it is seen to that it can begin, and did. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import knownKills from '#tests/mutants/known-kills.json' with { type: 'json' }
import { mutations } from '#tests/mutants/mutations.ts'
import { judgeRows, kills, readRows } from '#tests/mutants/table.ts'

const root = join(import.meta.dirname, '../..')

test('the snippet of every planted fault stands once in its file', () => {
  const stale = mutations.filter(({ file, find }) => {
    const text = readFileSync(join(root, file), 'utf8')
    return text.split(find).length !== 2
  })
  expect(stale.map(({ id }) => id)).toEqual([])
})

test('the table of docs/sync-protocol.md says of every planted fault who noticed it', () => {
  const rows = readRows()
  expect(judgeRows(rows)).toEqual([])
  const byModel = [...rows].flatMap(([id, { model }]) => (model === kills ? [id] : []))
  expect(Object.keys(knownKills)).toEqual(expect.arrayContaining(byModel))
})
