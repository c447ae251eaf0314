/**
 * A table with a sticky header; numbers are right-aligned in tabular figures. Where it is narrow,
 * each row is a card with labeled cells.
 */
import type { ReactNode } from 'react'
import { TableHeader } from './table-header.tsx'
import { LoadingRows, TableRow } from './table-row.tsx'
import { type Column, type TableOrder, tableRoles } from './table-shape.ts'

interface TableProps<Row> {
  /** The table's accessible name. */
  caption: string
  columns: Column<Row>[]
  /** undefined while loading */
  rows: Row[] | undefined
  keyOf: (row: Row) => string
  empty: ReactNode
  /** Called for a press anywhere on a row; for the keyboard, the main cell becomes a button. */
  onRow?: (row: Row) => void
  /** Rows for which this is false are not pressable. */
  opens?: (row: Row) => boolean
  order?: TableOrder | undefined
  onOrder?: (order: TableOrder) => void
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, empty, onRow, opens, order, onOrder } = props
  if (rows?.length === 0) return <>{empty}</>
  return (
    <div className="@container">
      <table {...tableRoles.table} className="block w-full text-sm @2xl:table">
        <caption className="sr-only">{caption}</caption>
        <TableHeader columns={columns} order={order} onOrder={onOrder} />
        <tbody
          {...tableRoles.group}
          aria-busy={rows === undefined}
          className="-mt-px block divide-y divide-line border-line border-t @2xl:table-row-group @2xl:border-t-0"
        >
          {rows === undefined ? (
            <LoadingRows columns={columns} />
          ) : (
            rows.map((row) => (
              <TableRow
                key={keyOf(row)}
                row={row}
                columns={columns}
                onRow={opens?.(row) === false ? undefined : onRow}
              />
            ))
          )}
        </tbody>
      </table>
    </div>
  )
}
