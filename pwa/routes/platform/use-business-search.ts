/** Businesses that the server finds as one types: the one place that says which of them may be chosen. */
import { type CallState, useCall } from '#pwa/api/use-call.ts'
import { usePaused } from '#pwa/routes/use-paused.ts'

interface BusinessSearch extends CallState<'admin.businesses'> {
  /** What is listed answers what was typed before: Enter must not choose of that. */
  isOutdated: boolean
}

export function useBusinessSearch(
  words: string,
  query: Record<string, string | number | undefined>,
): BusinessSearch {
  const q = usePaused(words)
  const state = useCall('admin.businesses', { query: { ...query, q } })
  return { ...state, isOutdated: state.loading || q !== words }
}
