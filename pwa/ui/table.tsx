/**
 * A table with a sticky header; numbers stand right, in figures of one width. On a phone each row
 * is a card, its cells under their column's name.
 */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'

export interface Column<Row> {
  name: string
  cell: (row: Row) => ReactNode
  numeric?: boolean
  /** The cell that names the row: first on a phone, without its column's name. */
  main?: boolean
}

interface TableProps<Row> {
  /** What the table is, for those who cannot see it. */
  caption: string
  columns: Column<Row>[]
  /** undefined while loading */
  rows: Row[] | undefined
  keyOf: (row: Row) => string
  empty: ReactNode
  onRow?: (row: Row) => void
}

export function Table<Row>({ caption, columns, rows, keyOf, empty, onRow }: TableProps<Row>) {
  if (rows?.length === 0) return <>{empty}</>
  return (
    <table className="block w-full text-sm md:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="sticky top-0 z-10 hidden border-line border-y bg-sunken md:table-header-group">
        <tr>
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              className={classNames(
                'px-5 py-2.5 font-medium text-ink-soft text-xs',
                column.numeric ? 'text-right' : 'text-left',
              )}
            >
              {column.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y divide-line md:table-row-group">
        {rows === undefined
          ? [0, 1, 2, 3, 4].map((place) => <LoadingRow key={place} columns={columns} />)
          : rows.map((row) => (
              <tr
                key={keyOf(row)}
                onClick={onRow && (() => onRow(row))}
                className={classNames(
                  'grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 px-5 py-3.5 md:table-row md:p-0',
                  onRow && 'cursor-pointer hover:bg-sunken/60',
                )}
              >
                {columns.map((column) => (
                  <td
                    key={column.name}
                    className={classNames(
                      'min-w-0 align-middle md:table-cell md:px-5 md:py-3',
                      column.main && 'col-span-2',
                      column.numeric && 'tabular-nums md:text-right',
                      !column.main && 'flex items-center gap-2 text-ink-soft md:text-ink',
                    )}
                  >
                    {!column.main && (
                      <span className="text-ink-faint text-xs md:hidden">{column.name}</span>
                    )}
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  )
}

function LoadingRow<Row>({ columns }: { columns: Column<Row>[] }) {
  return (
    <tr className="grid grid-cols-2 gap-2 px-5 py-3.5 md:table-row md:p-0">
      {columns.map((column) => (
        <td key={column.name} className="md:px-5 md:py-3.5">
          <Skeleton className={column.main ? 'h-5 w-40' : 'h-5 w-16'} />
        </td>
      ))}
    </tr>
  )
}
