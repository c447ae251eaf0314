/** The log of pages stays short and keeps its content, under any order of changes and merges. */

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeviceDatabase, type PullState } from '#pwa/device/device-database.ts'
import { appendPages, readPages } from '#pwa/device/pages.ts'
import { mergePages, tidyPages, untidiedPagesMax } from '#pwa/device/tidy-pages.ts'
import { newPullState } from '#pwa/sync/sync-context.ts'

const open = () =>
  new DeviceDatabase(
    { accountId: 'a', businessId: 'b' },
    { indexedDB: new IDBFactory(), IDBKeyRange },
  )

test("merged pages have the log's content, for a tab at any position", async () => {
  const change = fc.record({ id: fc.nat(30), gone: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 150, maxLength: 400, size: 'max' }),
      fc.nat(),
      async (changes, stand) => {
        const database = open()
        let state: PullState = { ...newPullState(), version: 0, generation: 1 }
        await database.meta.put(state)
        const truth = new Map<string, number>()
        const behind = new Map<string, number>()
        const lag = stand % changes.length
        let lagPages = 0
        for (const [index, { id, gone }] of changes.entries()) {
          const row = { id: `${id}`, index }
          const rows = gone ? [] : [row]
          const { next: pages, written } = appendPages(database, 1, state.pages, [
            { table: 'customer', rows, gone: gone ? [row.id] : [] },
          ])
          await written
          state = { ...state, pages }
          await database.meta.put(state)
          if (gone) truth.delete(row.id)
          else truth.set(row.id, index)
          if (index === lag) {
            for (const [key, value] of truth) behind.set(key, value)
            lagPages = pages
          }
          state = (await tidyPages(database))?.after ?? state
        }
        const lay = async (from: number, onto: Map<string, number>) => {
          for (const page of await readPages(database, {
            generation: 1,
            table: 'customer',
            from,
            below: state.pages,
          })) {
            for (const each of page.rows)
              onto.set(each.id, (each as { id: string; index: number }).index)
            for (const id of page.gone) onto.delete(id)
          }
          return onto
        }
        expect(await lay(0, new Map())).toEqual(truth)
        expect(await lay(lagPages, behind)).toEqual(truth)
        expect(await database.pages.count()).toBeLessThan(2 * untidiedPagesMax)
        database.close()
      },
    ),
    { numRuns: 8 },
  )
}, 30_000)

test('later pages override earlier ones, and a deletion is kept', () => {
  const pages = [
    { rows: [{ id: 'a' }, { id: 'b' }], gone: [] },
    { rows: [{ id: 'c' }], gone: ['a'] },
    { rows: [{ id: 'a' }], gone: ['b'] },
  ]
  expect(mergePages(pages)).toEqual({ rows: [{ id: 'c' }, { id: 'a' }], gone: ['b'] })
})
