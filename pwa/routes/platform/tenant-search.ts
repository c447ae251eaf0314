/** What of the businesses is shown, as it stands in the address: words, filters and the order. */
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type * as z from 'zod/mini'
import { type PagesState, usePages } from '#pwa/api/use-pages.ts'
import { type Business, businessStatus, businessType, plan } from '#schema/contract/business.ts'
import { type TenantSort, tenantSort } from '#schema/contract/tenant.ts'

export interface TenantSearch {
  q?: string
  status?: z.infer<typeof businessStatus>
  type?: z.infer<typeof businessType>
  plan?: z.infer<typeof plan>
  sort?: TenantSort
}

const overview = '/super-admin-dashboard'
const lists = [overview, `${overview}/tenants`]

let latest: { to: string; search: TenantSearch } = { to: overview, search: {} }

/** The list as it was last looked at: the way back from a business leads to it again. */
export function latestTenantList(): typeof latest {
  return latest
}

/** Whatever an address says, only what can be asked for is asked for. */
export function readTenantSearch(search: Record<string, unknown>): TenantSearch {
  const q = search.q === undefined ? '' : String(search.q).slice(0, 100)
  const status = businessStatus.safeParse(search.status).data
  const type = businessType.safeParse(search.type).data
  const chosenPlan = plan.safeParse(search.plan).data
  const sort = tenantSort.safeParse(search.sort).data
  return {
    ...(q.trim() && { q }),
    ...(status && { status }),
    ...(type && { type }),
    ...(chosenPlan && { plan: chosenPlan }),
    ...(sort && { sort }),
  }
}

/** The same in the words of the call. */
export function filterOf({ q, status, type, plan }: TenantSearch) {
  return { q: q?.trim(), status, plan, businessType: type }
}

type ChangeSearch = (change: (before: TenantSearch) => TenantSearch) => void

/** What is typed or chosen takes the place of the address before: Back leaves the list. */
export function useTenantSearch(): [TenantSearch, ChangeSearch] {
  const navigate = useNavigate()
  const search = readTenantSearch(useSearch({ strict: false }))
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
  const { pathname: to } = useLocation()
  useEffect(() => {
    // On the way out the list sees the next screen's address.
    if (lists.includes(to.replace(/\/$/, ''))) latest = { to, search }
  })
  return usePages('admin.businesses', { query: { ...filterOf(search), sort: search.sort } })
}
