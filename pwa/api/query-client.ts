/**
 * The query cache of the app's direct calls: no retry, no refetch on focus, no polling
 * (docs/specification.md, "Data loading"). An answer is dropped with the last screen that shows it,
 * so that one account's data never reaches the next; `use-cached-call` keeps answers for offline use.
 */
import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: 0,
      gcTime: 0,
      // Every answer counts as new, even an equal one: `use-cached-call` stores when it arrived.
      structuralSharing: false,
      // `navigator.onLine` is only a hint: try every read.
      networkMode: 'always',
    },
  },
})
