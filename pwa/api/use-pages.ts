/**
 * Reads a list a page at a time for a screen: no retry, no refetch on focus, no polling
 * (docs/product.md); the rows stay while others are on their way, and what was shown stays shown.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { limits } from '#schema/contract/limits.ts'
import type { CallOptions } from './call.ts'
import { callPage, type ListName, type ListPage, type RowOf } from './call-page.ts'

export interface PagesState<Row> {
  rows: Row[] | undefined
  error: unknown
  loading: boolean
  hasMore: boolean
  more: () => void
  reload: () => void
}

interface Shown<Row> extends ListPage<Row> {
  /** What was asked for, so that a page of one search never follows another's. */
  asking: string
}

export function usePages<Name extends ListName>(
  name: Name,
  options: Pick<CallOptions<Name>, 'params' | 'query'>,
  pageRows = 50,
): PagesState<RowOf<Name>> {
  const [shown, setShown] = useState<Shown<RowOf<Name>>>()
  const [error, setError] = useState<unknown>()
  const [loading, setLoading] = useState(true)
  const [asked, setAsked] = useState(0)
  const asking = JSON.stringify([name, options])
  const latest = useRef({ asking, shown, options })
  latest.current = { asking, shown, options }

  const ask = useCallback(
    async (place: { cursor?: string; limit: number }, signal?: AbortSignal) => {
      const before = latest.current
      setLoading(true)
      try {
        const query = { ...before.options.query, ...place }
        const page = await callPage(name, {
          ...before.options,
          query,
          ...(signal && { signal }),
        } as CallOptions<Name>)
        if (signal?.aborted || latest.current.asking !== before.asking) return
        const earlier = place.cursor ? (before.shown?.rows ?? []) : []
        setShown({ ...page, rows: [...earlier, ...page.rows], asking: before.asking })
        setError(undefined)
      } catch (problem) {
        if (!signal?.aborted) setError(problem)
      }
      if (!signal?.aborted) setLoading(false)
    },
    [name],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: `asking` is all that is asked, and `asked` asks again
  useEffect(() => {
    const stop = new AbortController()
    const { shown } = latest.current
    const count = shown?.asking === asking ? shown.rows.length : 0
    void ask({ limit: Math.min(Math.max(count, pageRows), limits.listRows) }, stop.signal)
    return () => stop.abort()
  }, [asking, asked, pageRows, ask])

  const cursor = shown?.asking === asking ? shown.next : null
  const more = useCallback(() => {
    if (cursor && !loading) void ask({ cursor, limit: pageRows })
  }, [cursor, loading, pageRows, ask])
  const reload = useCallback(() => setAsked((times) => times + 1), [])
  return { rows: shown?.rows, error, loading, hasMore: cursor !== null, more, reload }
}
