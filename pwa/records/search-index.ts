/**
 * Finds customers by the prefixes of their words, newest first. A search walks one bucket from its
 * newest end until it has enough. Measured with 50,000 customers in Chromium: p50 0.01 ms, p95 0.04
 * ms; built in 0.15 s, in slices. Until then a walk over all customers gives the same result, in
 * 0.1 s the first time because it builds their search texts.
 */

import { hasNearlyAllWords, mayBeMisspelt } from '#pwa/records/near-match.ts'
import {
  compareEntries,
  insertInOrder,
  PrefixBuckets,
  type SearchEntry,
  textOf,
} from '#pwa/records/prefix-buckets.ts'
import type { Customer } from '#schema/contract/customer.ts'
import { hasAllWords, wordsOf } from '#schema/contract/search-text.ts'

/** Entries put into buckets between two looks at the clock. */
const sliceEntries = 500
/**
 * Up to this many older entries are inserted in place, which moves the newer ones in every bucket
 * of each word. The pages of a first sync arrive newest first: beyond this number the whole index
 * is rebuilt, in slices.
 */
const olderInPlaceMost = 32

export class SearchIndex {
  #entriesById = new Map<string, SearchEntry>()
  /** Oldest first if `#inOrder`; dropped entries stay, marked, until the next ordering. */
  #entries: SearchEntry[] = []
  #inOrder = true
  #goneCount = 0
  /** Entries inserted before newer ones since the buckets were started. */
  #olderCount = 0
  #buckets = new PrefixBuckets()
  /** How many of the entries are in the buckets, counted from the oldest. */
  #builtCount = 0

  get size(): number {
    return this.#entriesById.size
  }

  get isBuilt(): boolean {
    return this.#inOrder && this.#builtCount === this.#entries.length
  }

  put(row: Customer): void {
    const known = this.#entriesById.get(row.id)
    if (known && isFoundAlike(known.row, row)) {
      known.row = row
      return
    }
    if (known) this.#drop(known)
    const entry: SearchEntry = { row, text: null, gone: false }
    this.#entriesById.set(row.id, entry)
    const last = this.#entries[this.#entries.length - 1]
    const isOlder = last !== undefined && compareEntries(last, entry) > 0
    const isInPlace = !isOlder || this.#olderCount < olderInPlaceMost
    if (this.isBuilt && this.#builtCount > 0 && isInPlace) {
      if (isOlder) this.#olderCount += 1
      insertInOrder(this.#entries, entry)
      this.#buckets.add(entry)
      this.#builtCount += 1
      return
    }
    if (isOlder) this.#inOrder = false
    this.#entries.push(entry)
  }

  remove(id: string): void {
    const known = this.#entriesById.get(id)
    if (known) this.#drop(known)
  }

  #drop(entry: SearchEntry) {
    entry.gone = true
    this.#goneCount += 1
    this.#entriesById.delete(entry.row.id)
  }

  #order() {
    if (this.#inOrder && this.#goneCount <= this.#entries.length / 8) return
    this.#entries = this.#entries.filter((entry) => !entry.gone).sort(compareEntries)
    this.#goneCount = 0
    this.#olderCount = 0
    this.#inOrder = true
    this.#builtCount = 0
    this.#buckets = new PrefixBuckets()
  }

  /**
   * Builds for about `budgetMs`.
   * @returns whether the index is complete
   */
  build(budgetMs: number): boolean {
    this.#order()
    const until = performance.now() + budgetMs
    while (this.#builtCount < this.#entries.length) {
      for (const entry of this.#entries.slice(this.#builtCount, this.#builtCount + sliceEntries)) {
        this.#buckets.add(entry)
        this.#builtCount += 1
      }
      if (performance.now() >= until) break
    }
    return this.isBuilt
  }

  /**
   * Newest first. An empty query matches everyone; several words must all match. A query without a
   * match is tried again, allowing one wrong letter.
   */
  search(query: string, limit: number): Customer[] {
    this.#order()
    const words = wordsOf(query)
    const candidates = (this.isBuilt && this.#buckets.smallestFor(words)) || this.#entries
    const found = walk(candidates, limit, (text) => hasAllWords(text, words))
    if (found.length > 0 || !mayBeMisspelt(words)) return found
    return walk(this.#entries, limit, (text) => hasNearlyAllWords(text, words))
  }
}

function walk(
  entries: readonly SearchEntry[],
  limit: number,
  matches: (text: string) => boolean,
): Customer[] {
  const found: Customer[] = []
  for (let at = entries.length - 1; at >= 0 && found.length < limit; at -= 1) {
    const entry = entries[at]
    if (entry && !entry.gone && matches(textOf(entry))) found.push(entry.row)
  }
  return found
}

/** The usual change, of points or spend, does not affect the index. */
function isFoundAlike(one: Customer, other: Customer): boolean {
  return (
    one.firstName === other.firstName &&
    one.lastName === other.lastName &&
    one.email === other.email &&
    one.phone === other.phone &&
    one.createdAt === other.createdAt
  )
}
