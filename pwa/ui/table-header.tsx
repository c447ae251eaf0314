/** A table's column headers; a sortable one is a button that announces its sort order. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { classNames } from './class-names.ts'
import { type Column, type TableOrder, tableRoles } from './table-shape.ts'

interface TableHeaderProps<Row> {
  columns: Column<Row>[]
  order: TableOrder | undefined
  onOrder: ((order: TableOrder) => void) | undefined
}

export function TableHeader<Row>({ columns, order, onOrder }: TableHeaderProps<Row>) {
  return (
    <thead
      {...tableRoles.group}
      className="sticky top-(--bar-height) z-10 hidden bg-surface @2xl:table-header-group"
    >
      <tr {...tableRoles.row}>
        {columns.map((column) => (
          <th
            key={column.name}
            {...tableRoles.header}
            scope="col"
            aria-sort={sortOf(column, order)}
            className={classNames(
              // A border doesn't stick with its cell; a shadow does.
              'h-10 whitespace-nowrap px-3 font-medium text-ink-soft text-xs shadow-[inset_0_-1px_0_var(--line)] forced-colors:border-b first:pl-5 last:pr-5',
              column.numeric || column.actions ? 'text-right' : 'text-left',
              column.actions && 'print:hidden',
            )}
          >
            {column.sortable && onOrder ? (
              <SortButton column={column} order={order} onOrder={onOrder} />
            ) : (
              column.name
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface SortButtonProps<Row> {
  column: Column<Row>
  order: TableOrder | undefined
  onOrder: (order: TableOrder) => void
}

/** First press: numbers from the largest, words from A. Second press: reversed. */
function SortButton<Row>({ column, order, onOrder }: SortButtonProps<Row>) {
  const isSorted = order?.by === column.name
  const descending = isSorted ? !order.descending : column.numeric === true
  return (
    <TableOrderButton
      label={column.name}
      order={isSorted ? (order.descending ? 'descending' : 'ascending') : null}
      onPress={() => onOrder({ by: column.name, descending })}
    />
  )
}

interface TableOrderButtonProps {
  label: string
  order: 'ascending' | 'descending' | null
  onPress: () => void
}

/** The header of a sortable column. */
export function TableOrderButton({ label, order, onPress }: TableOrderButtonProps) {
  const Icon = !order ? ChevronsUpDown : order === 'descending' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={onPress}
      className={classNames(
        'group -mx-2 inline-flex h-8 items-center gap-1 rounded-sm px-2 hover:text-ink',
        order && 'text-ink',
      )}
    >
      <span>{label}</span>
      <Icon
        size={14}
        aria-hidden="true"
        className={order ? '' : 'opacity-50 group-hover:opacity-100 print:hidden'}
      />
    </button>
  )
}

function sortOf<Row>(column: Column<Row>, order: TableOrder | undefined) {
  if (!column.sortable) return undefined
  if (order?.by !== column.name) return 'none'
  return order.descending ? 'descending' : 'ascending'
}
