/**
 * The customers of the user's own business, searched, filtered and sorted on this device. The
 * address holds the filters.
 */
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CustomerIds } from '#pwa/loyalty/customer-list.ts'
import {
  type CustomerColumn,
  type CustomerGroup,
  type CustomerSort,
  nextSort,
  orderOf,
} from '#pwa/loyalty/customer-order.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { Button } from '#pwa/ui/button.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { Skeleton } from '#pwa/ui/skeleton.tsx'
import { TableOrderButton } from '#pwa/ui/table-header.tsx'
import { tableRoles } from '#pwa/ui/table-shape.ts'
import { usePrinted } from '#pwa/ui/use-printed.ts'
import { cells, columns, PrintedRows, Rows } from './list-rows.tsx'

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
  const heads: { name: CustomerColumn; label: string; numeric?: boolean }[] = [
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
              {...{ ...tableRoles.header, 'aria-sort': orderOf(name, sort) ?? 'none' }}
              className={`${cells} font-medium text-ink-soft text-xs ${numeric ? 'text-right' : ''}`}
            >
              <TableOrderButton
                label={label}
                order={orderOf(name, sort)}
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
