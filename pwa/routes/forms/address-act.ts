/**
 * A `?do=…` parameter that opens a form or a dialog as soon as the screen opens, for links that
 * lead to an action. It never submits anything.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

export interface ActSearch {
  do?: string
}

export function readAct({ do: act }: Record<string, unknown>): ActSearch {
  return typeof act === 'string' ? { do: act } : {}
}

/** @param open null until the data it needs has loaded */
export function useAddressAct<Name extends string>(
  names: readonly Name[],
  open: ((act: Name) => void) | null,
): void {
  useAddressWord('do', (asked) => names.find((name) => name === asked), open)
}

/**
 * Another search parameter that opens something at once. The parameter is removed afterwards, so
 * that Back doesn't open it again.
 */
export function useAddressWord<Word extends string>(
  name: string,
  read: (word: unknown) => Word | undefined,
  open: ((word: Word) => void) | null,
): void {
  const navigate = useNavigate()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const word = open === null ? undefined : read(search[name])
  // biome-ignore lint/correctness/useExhaustiveDependencies: run only when the parameter changes
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
