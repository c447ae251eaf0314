/**
 * An act that an address asks a screen to open at once, for whoever was led there to do it. It opens
 * a form or a question and never does anything by itself.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

export interface ActSearch {
  do?: string
}

export function readAct({ do: act }: Record<string, unknown>): ActSearch {
  return typeof act === 'string' ? { do: act } : {}
}

/** @param open null while what it is about is not here yet */
export function useAddressAct<Name extends string>(
  names: readonly Name[],
  open: ((act: Name) => void) | null,
): void {
  useAddressWord('do', (asked) => names.find((name) => name === asked), open)
}

/**
 * Another word of the address that opens something at once. What was opened leaves the address:
 * coming back to it must not open it again.
 */
export function useAddressWord<Word extends string>(
  name: string,
  read: (word: unknown) => Word | undefined,
  open: ((word: Word) => void) | null,
): void {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const word = open === null ? undefined : read(search[name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new word in the address counts
  useEffect(() => {
    if (!word) return
    open?.(word)
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, [name]: undefined }),
      replace: true,
    })
  }, [word])
}
