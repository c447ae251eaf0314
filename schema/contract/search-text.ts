/**
 * Normalizes names, addresses and queries for the device's search, its search for duplicates and the
 * server's lists. Folds case, accents, every kind of apostrophe and hyphen, and digits of every
 * script. The server stores what `foldName` and `foldText` return, so a change to them needs a
 * migration that empties `customer.folded_name`; a job fills it again (decision 380).
 */
import type { Customer } from './customer.ts'
import { limits } from './limits.ts'
import { digitsOf, plainText } from './typed-text.ts'

/** Precedes every word of a searchable text, so that '\nada' matches only at the start of a word. */
export const wordMark = '\n'

/** Typed, typographic and modifier apostrophes, single accents and primes, and the Catalan dot. */
const apostrophes =
  /[`\u00b4\u00b7\u02b9-\u02c1\u02c8\u02ca\u02cb\u0384\u1fbd\u1fbf\u1ffd\u1ffe\u2018\u2019\u201b\u2027\u2032\u2035\ua78c]/g
const splitters = /[-']+/
/** Letters that Unicode does not decompose into a base and a mark, and the final sigma. */
const wholeLetters: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ς: 'σ',
}

/** 'Jürgen O’Shea' → "jurgen o'shea". Plain ASCII, the usual case, skips the normalization. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^ -~]/.test(lower)) return lower.replaceAll('`', "'")
  return plainText(text.replace(apostrophes, "'"))
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßøłđðþæœıħŧς]/g, (letter) => wholeLetters[letter] ?? letter)
}

/**
 * Marks each word of a name: joined, and split at hyphens and apostrophes.
 * "Anne-Marie O’Shea" → annemarie, anne, marie, oshea, o, shea.
 */
export function foldName({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>) {
  let text = ''
  for (const word of foldText(`${firstName} ${lastName}`).split(/\s+/)) {
    if (word === '') continue
    if (!splitters.test(word)) text += wordMark + word
    else for (const part of new Set(spellingsOf(word).slice(1).flat())) text += wordMark + part
  }
  return text
}

/**
 * Indexes the words of a name, the email, and the phone by all its digits and by its last ten, seven
 * and four. Masked fields are found by the characters they still show.
 */
export function searchTextOf(
  customer: Pick<Customer, 'firstName' | 'lastName' | 'email' | 'phone'>,
) {
  let text = foldName(customer) + wordMark + foldText(customer.email)
  const digits = customer.phone === null ? '' : digitsOf(customer.phone)
  if (digits === '') return text
  text += wordMark + digits
  for (const length of [limits.phoneDigitsNational, 7, 4]) {
    if (digits.length > length) text += wordMark + digits.slice(-length)
  }
  return text
}

/** Splits a query into words; a query that looks like a phone number is one word of digits. */
export function wordsOf(query: string): string[] {
  const folded = foldText(query).trim()
  if (/^\+?[\d\s()./-]*\d[\d\s()./-]*$/.test(folded)) return [digitsOf(folded)]
  const words = folded.split(/\s+/).filter((word) => word !== '')
  const readable = words.filter((word) => joinedWord(word) !== '')
  return readable.length > 0 ? readable : words
}

/**
 * Lists the spellings of a query's word; each needs all of its parts at the start of words. "o'shea"
 * also matches as one word or as two, a phone number with its country code also without it.
 */
export function spellingsOf(word: string): string[][] {
  const spellings = [[word]]
  if (word.length > limits.phoneDigitsNational && /^\d+$/.test(word)) {
    spellings.push([word.slice(-limits.phoneDigitsNational)])
  }
  if (!splitters.test(word)) return spellings
  const parts = [[joinedWord(word)], word.split('-').map(joinedWord), word.split(splitters)]
  for (const part of parts.map((all) => all.filter((text) => text !== ''))) {
    if (part.length > 0) spellings.push(part)
  }
  return spellings
}

/** "anne-marie" → 'annemarie' */
export function joinedWord(word: string): string {
  return word.replace(/[-']+/g, '')
}

export function hasWord(searchText: string, word: string): boolean {
  if (searchText.includes(wordMark + word)) return true
  return spellingsOf(word).some((parts) =>
    parts.every((part) => searchText.includes(wordMark + part)),
  )
}

export function hasAllWords(searchText: string, words: readonly string[]): boolean {
  return words.every((word) => hasWord(searchText, word))
}
