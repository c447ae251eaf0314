/**
 * Finds a name despite one typing error: a missing, extra, wrong or swapped letter. A word still
 * matches by its prefix, as in an exact search.
 */
import { hasWord, joinedWord, wordMark } from '#schema/contract/search-text.ts'

/** A changed letter in a shorter word makes a different name. */
const lettersMin = 4

/** Whether a query may be misspelled: digits and e-mail addresses must match exactly. */
export function mayBeMisspelt(words: readonly string[]): boolean {
  return words.some((word) => isName(word))
}

/** Whether all words match, one of them with at most one typing error. */
export function hasNearlyAllWords(searchText: string, words: readonly string[]): boolean {
  let wrong = 0
  for (const word of words) {
    if (hasWord(searchText, word)) continue
    wrong += 1
    if (wrong > 1 || !isName(word) || !hasNear(searchText, joinedWord(word))) return false
  }
  return true
}

function isName(word: string): boolean {
  return word.length >= lettersMin && !/[\d@]/.test(word)
}

function hasNear(searchText: string, word: string): boolean {
  let start = searchText.indexOf(wordMark) + 1
  while (start > 0) {
    const end = searchText.indexOf(wordMark, start)
    const other = searchText.slice(start, end < 0 ? undefined : end)
    if (isNearBeginning(word, other) && !/[\d@]/.test(other)) return true
    start = end + 1
  }
  return false
}

/** Whether one edit makes `word` a prefix of `other`. */
function isNearBeginning(word: string, other: string): boolean {
  let at = 0
  while (at < word.length && word[at] === other[at]) at += 1
  const rest = word.slice(at + 1)
  const isSwapped = word[at] === other[at + 1] && word[at + 1] === other[at]
  return (
    other.startsWith(rest, at + 1) ||
    other.startsWith(rest, at) ||
    other.startsWith(word.slice(at), at + 1) ||
    (isSwapped && other.startsWith(word.slice(at + 2), at + 2))
  )
}
