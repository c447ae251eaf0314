/** Reads a call of the catalog for a screen; keeps the last answer while a new one loads. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CallAnswer, CallName } from '#schema/contract/api.ts'
import { type CallOptions, call } from './call.ts'
import { queryClient } from './query-client.ts'

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
  const { data, error, isFetching, refetch } = useQuery(
    {
      queryKey: [name, options],
      queryFn: ({ signal }) => call(name, { ...options, signal } as CallOptions<Name>),
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
  return {
    data: data as CallAnswer<Name> | undefined,
    error: error ?? undefined,
    loading: isFetching,
    reload: useCallback(() => void refetch(), [refetch]),
  }
}

/** Reloads a call wherever screens show it. */
export function reloadCall(name: CallName): void {
  void queryClient.invalidateQueries({ queryKey: [name] })
}

/** Reloads every call that a screen shows. */
export function reloadCalls(): void {
  void queryClient.invalidateQueries()
}
