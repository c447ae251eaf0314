/**
 * Reads a list page by page for a screen. The rows stay while others load, and pages of different
 * searches are never mixed.
 */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { CallOptions } from './call.ts'
import { callPage, type ListName, type ListPage, type RowOf } from './call-page.ts'
import { queryClient } from './query-client.ts'

/** The default page size. */
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
  // Keeps the array stable until the data changes, so that dependents are not recomputed.
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
