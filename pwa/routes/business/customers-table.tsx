/** The business's customers: name with e-mail, points, spent, joined (spec.md §2). */
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { formatDay, formatMoney, formatNumber } from '#pwa/ui/format.ts'
import { SyncBadge, type SyncState } from '#pwa/ui/sync-badge.tsx'
import { type Column, Table } from '#pwa/ui/table.tsx'
import type { Customer } from '#schema/contract/customer.ts'

/** A customer with where she stands on her way to the server; 'saved' when nothing is on its way. */
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
      name: 'Customer',
      main: true,
      cell: (customer) => <CustomerName customer={customer} />,
    },
    { name: 'Points', numeric: true, cell: (customer) => formatNumber(customer.points) },
    { name: 'Total Spent', numeric: true, cell: (customer) => formatMoney(customer.totalSpent) },
    { name: 'Joined', cell: (customer) => formatDay(customer.createdAt) },
  ]
  return (
    <Table
      caption="Customers"
      columns={columns}
      rows={customers}
      keyOf={(customer) => customer.id}
      {...(onOpen && { onRow: onOpen })}
      empty={
        <EmptyState
          icon={<Users size={22} />}
          sentence={
            query
              ? `Nobody matches “${query}”. Search by name, email or phone.`
              : 'No customers yet. Show your QR code at the counter, and the first one joins in a minute.'
          }
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
          <bdi className="truncate font-medium">{name}</bdi>
          {customer.sync && customer.sync !== 'saved' && <SyncBadge state={customer.sync} />}
        </div>
        <p className="truncate text-ink-faint text-sm">{customer.email}</p>
      </div>
    </div>
  )
}
