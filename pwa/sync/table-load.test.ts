import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredPage } from '#pwa/device/device-database.ts'
import { RecordStore } from '#pwa/sync/record-store.ts'
import { TableLoad } from '#pwa/sync/table-load.ts'

const ids = ['a', 'b', 'c', 'd', 'e', 'f']

/** Each row says which page it is of. */
const logs = fc
  .array(fc.record({ rows: fc.subarray(ids), gone: fc.subarray(ids) }), { maxLength: 9 })
  .map((pages) =>
    pages.map(
      ({ rows, gone }, page): StoredPage => ({
        rows: rows.map((id) => ({ id, version: page })),
        gone: gone.filter((id) => !rows.includes(id)),
      }),
    ),
  )

function read(records: RecordStore) {
  return [...records.rows('reward')].sort((one, other) => (one.id < other.id ? -1 : 1))
}

test('pages read from both ends leave the rows that reading them in order leaves', () => {
  fc.assert(
    fc.property(logs, fc.nat(4), fc.integer({ min: 1, max: 3 }), (pages, firstCount, atOnce) => {
      const inOrder = new RecordStore()
      inOrder.apply(pages.map((page) => ({ table: 'reward', ...page })))

      const records = new RecordStore()
      const load = new TableLoad(records, 'reward')
      const left = [...pages]
      load.putFirst(left.splice(0, firstCount))
      while (left.length > 0) load.putBelow(left.splice(-atOnce))
      expect(read(records)).toEqual(read(inOrder))
    }),
    { seed: 14, numRuns: 2000 },
  )
})
