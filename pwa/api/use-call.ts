/**
 * Reads by a call of the catalog for a screen: no retry, no refetch on focus, no polling
 * (docs/product.md); the last answer stays while a new one is on its way.
 */
import { useCallback, useEffect, useState } from 'react'
import type { CallAnswer, CallName } from '#schema/contract/api.ts'
import { type CallOptions, call } from './call.ts'

export interface CallState<Name extends CallName> {
  data: CallAnswer<Name> | undefined
  error: unknown
  loading: boolean
  reload: () => void
}

export function useCall<Name extends CallName>(
  name: Name,
  options: Pick<CallOptions<Name>, 'params' | 'query'> = {},
): CallState<Name> {
  const [answer, setAnswer] = useState<CallAnswer<Name>>()
  const [error, setError] = useState<unknown>()
  const [loading, setLoading] = useState(true)
  const [asked, setAsked] = useState(0)
  const asking = JSON.stringify([name, options])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asking` is all that is asked, and `asked` asks again
  useEffect(() => {
    const stop = new AbortController()
    setLoading(true)
    call(name, { ...options, signal: stop.signal })
      .then((found) => {
        setAnswer(() => found)
        setError(undefined)
      })
      .catch((problem: unknown) => {
        if (!stop.signal.aborted) setError(problem)
      })
      .finally(() => {
        if (!stop.signal.aborted) setLoading(false)
      })
    return () => stop.abort()
  }, [asking, asked])

  const reload = useCallback(() => setAsked((times) => times + 1), [])
  return { data: answer, error, loading, reload }
}
