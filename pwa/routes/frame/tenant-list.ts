/** Reads the list of businesses that the address asks for, and changes the address. */
import { type ParsedLocation, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { type CachedPagesState, useCachedPages } from '#pwa/session/use-cached-call.ts'
import type { Business } from '#schema/contract/business.ts'
import { filterOf, placeOf, readTenantSearch, type TenantSearch } from './tenant-search.ts'

const lists = ['/super-admin-dashboard', '/super-admin-dashboard/tenants'] as const

export interface TenantList {
  to: (typeof lists)[number]
  search: TenantSearch
}

let latest: TenantList | undefined

/**
 * The list of businesses as last viewed, so that a business's page can link back to it. Stored in
 * the history entry, so that it survives a reload.
 */
export function useLatestTenantList(): TenantList {
  const navigate = useNavigate()
  const kept = useLocation({ select: ({ state }) => state.tenantList })
  useEffect(() => {
    if (kept) latest ??= readTenantList(kept)
    else if (latest)
      void navigate({
        to: '.',
        search: true,
        hash: true,
        state: (before) => ({ ...before, tenantList: latest }),
        replace: true,
        resetScroll: false,
      })
  }, [navigate, kept])
  return readTenantList(kept) ?? latest ?? { to: lists[0], search: {} }
}

/** Validates it, because an earlier version of the app may have stored it. */
function readTenantList(kept: TenantList | undefined): TenantList | undefined {
  const to = lists.find((list) => list === kept?.to)
  return to && { to, search: readTenantSearch({ ...kept?.search }) }
}

type ChangeSearch = (change: (before: TenantSearch) => TenantSearch) => void

/** A change replaces the history entry, so that Back leaves the list. */
export function useTenantSearch(): [TenantSearch, ChangeSearch] {
  const router = useRouter()
  const search = useLocation({ select: readEntry, structuralSharing: true })
  const change = useCallback<ChangeSearch>(
    (by) =>
      void router.navigate({
        to: '.',
        ...placeOf(by(readEntry(router.latestLocation))),
        replace: true,
        resetScroll: false,
      }),
    [router],
  )
  return [search, change]
}

function readEntry({ search, state }: Pick<ParsedLocation, 'search' | 'state'>): TenantSearch {
  return readTenantSearch(state.contact ? { ...search, q: state.contact } : { ...search })
}

/** The businesses that the address asks for. */
export function useTenantPages(): CachedPagesState<Business> {
  const [search] = useTenantSearch()
  const { pathname } = useLocation()
  useEffect(() => {
    // While navigating away, the list already sees the next screen's address.
    const to = lists.find((list) => list === pathname.replace(/\/$/, ''))
    if (to) latest = { to, search }
  })
  return useCachedPages('admin.businesses', { query: { ...filterOf(search), sort: search.sort } })
}
