/**
 * The customers of the user's own business: searched, filtered and sorted on this device, rendered
 * only where visible, exported as CSV. The address holds the filters.
 */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { Download, Users } from 'lucide-react'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { type CustomerIds, useShownCustomer } from '#pwa/loyalty/customer-list.ts'
import {
  type CustomerGroup,
  type CustomerSort,
  customerGroups,
  customerSorts,
} from '#pwa/loyalty/customer-order.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { formatDay, formatMoney, formatNumber } from '#pwa/texts/format.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Select } from '#pwa/ui/input.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { SyncLine } from '#pwa/ui/sync-badge.tsx'
import { TableOrderButton } from '#pwa/ui/table-header.tsx'
import { tableRoles } from '#pwa/ui/table-roles.ts'
import { usePrinted } from '#pwa/ui/use-printed.ts'
import { limits } from '#schema/contract/limits.ts'

/** Row heights: `wide` with columns (@2xl), `narrow` on phones. */
const rowRem = { wide: 3, narrow: 4 }
const columnsFromRem = 42
const rowsBeyond = 12
/** Printing renders all rows at once; for more, people should export a file. */
const printedRowsMost = 500
const rowLook =
  'grid min-h-16 cursor-pointer @3xs:grid-cols-[minmax(0,1fr)_auto] grid-cols-1 items-center gap-x-3 border-line border-b px-5 py-2 hover:bg-sunken/50 @2xl:min-h-12 @2xl:gap-x-0 @2xl:px-0 @2xl:py-1'
const cells = 'min-w-0 @2xl:px-3 @2xl:first:pl-5 @2xl:last:pr-5'
const columns =
  '@2xl:grid-cols-[minmax(0,1fr)_7rem_8rem_9rem] print:@2xl:grid-cols-[minmax(0,1fr)_4.5rem_6rem_8.5rem]'

interface CustomerListProps {
  list: CustomerIds
  /** The first sync is not complete, so an empty list doesn't mean that there are no customers. */
  isUnknown: boolean
  query: string
  group: CustomerGroup
  onShowAll: () => void
  sort: CustomerSort
  onSort: (sort: CustomerSort) => void
  onOpen: (memberId: string) => void
  /** Shown if the business has no customers. */
  action: ReactNode
}

export function CustomerList(props: CustomerListProps) {
  const { list, isUnknown, sort, onSort, onOpen } = props
  const { ids } = list
  const isPrinted = usePrinted()
  if (ids.length === 0 && isUnknown) return <LoadingCustomers />
  if (ids.length === 0) return <NoCustomers {...props} />
  const by = sort.replace('-', '')
  const heads = [
    { name: 'name', label: businessTexts.customer },
    { name: 'points', label: businessTexts.points, numeric: true },
    { name: 'spent', label: businessTexts.totalSpent, numeric: true },
    { name: 'joined', label: businessTexts.joined },
  ]
  return (
    <div
      {...{
        ...tableRoles.table,
        'aria-label': businessTexts.customers,
        'aria-rowcount': ids.length + 1,
      }}
      className="@container text-sm"
    >
      <div
        {...tableRoles.group}
        className="sticky top-(--bar-height) z-10 hidden bg-surface @2xl:block"
      >
        <div
          {...tableRoles.row}
          className={`grid h-10 items-center shadow-[inset_0_-1px_0_var(--line)] ${columns}`}
        >
          {heads.map(({ name, label, numeric }) => (
            <div
              key={name}
              {...{ ...tableRoles.header, 'aria-sort': sortOf(name, sort) }}
              className={`${cells} font-medium text-ink-soft text-xs ${numeric ? 'text-right' : ''}`}
            >
              <TableOrderButton
                label={label}
                order={by === name ? (sort.startsWith('-') ? 'descending' : 'ascending') : null}
                onPress={() => onSort(nextSort(name, sort))}
              />
            </div>
          ))}
        </div>
      </div>
      {isPrinted ? <PrintedRows ids={ids} /> : <Rows ids={ids} onOpen={onOpen} />}
    </div>
  )
}

function sortOf(name: string, sort: CustomerSort) {
  if (sort.replace('-', '') !== name) return 'none'
  return sort.startsWith('-') ? 'descending' : 'ascending'
}

/** First press: names from A, other columns from the largest. Second press: reversed. */
function nextSort(name: string, sort: CustomerSort): CustomerSort {
  const first = name === 'name' ? name : `-${name}`
  const next = sort === first ? (name === 'name' ? `-${name}` : name) : first
  return next as CustomerSort
}

function Rows({ ids, onOpen }: { ids: readonly string[]; onOpen: (memberId: string) => void }) {
  const place = useRef<HTMLDivElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  const [rowPx, setRowPx] = useState(rowRem.wide * 16)
  useEffect(() => {
    const list = place.current
    if (!list) return
    const look = new ResizeObserver(() => {
      const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const isWide = list.clientWidth >= columnsFromRem * remPx
      setRowPx((isWide ? rowRem.wide : rowRem.narrow) * remPx)
    })
    look.observe(list)
    return () => look.disconnect()
  }, [])
  // Banners and the first sync's progress change the height of the content above.
  useEffect(() => {
    const top = (place.current?.getBoundingClientRect().top ?? 0) + window.scrollY
    if (Math.abs(top - scrollMargin) > 1) setScrollMargin(top)
  })
  const virtual = useWindowVirtualizer({
    count: ids.length,
    estimateSize: () => rowPx,
    overscan: rowsBeyond,
    scrollMargin,
    getItemKey: (at) => ids[at] ?? at,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the measured heights depend on it
  useEffect(() => virtual.measure(), [rowPx])
  return (
    <div
      {...tableRoles.group}
      ref={place}
      className="relative border-line border-t @2xl:border-t-0"
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          {...{ ...tableRoles.row, 'aria-rowindex': index + 2 }}
          ref={virtual.measureElement}
          data-index={index}
          style={{ transform: `translateY(${start - scrollMargin}px)` }}
          className={`absolute inset-x-0 top-0 ${rowLook} ${columns}`}
        >
          <CustomerRow id={ids[index] ?? ''} onOpen={onOpen} />
        </div>
      ))}
    </div>
  )
}

function PrintedRows({ ids }: { ids: readonly string[] }) {
  return (
    <>
      <div {...tableRoles.group} className="border-line border-t @2xl:border-t-0">
        {ids.slice(0, printedRowsMost).map((id, index) => (
          <div
            key={id}
            {...{ ...tableRoles.row, 'aria-rowindex': index + 2 }}
            className={`relative ${rowLook} ${columns}`}
          >
            <CustomerRow id={id} onOpen={() => undefined} />
          </div>
        ))}
      </div>
      {ids.length > printedRowsMost && (
        <p className="px-5 py-3">
          {businessTexts.printedOf(formatNumber(printedRowsMost), formatNumber(ids.length))}
        </p>
      )}
    </>
  )
}

const CustomerRow = memo(function CustomerRow({
  id,
  onOpen,
}: {
  id: string
  onOpen: (memberId: string) => void
}) {
  const customer = useShownCustomer(id)
  if (!customer) return null
  const name = `${customer.firstName} ${customer.lastName}`
  return (
    <>
      <div {...tableRoles.cell} className={cells}>
        <button
          type="button"
          onClick={() => onOpen(customer.id)}
          // Its press area covers the whole row.
          className="flex w-full min-w-0 items-center gap-3 rounded-sm text-left after:absolute after:inset-0"
        >
          <span className="hidden @3xs:contents print:hidden!">
            <Avatar name={name} />
          </span>
          <span className="min-w-0 flex-1 @2xl:grid @2xl:grid-cols-2 @2xl:items-center @2xl:gap-x-3">
            <bdi
              translate="no"
              title={name}
              className="wrap-anywhere line-clamp-2 font-medium @2xl:line-clamp-1 @2xl:break-all"
            >
              {name}
            </bdi>
            <SyncLine state={customer.sync}>
              <span title={customer.email} className="min-w-0 truncate text-ink-faint">
                {customer.email}
              </span>
            </SyncLine>
          </span>
        </button>
      </div>
      <div {...tableRoles.cell} className={`${cells} @3xs:text-right tabular-nums`}>
        <span translate="no">{formatNumber(customer.points)}</span>
        <span className="ml-1 text-ink-faint text-xs @2xl:hidden">{businessTexts.points}</span>
      </div>
      <div
        translate="no"
        {...tableRoles.cell}
        className={`${cells} hidden text-right tabular-nums @2xl:block`}
      >
        {formatMoney(customer.totalSpent)}
      </div>
      <div {...tableRoles.cell} className={`${cells} hidden @2xl:block`}>
        {formatDay(customer.createdAt)}
      </div>
    </>
  )
})

/**
 * The empty state for a business without customers, an empty group, or a search without matches.
 */
function NoCustomers({ query, group, onShowAll, action }: CustomerListProps) {
  const isFiltered = group !== 'all'
  const sentence = query
    ? businessTexts.noMatch(query)
    : isFiltered
      ? businessTexts.nobodyIn(businessTexts.customerGroups[group])
      : businessTexts.noCustomers
  return (
    <EmptyState
      icon={<Users size={22} />}
      sentence={sentence}
      action={
        isFiltered ? (
          <Button look="secondary" onClick={onShowAll}>
            {businessTexts.showAllCustomers}
          </Button>
        ) : (
          !query && action
        )
      }
    />
  )
}

function LoadingCustomers() {
  return (
    <div aria-busy="true" className="@container divide-y divide-line border-line border-t">
      {[0, 1, 2, 3, 4].map((at) => (
        <div key={at} className="flex h-16 items-center gap-3 px-5 @2xl:h-12">
          <Skeleton className="size-9 rounded-full" />
          <Skeleton className="h-4 w-48" />
        </div>
      ))}
    </div>
  )
}

interface CustomerToolsProps {
  group: CustomerGroup
  onGroup: (group: CustomerGroup) => void
  sort: CustomerSort
  onSort: (sort: CustomerSort) => void
  count: number
  /** The counts are not known yet. */
  isUnknown: boolean
  /** The first sync isn't complete: an export would lack customers without showing it. */
  isPartial: boolean
  /** null if the user is staff, because staff may not export contact details. */
  onExport: (() => void) | null
  isExporting: boolean
}

export function CustomerTools(props: CustomerToolsProps) {
  const { group, onGroup, sort, onSort, count, isUnknown, isPartial } = props
  const { onExport, isExporting } = props
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        size="sm"
        aria-label={businessTexts.filterCustomers}
        value={group}
        onChange={({ target }) => onGroup(target.value as CustomerGroup)}
      >
        {customerGroups.map((name) => (
          <option key={name} value={name}>
            {businessTexts.customerGroups[name]}
          </option>
        ))}
      </Select>
      {/* For phones, where the list has no header to press. */}
      <span className="md:hidden">
        <Select
          size="sm"
          aria-label={businessTexts.sortCustomers}
          value={sort}
          onChange={({ target }) => onSort(target.value as CustomerSort)}
        >
          {customerSorts.map((name) => (
            <option key={name} value={name}>
              {businessTexts.customerSorts[name]}
            </option>
          ))}
        </Select>
      </span>
      {onExport && (
        <Button
          look="secondary"
          busy={isExporting}
          disabled={count === 0 || isPartial}
          onClick={onExport}
        >
          <Download size={17} aria-hidden="true" />
          {businessTexts.exportCustomers}
        </Button>
      )}
      <p role="status" className="text-ink-soft text-sm tabular-nums">
        {!(isUnknown && count === 0) && shownCount(count, isPartial && onExport !== null)}
      </p>
    </div>
  )
}

function shownCount(count: number, isAwaited: boolean): string {
  if (isAwaited) return businessTexts.customersSoFar(count)
  if (count < limits.deviceCustomers) return businessTexts.customersShown(count)
  return businessTexts.onlyNewest(formatNumber(limits.deviceCustomers))
}
