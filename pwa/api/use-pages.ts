/**
 * Reads a list a page at a time for a screen; the rows stay while others are on their way, and a
 * page of one search never follows another's.
 */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { CallOptions } from './call.ts'
import { callPage, type ListName, type ListPage, type RowOf } from './call-page.ts'
import { queryClient } from './query-client.ts'

/** Of a page, where a screen asks for no other number. */
export const usualPageRows = 50

export interface PagesState<Row> {
  rows: Row[] | undefined
  error: unknown
  loading: boolean
  hasMore: boolean
  more: () => void
  reload: () => void
}

export function usePages<Name extends ListName>(
  name: Name,
  options: Pick<CallOptions<Name>, 'params' | 'query'>,
  pageRows = usualPageRows,
): PagesState<RowOf<Name>> {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch, isPlaceholderData } =
    useInfiniteQuery(
      {
        queryKey: [name, options, pageRows],
        queryFn: ({ pageParam, signal }): Promise<ListPage<RowOf<Name>>> => {
          const place = { limit: pageRows, ...(pageParam && { cursor: pageParam }) }
          const query = { ...options.query, ...place }
          return callPage(name, { ...options, query, signal } as CallOptions<Name>)
        },
        initialPageParam: null as string | null,
        getNextPageParam: (last: ListPage<RowOf<Name>>) => last.next,
        placeholderData: keepPreviousData,
      },
      queryClient,
    )
  // The same rows until there are others: what depends on them is not done anew.
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data])
  return {
    rows,
    error: error ?? undefined,
    loading: isFetching,
    hasMore: hasNextPage && !isPlaceholderData,
    more: () => {
      if (!isFetching) void fetchNextPage()
    },
    reload: useCallback(() => void refetch(), [refetch]),
  }
}
