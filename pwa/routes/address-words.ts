/**
 * The words of a screen's search, kept in its address. What is typed shows at once; the address
 * follows when the typing pauses, in place of the one before: Back leaves the screen. An email or a
 * phone number stays out of the address, which a proxy would log when the screen is loaded again.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { limits } from '#schema/contract/limits.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'
import { usePaused } from './use-paused.ts'

export interface WordsSearch {
  q?: string
}

/** Long enough to type a word, too short to wait for. */
const pauseMs = 300

/** Whatever an address says, only words are searched for. */
export function readWords({ q }: Record<string, unknown>): WordsSearch {
  const words = q === undefined ? '' : String(q).slice(0, limits.searchLength)
  return words.trim() ? { q: words } : {}
}

/** Whether these words may be the email or the phone number of somebody. */
export function isContact(words: string): boolean {
  if (words.includes('@')) return true
  return digitsOf(words).length >= limits.phoneDigitsMin && !/\p{L}/u.test(words)
}

/** @returns what is typed, how to type, and what is searched for once the typing pauses */
export function useAddressWords(): [string, (typed: string) => void, string] {
  const navigate = useNavigate()
  const { q: inAddress = '' } = readWords(useSearch({ strict: false }))
  const [typed, setTyped] = useState(inAddress)
  const paused = usePaused(typed)
  // Links and the browser's Back change the address, too. One that was emptied here keeps its words.
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
