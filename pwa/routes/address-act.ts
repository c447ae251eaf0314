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

/**
 * What was opened leaves the address: coming back to it must not open it again.
 * @param open null while what it is about is not here yet
 */
export function useAddressAct<Name extends string>(
  names: readonly Name[],
  open: ((act: Name) => void) | null,
): void {
  const navigate = useNavigate()
  const { do: asked } = readAct(useSearch({ strict: false }))
  const act = open === null ? undefined : names.find((name) => name === asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new act in the address counts
  useEffect(() => {
    if (!act) return
    open?.(act)
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({ ...before, do: undefined }),
      replace: true,
    })
  }, [act])
}
