/**
 * Normalizes queries and rows for search: folds case and accents, and turns a customer into the
 * words they can be found by. A word matches by its prefix.
 */
import type { Customer } from '#schema/contract/customer.ts'
import { limits } from '#schema/contract/limits.ts'

/**
 * Precedes every word of a searchable text, so that '
 * ada' matches only at the start of a word.
 */
export const wordMark = '\n'

/** Letters that Unicode does not decompose into a base and a mark. */
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
}

/** 'Jürgen Müller' → 'jurgen muller'. Plain ASCII, the usual case, skips the normalization. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^ -~]/.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßøłđðþæœı]/g, (letter) => wholeLetters[letter] ?? letter)
}

/**
 * Indexes names word by word ('anne-marie' also by 'marie'), the e-mail, and the phone by all its
 * digits and by its last ten, seven and four. Masked fields are found by the characters they still
 * show (docs/product.md).
 */
export function searchTextOf(
  customer: Pick<Customer, 'firstName' | 'lastName' | 'email' | 'phone'>,
) {
  const names = foldText(`${customer.firstName} ${customer.lastName}`)
  let text = ''
  for (const word of names.split(/\s+/)) {
    if (word === '') continue
    text += wordMark + word
    if (/[-'’]/.test(word)) text += wordMark + word.split(/[-'’]/).filter(Boolean).join(wordMark)
  }
  text += wordMark + foldText(customer.email)
  const digits = customer.phone === null ? '' : customer.phone.replace(/\D/g, '')
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
  if (/^\+?[\d\s()./-]*\d[\d\s()./-]*$/.test(folded)) {
    return [folded.replace(/\D/g, '')]
  }
  return folded.split(/\s+/).filter((word) => word !== '')
}

/**
 * A phone number typed with its country code also finds one stored without it.
 * @returns the last ten digits of a longer number, otherwise null
 */
export function withoutCountry(word: string): string | null {
  const isLonger = word.length > limits.phoneDigitsNational && /^\d+$/.test(word)
  return isLonger ? word.slice(-limits.phoneDigitsNational) : null
}

export function hasWord(searchText: string, word: string): boolean {
  if (searchText.includes(wordMark + word)) return true
  const national = withoutCountry(word)
  return national !== null && searchText.includes(wordMark + national)
}

export function hasAllWords(searchText: string, words: readonly string[]): boolean {
  return words.every((word) => hasWord(searchText, word))
}
