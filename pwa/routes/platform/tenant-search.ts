/** What of the businesses is shown, as it stands in the address: words, status, type and plan. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type * as z from 'zod/mini'
import { type PagesState, usePages } from '#pwa/api/use-pages.ts'
import { type Business, businessStatus, businessType, plan } from '#schema/contract/business.ts'

export interface TenantSearch {
  q?: string
  status?: z.infer<typeof businessStatus>
  type?: z.infer<typeof businessType>
  plan?: z.infer<typeof plan>
}

let latest: TenantSearch = {}

/** What was last searched and filtered: the way back from a business leads to it again. */
export function latestTenantSearch(): TenantSearch {
  return latest
}

/** Whatever an address says, only what can be asked for is asked for. */
export function readTenantSearch(search: Record<string, unknown>): TenantSearch {
  const q = search.q === undefined ? '' : String(search.q).slice(0, 100)
  const status = businessStatus.safeParse(search.status).data
  const type = businessType.safeParse(search.type).data
  const chosenPlan = plan.safeParse(search.plan).data
  return {
    ...(q.trim() && { q }),
    ...(status && { status }),
    ...(type && { type }),
    ...(chosenPlan && { plan: chosenPlan }),
  }
}

/** The same in the words of the call. */
export function queryOf({ q, status, type, plan }: TenantSearch) {
  return { q: q?.trim(), status, plan, businessType: type }
}

type ChangeSearch = (change: (before: TenantSearch) => TenantSearch) => void

/** What is typed or chosen takes the place of the address before: Back leaves the list. */
export function useTenantSearch(): [TenantSearch, ChangeSearch] {
  const navigate = useNavigate()
  const search = readTenantSearch(useSearch({ strict: false }))
  useEffect(() => {
    latest = search
  })
  const change = useCallback<ChangeSearch>(
    (by) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => by(readTenantSearch(before)),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return [search, change]
}

/** The businesses that the address asks for. */
export function useTenantPages(): PagesState<Business> {
  const [search] = useTenantSearch()
  return usePages('admin.businesses', { query: queryOf(search) })
}
