/**
 * A table with a sticky header; numbers stand right, in figures of one width. Where it is narrow
 * each row is a card, its cells under their column's name.
 */
import type { ReactNode } from 'react'
import { TableHeader } from './table-header.tsx'
import { tableRoles } from './table-roles.ts'
import { LoadingRows, TableRow } from './table-row.tsx'

export interface Column<Row> {
  name: string
  cell: (row: Row) => ReactNode
  numeric?: boolean
  /**
   * The cell that names the row: first on a phone, without its column's name. A wide one takes all
   * that the other columns leave, which then are as narrow as their text allows.
   */
  main?: boolean | 'wide'
  /** Somebody's own words, however long: they break anywhere and never push other columns out. */
  words?: boolean
  /** Buttons and links: right, and on a phone in a line of their own; one menu beside the name. */
  actions?: boolean | 'menu'
  /** Makes the header a button; the caller sorts. */
  sortable?: boolean
}

export interface TableOrder {
  /** The column's name. */
  by: string
  descending: boolean
}

interface TableProps<Row> {
  /** What the table is, for those who cannot see it. */
  caption: string
  columns: Column<Row>[]
  /** undefined while loading */
  rows: Row[] | undefined
  keyOf: (row: Row) => string
  empty: ReactNode
  /** A press anywhere on a row; the main cell becomes a button for the keyboard. */
  onRow?: (row: Row) => void
  /** Rows for which a press would do nothing are no buttons. */
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
