/**
 * Entries by the prefixes of their words, each bucket oldest first. A bucket of more than a few
 * hundred entries is also split by the next letter, and so on, so a search only checks one small
 * bucket, however similar the words are ('person00001@…', '+1 555 …').
 * Keys are small numbers and two prefixes may share one, so callers must check each entry.
 */

import type { Customer } from '#schema/contract/customer.ts'
import { searchTextOf, spellingsOf, wordMark } from '#schema/contract/search-text.ts'

export interface SearchEntry {
  row: Customer
  /** Computed on first use: at a start, most rows are not searched at once. */
  text: string | null
  gone: boolean
}

export function textOf(entry: SearchEntry): string {
  entry.text ??= searchTextOf(entry.row)
  return entry.text
}

interface Bucket {
  entries: SearchEntry[]
  isSplit: boolean
}

const firstLength = 2
const bucketEntriesMax = 256

export class PrefixBuckets {
  /** Buckets by key, by prefix length. */
  readonly #levels: Map<number, Bucket>[] = []

  add(entry: SearchEntry): void {
    const text = textOf(entry)
    for (let start = 1; start < text.length; ) {
      const end = wordEnd(text, start)
      if (end - start >= firstLength) {
        this.#addBelow(entry, start, end, firstLength)
      }
      start = end + 1
    }
  }

  /**
   * Puts one word of an entry into its bucket of this length and into the buckets split from it.
   */
  #addBelow(entry: SearchEntry, start: number, end: number, length: number) {
    let at = length
    let keyAt = keyOf(textOf(entry), start, length)
    for (;;) {
      const bucket = this.#bucket(at, keyAt)
      insertInOrder(bucket.entries, entry)
      if (!bucket.isSplit && bucket.entries.length > bucketEntriesMax)
        this.#split(bucket, at, keyAt)
      if (!bucket.isSplit || end - start <= at) return
      keyAt = nextKey(keyAt, textOf(entry).charCodeAt(start + at))
      at += 1
    }
  }

  #split(bucket: Bucket, length: number, key: number) {
    bucket.isSplit = true
    for (const entry of bucket.entries) {
      const text = textOf(entry)
      for (let start = 1; start < text.length; ) {
        const end = wordEnd(text, start)
        if (end - start > length && keyOf(text, start, length) === key) {
          this.#addBelow(entry, start, end, length + 1)
        }
        start = end + 1
      }
    }
  }

  #bucket(length: number, key: number): Bucket {
    this.#levels[length] ??= new Map()
    const level = this.#levels[length]
    let bucket = level.get(key)
    if (!bucket) {
      bucket = { entries: [], isSplit: false }
      level.set(key, bucket)
    }
    return bucket
  }

  /** @returns the smallest list that contains every match, or null if the words are too short */
  smallestFor(words: readonly string[]): readonly SearchEntry[] | null {
    let best: readonly SearchEntry[] | null = null
    for (const word of words) {
      const found = this.#entriesForSpellings(word)
      if (found && (!best || found.length < best.length)) best = found
    }
    return best
  }

  /** Merges the smallest bucket of each spelling; null if a spelling is too short to tell. */
  #entriesForSpellings(word: string): readonly SearchEntry[] | null {
    const [first, ...others] = spellingsOf(word).map((parts) => {
      const found = parts
        .map((part) => this.#entriesFor(part))
        .filter((entries) => entries !== null)
      return found.sort((one, other) => one.length - other.length)[0] ?? null
    })
    if (!first || others.length === 0) return first ?? null
    const all = [...first]
    for (const entries of others) {
      if (!entries) return null
      for (const entry of entries) insertInOrder(all, entry)
    }
    return all
  }

  #entriesFor(word: string): readonly SearchEntry[] | null {
    if (word.length < firstLength) return null
    let length = firstLength
    let key = keyOf(word, 0, length)
    for (;;) {
      const bucket = this.#levels[length]?.get(key)
      if (!bucket) return []
      if (!bucket.isSplit || length === word.length) return bucket.entries
      key = nextKey(key, word.charCodeAt(length))
      length += 1
    }
  }
}

function wordEnd(text: string, start: number): number {
  const mark = text.indexOf(wordMark, start)
  return mark === -1 ? text.length : mark
}

function keyOf(text: string, at: number, length: number): number {
  let key = 0
  for (let index = at; index < at + length; index += 1) key = nextKey(key, text.charCodeAt(index))
  return key
}

function nextKey(key: number, code: number): number {
  return (Math.imul(key, 31) + code) & 0x3fffffff
}

/**
 * Keeps the list oldest first and without duplicates; usually the entry is newest and goes last.
 */
export function insertInOrder(sorted: SearchEntry[], entry: SearchEntry): void {
  const last = sorted[sorted.length - 1]
  if (last === entry) return
  if (!last || compareEntries(last, entry) < 0) {
    sorted.push(entry)
    return
  }
  const place = placeIn(sorted, entry)
  // A changed row has two entries of the same order: its dropped one, and its present one.
  for (let at = place - 1; at >= 0; at -= 1) {
    const before = sorted[at]
    if (before === entry) return
    if (!before || compareEntries(before, entry) !== 0) break
  }
  sorted.splice(place, 0, entry)
}

export function compareEntries(one: SearchEntry, other: SearchEntry): number {
  if (one.row.createdAt !== other.row.createdAt) {
    return one.row.createdAt < other.row.createdAt ? -1 : 1
  }
  return one.row.id < other.row.id ? -1 : one.row.id === other.row.id ? 0 : 1
}

/** The index of the first entry that sorts after this one. */
function placeIn(sorted: readonly SearchEntry[], entry: SearchEntry): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const at = sorted[middle]
    if (at && compareEntries(at, entry) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
