/**
 * Searches businesses on the server while the person types, and reports whether the results are
 * current enough to choose from.
 */
import { type CallState, useCall } from '#pwa/api/use-call.ts'
import { usePaused } from '#pwa/routes/forms/use-paused.ts'

interface BusinessSearch extends CallState<'admin.businesses'> {
  /** The results answer an earlier text: Enter must not choose from them. */
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
