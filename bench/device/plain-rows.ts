/**
 * Baseline for first sync, search and reopening: the same pull, with each customer as a row of a
 * Dexie table, indexed by words. As durable as the product's: every write is strict.
 */
import { Dexie, type Table } from 'dexie'
import type { Customer } from '#schema/contract/customer.ts'
import { searchTextOf, wordMark } from '#schema/contract/search-text.ts'
import type { PullAnswer } from '#schema/contract/sync.ts'
import { queries, readIdentity, resultsMost } from './person.ts'
import { lookFor } from './sightings.ts'

interface PlainRow extends Customer {
  words?: string[]
}

class PlainDatabase extends Dexie {
  declare customer: Table<PlainRow, string>

  constructor(isSearchable: boolean) {
    super(isSearchable ? 'plain-rows-searchable' : 'plain-rows', {
      chromeTransactionDurability: 'strict',
      cache: 'disabled',
    })
    this.version(1).stores({ customer: isSearchable ? 'id, createdAt, *words' : 'id, createdAt' })
  }
}

/** Pulls what came after the cursor. @returns the next cursor */
async function pull(
  cursor: string | null,
  store: (rows: Customer[]) => Promise<unknown>,
): Promise<string> {
  const query = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
  const response = await fetch(`/api/sync/pull${query}`)
  if (!response.ok) throw new Error(`Pull: ${response.status}`)
  const answer: PullAnswer = await response.json()
  await store(answer.rows.customer ?? [])
  return answer.more ? pull(answer.cursor, store) : answer.cursor
}

async function first(isSearchable: boolean): Promise<number> {
  await readIdentity()
  const database = new PlainDatabase(isSearchable)
  await database.customer.clear()
  const startedAt = performance.now()
  await pull(null, (rows) =>
    database.customer.bulkPut(
      isSearchable ? rows.map((row) => ({ ...row, words: wordsIn(row) })) : rows,
    ),
  )
  if (isSearchable && (await find(database, 'person1@')).length === 0) throw new Error('Not there')
  const ms = performance.now() - startedAt
  database.close()
  return ms
}

const wordsIn = (row: Customer) => [...new Set(searchTextOf(row).split(wordMark).filter(Boolean))]

function find(database: PlainDatabase, beginning: string): Promise<PlainRow[]> {
  return database.customer
    .where('words')
    .startsWith(beginning)
    .distinct()
    .limit(resultsMost)
    .toArray()
}

async function reopen(): Promise<number> {
  const startedAt = performance.now()
  const database = new PlainDatabase(false)
  await database.customer.toArray()
  return performance.now() - startedAt
}

/** The simplest client of pokes: pulls on each and stores the rows. */
async function keep(): Promise<void> {
  const database = new PlainDatabase(false)
  const store = async (rows: Customer[]) => {
    await database.customer.bulkPut(rows)
    lookFor((memberId) => rows.some(({ id }) => id === memberId))
  }
  let last = pull(null, store)
  await last
  const pokes = new EventSource('/api/sync/pokes')
  pokes.addEventListener('poke', () => {
    last = last.then((cursor) => pull(cursor, store))
  })
  await new Promise((resolve) => pokes.addEventListener('open', resolve, { once: true }))
}

async function search(): Promise<number[]> {
  const database = new PlainDatabase(true)
  const samples: number[] = []
  for (const query of [...queries, ...queries]) {
    const startedAt = performance.now()
    await find(database, query)
    samples.push(performance.now() - startedAt)
  }
  database.close()
  return samples.slice(queries.length)
}

export const plainRows = { first, reopen, keep, search }
