/** `npm run mutants` takes too long for every run: here it is seen to that it can begin. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mutations } from '#tests/mutants/mutations.ts'

const root = join(import.meta.dirname, '../..')

test('the snippet of every planted fault stands once in its file', () => {
  const stale = mutations.filter(({ file, find }) => {
    const text = readFileSync(join(root, file), 'utf8')
    return text.split(find).length !== 2
  })
  expect(stale.map(({ id }) => id)).toEqual([])
})
