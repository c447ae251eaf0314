/**
 * The search of the list of businesses: words, filters and order. The address holds it, except for
 * words that may be a person's email or phone number: those are in the history entry.
 */
import type { HistoryState } from '@tanstack/react-router'
import type * as z from 'zod/mini'
import { isContact, readWords, type WordsSearch } from '#pwa/routes/forms/address-words.ts'
import { businessStatus, plan } from '#schema/contract/business.ts'
import { businessType } from '#schema/contract/public-business.ts'
import { type TenantSort, tenantSort } from '#schema/contract/tenant.ts'

export interface TenantSearch extends WordsSearch {
  status?: z.infer<typeof businessStatus>
  type?: z.infer<typeof businessType>
  plan?: z.infer<typeof plan>
  sort?: TenantSort
}

/** Ignores values that the list doesn't have. */
export function readTenantSearch(search: Record<string, unknown>): TenantSearch {
  const { q } = readWords(search)
  const status = businessStatus.safeParse(search.status).data
  const type = businessType.safeParse(search.type).data
  const chosenPlan = plan.safeParse(search.plan).data
  const sort = tenantSort.safeParse(search.sort).data
  return {
    ...(q && { q }),
    ...(status && { status }),
    ...(type && { type }),
    ...(chosenPlan && { plan: chosenPlan }),
    ...(sort && { sort }),
  }
}

/** Splits a search between the address and the history entry. */
export function placeOf(search: TenantSearch): { search: TenantSearch; state: HistoryState } {
  const { q, ...others } = search
  if (q === undefined || !isContact(q)) return { search, state: {} }
  return { search: others, state: { contact: q } }
}

/** The same filter as the call's query. */
export function filterOf({ q, status, type, plan }: TenantSearch) {
  return { q: q?.trim(), status, plan, businessType: type }
}
