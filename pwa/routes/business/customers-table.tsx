/** The business's customers: name with e-mail, points, spent, joined (docs/product.md). */

import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { businessTexts } from '#pwa/texts/business.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatDay, formatMoney, formatNumber } from '#pwa/ui/format.ts'
import { SyncBadge, type SyncState } from '#pwa/ui/sync-badge.tsx'
import { type Column, Table } from '#pwa/ui/table.tsx'
import type { Customer } from '#schema/contract/customer.ts'

/** A customer and how far their changes are on the way to the server; 'saved' when none is. */
export type ShownCustomer = Customer & { sync?: SyncState | null }

interface CustomersTableProps {
  customers: ShownCustomer[] | undefined
  query: string
  onOpen?: (customer: ShownCustomer) => void
  action?: ReactNode
}

export function CustomersTable({ customers, query, onOpen, action }: CustomersTableProps) {
  const columns: Column<ShownCustomer>[] = [
    {
      name: businessTexts.customer,
      main: true,
      cell: (customer) => <CustomerName customer={customer} />,
    },
    {
      name: businessTexts.points,
      numeric: true,
      cell: (customer) => formatNumber(customer.points),
    },
    {
      name: businessTexts.totalSpent,
      numeric: true,
      cell: (customer) => formatMoney(customer.totalSpent),
    },
    { name: businessTexts.joined, cell: (customer) => formatDay(customer.createdAt) },
  ]
  return (
    <Table
      caption={businessTexts.customers}
      columns={columns}
      rows={customers}
      keyOf={(customer) => customer.id}
      {...(onOpen && { onRow: onOpen })}
      empty={
        <EmptyState
          icon={<Users size={22} />}
          sentence={query ? businessTexts.noMatch(query) : businessTexts.noCustomers}
          action={query ? undefined : action}
        />
      }
    />
  )
}

function CustomerName({ customer }: { customer: ShownCustomer }) {
  const name = `${customer.firstName} ${customer.lastName}`
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar name={name} />
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <bdi className="wrap-anywhere line-clamp-2 font-medium">{name}</bdi>
          {customer.sync && customer.sync !== 'saved' && <SyncBadge state={customer.sync} />}
        </div>
        <p className="truncate text-ink-faint text-sm">{customer.email}</p>
      </div>
    </div>
  )
}
