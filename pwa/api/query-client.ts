/**
 * The server state of the app's direct calls. No retry, no refetch on focus, no polling
 * (docs/product.md). An answer is dropped with the last screen that shows it, so that nothing of one
 * account is left for the next; what may be seen again offline is kept by `use-seen-call`.
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
      // Every answer is news, equal or not: `use-seen-call` keeps when it came.
      structuralSharing: false,
      // `navigator.onLine` is a hint, never the truth: every read is tried.
      networkMode: 'always',
    },
  },
})
