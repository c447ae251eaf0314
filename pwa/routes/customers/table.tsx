/**
 * A business's customers for a super admin, from the server: name with email, points, spent,
 * joined.
 */

import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { businessTexts } from '#pwa/texts/business.ts'
import { formatDay, formatMoney, formatNumber } from '#pwa/texts/format.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { EmptyState } from '#pwa/ui/empty-state.tsx'
import { RowName } from '#pwa/ui/row-name.tsx'
import { Table } from '#pwa/ui/table.tsx'
import type { Column } from '#pwa/ui/table-shape.ts'
import type { Customer } from '#schema/contract/customer.ts'

interface CustomersTableProps {
  customers: Customer[] | undefined
  query: string
  action?: ReactNode
}

export function CustomersTable({ customers, query, action }: CustomersTableProps) {
  const columns: Column<Customer>[] = [
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

function CustomerName({ customer }: { customer: Customer }) {
  const name = `${customer.firstName} ${customer.lastName}`
  return (
    <RowName lead={<Avatar name={name} />} name={name} detail={customer.email || customer.phone} />
  )
}
