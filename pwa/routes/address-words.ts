/**
 * The words of a screen's search, kept in its address. What is typed shows at once; the address
 * follows when the typing pauses, in place of the one before: Back leaves the screen.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { limits } from '#schema/contract/limits.ts'

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

/** @returns what is typed, how to type, and what the address asks for */
export function useAddressWords(): [string, (typed: string) => void, string] {
  const navigate = useNavigate()
  const { q: inAddress = '' } = readWords(useSearch({ strict: false }))
  const [typed, setTyped] = useState(inAddress)
  // Links and the browser's Back change the address, too.
  useEffect(() => setTyped(inAddress), [inAddress])
  useEffect(() => {
    const { q = '' } = readWords({ q: typed })
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
  return [typed, setTyped, inAddress.trim()]
}
