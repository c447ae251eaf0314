/**
 * The dashboard's Customers tab: search, filter, order and export. The address holds the filters.
 */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useCallback, useDeferredValue, useState } from 'react'
import { call } from '#pwa/api/call.ts'
import { writeCustomerFile } from '#pwa/loyalty/customer-file.ts'
import { useCustomerIds } from '#pwa/loyalty/customer-list.ts'
import type { CustomerGroup, CustomerSort } from '#pwa/loyalty/customer-order.ts'
import { viewOf } from '#pwa/loyalty/loyalty-view.ts'
import { useSyncStatus } from '#pwa/loyalty/sync-status.ts'
import { useDevice } from '#pwa/loyalty/use-live.ts'
import { useAddressWords } from '#pwa/routes/forms/address-words.ts'
import type { DashboardSearch } from '#pwa/routes/frame/dashboard-search.ts'
import { FoundOnServer, isWorthAsking } from '#pwa/routes/member/found-on-server.tsx'
import { businessTexts } from '#pwa/texts/business.ts'
import { isoDay } from '#pwa/texts/format.ts'
import { Card } from '#pwa/ui/card.tsx'
import { saveFile } from '#pwa/ui/save-file.ts'
import { SearchInput } from '#pwa/ui/search-input.tsx'
import { showToast } from '#pwa/ui/toast-store.ts'
import type { Features } from '#schema/contract/business.ts'
import { mayDo } from '#schema/contract/permission.ts'
import { CustomerList } from './list.tsx'
import { CustomerTools, FoldedActs } from './tools.tsx'

interface OwnCustomersProps {
  /** Absent until the business's row has arrived. */
  features: Features | undefined
  businessId: string
  user: Parameters<typeof mayDo>[0]
  /** Shown if the business has no customers. */
  action: ReactNode
}

export function OwnCustomers({ businessId, user, features, action }: OwnCustomersProps) {
  const navigate = useNavigate()
  const search: DashboardSearch = useSearch({ strict: false })
  const { whole } = useSyncStatus()
  const group = search.show ?? 'all'
  const sort = search.sort ?? '-joined'
  const change = useCallback(
    (next: { [Name in keyof DashboardSearch]: DashboardSearch[Name] | undefined }) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, ...next }),
        replace: next.customer === undefined,
        resetScroll: false,
      }),
    [navigate],
  )
  const [query, setQuery] = useAddressWords()
  const words = useDeferredValue(query)
  const list = useCustomerIds({ query: words, group, sort })
  const isUnknown = list.loading || (!whole && !words && group === 'all')
  const mayImport = mayDo(user, 'customer.import') && (features?.loyalty ?? true)
  const open = useCallback((customer: string) => change({ customer }), [change])
  const [exportAs, isExporting] = useExport(businessId, list.ids)
  const tools = {
    group,
    onGroup: (next: CustomerGroup) => change({ show: next === 'all' ? undefined : next }),
    sort,
    onSort: (next: CustomerSort) => change({ sort: next }),
    count: list.ids.length,
    isUnknown,
    isPartial: list.loading || !whole,
    onExport: mayDo(user, 'customer.seeContact') ? exportAs : null,
    isExporting,
    mayImport,
  }

  return (
    <Card flush>
      <div className="flex flex-wrap items-center gap-3 p-4">
        <div className="flex w-full flex-wrap items-center gap-2 md:max-w-md">
          {/* With large text, it takes a line of its own. */}
          <div className="min-w-0 grow basis-52">
            <SearchInput label={businessTexts.searchCustomers} value={query} onValue={setQuery} />
          </div>
          <FoldedActs {...tools} />
        </div>
        <CustomerTools {...tools} />
      </div>
      <CustomerList
        list={list}
        isUnknown={isUnknown}
        query={words}
        group={group}
        onShowAll={() => {
          setQuery('')
          change({ show: undefined, q: undefined })
        }}
        sort={sort}
        onSort={(next) => change({ sort: next })}
        onOpen={open}
        action={action}
      />
      {isWorthAsking(words.trim(), list.ids.length, list.total) && (
        <FoundOnServer businessId={businessId} words={words.trim()} onOpen={({ id }) => open(id)} />
      )}
    </Card>
  )
}

function useExport(businessId: string, ids: readonly string[]): [() => void, boolean] {
  const device = useDevice()
  const [busy, setBusy] = useState(false)
  async function save() {
    if (!device || busy) return
    setBusy(true)
    const params = { businessId }
    const known = await call('business.customerConsents', { params }).catch(() => null)
    setBusy(false)
    const { text, count } = writeCustomerFile(viewOf(device), ids, known)
    const file = new Blob([text], { type: 'text/csv;charset=utf-8' })
    saveFile(`customers-${isoDay(new Date())}.csv`, file)
    showToast({
      title: businessTexts.exportedCustomers(count),
      ...(known === null && { description: businessTexts.exportedWithoutServer }),
    })
  }
  return [() => void save(), busy]
}
