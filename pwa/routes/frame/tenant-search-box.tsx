/** Searches businesses while the person types; on a screen without the list, it opens the list. */

import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { platformTexts } from '#pwa/texts/platform.ts'
import { SearchInput } from '#pwa/ui/search-input.tsx'
import { useTenantSearch } from './tenant-list.ts'
import { placeOf } from './tenant-search.ts'

const tenants = '/super-admin-dashboard/tenants'
/** Longer than the gap between two letters, too short to notice. */
const pauseMs = 150

export function TenantSearchBox() {
  const [{ q = '' }, change] = useTenantSearch()
  const { pathname } = useLocation()
  const hasList = pathname.replace(/\/$/, '') === tenants
  const navigate = useNavigate()
  const [words, setWords] = useState(q)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // Links and the browser's Back also change the address.
  useEffect(() => setWords(q), [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  function type(typed: string) {
    setWords(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (hasList) change(({ q: _, ...rest }) => (typed.trim() ? { ...rest, q: typed } : rest))
      else if (typed.trim()) void navigate({ to: tenants, ...placeOf({ q: typed }) })
    }, pauseMs)
  }
  return <SearchInput label={platformTexts.searchBusinesses} value={words} onValue={type} />
}
