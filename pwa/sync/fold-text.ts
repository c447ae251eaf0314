/**
 * What a person types and what stands in a row, made alike: case and accents folded, a customer as
 * the words they can be found by. A word is found by its beginning.
 */
import type { Customer } from '#schema/contract/customer.ts'
import { limits } from '#schema/contract/limits.ts'

/** Stands before every word of a searchable text, so that '\nada' finds only beginnings. */
export const wordMark = '\n'

/** Letters that Unicode does not take apart into a base and a mark. */
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

/** 'Jürgen Müller' → 'jurgen muller'. Plain ASCII, the usual case, takes the short way. */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (!/[^ -~]/.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßøłđðþæœı]/g, (letter) => wholeLetters[letter] ?? letter)
}

/**
 * Names word by word ('anne-marie' also by 'marie'), the e-mail, and the phone by all its digits,
 * its last ten, seven and four. Masked fields give what they still show (docs/product.md).
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

/** The words of a query; something like a phone number is one word of digits. */
export function wordsOf(query: string): string[] {
  const folded = foldText(query).trim()
  if (/^\+?[\d\s()./-]*\d[\d\s()./-]*$/.test(folded)) {
    return [folded.replace(/\D/g, '')]
  }
  return folded.split(/\s+/).filter((word) => word !== '')
}

/**
 * A phone number typed with its country also finds the one that was kept without it.
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
