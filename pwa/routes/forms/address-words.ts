/**
 * The words of a screen's search, stored in its address. The field shows typed text at once; the
 * address follows after a pause and replaces the entry, so that Back leaves the screen. Emails and
 * phone numbers stay out of the address, because proxies would log them on a reload.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { limits } from '#schema/contract/limits.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'
import { usePaused } from './use-paused.ts'

export interface WordsSearch {
  q?: string
}

/** Long enough to type a word, too short to notice. */
const pauseMs = 300

/** Ignores a search parameter without words. */
export function readWords({ q }: Record<string, unknown>): WordsSearch {
  const words = q === undefined ? '' : String(q).slice(0, limits.searchLength)
  return words.trim() ? { q: words } : {}
}

/** Whether the words may be a person's email or phone number. */
export function isContact(words: string): boolean {
  if (words.includes('@')) return true
  return digitsOf(words).length >= limits.phoneDigitsMin && !/\p{L}/u.test(words)
}

/** @returns the typed words, a setter for them, and the words to search for after a pause */
export function useAddressWords(): [string, (typed: string) => void, string] {
  const navigate = useNavigate()
  const { q: inAddress = '' } = readWords(useSearch({ strict: false }))
  const [typed, setTyped] = useState(inAddress)
  const paused = usePaused(typed)
  // Links and the browser's Back also change the address. If it was emptied because a contact was
  // typed, keep the typed words.
  useEffect(
    () => setTyped((before) => (inAddress === '' && isContact(before) ? before : inAddress)),
    [inAddress],
  )
  useEffect(() => {
    const { q = '' } = isContact(typed) ? {} : readWords({ q: typed })
    if (q === inAddress) return
    const timer = setTimeout(
      () =>
        void navigate({
          to: '.',
          search: (before: Record<string, unknown>) => ({ ...before, q: q || undefined }),
          replace: true,
          resetScroll: false,
        }),
      q ? pauseMs : 0,
    )
    return () => clearTimeout(timer)
  }, [typed, inAddress, navigate])
  const asked = isContact(typed) ? paused : inAddress
  return [typed, setTyped, asked.trim()]
}
