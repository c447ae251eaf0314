/** One row of a table, or its placeholder while loading. */
import { classNames } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'
import { type Column, tableRoles } from './table-shape.ts'

const rowClass =
  'grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-x-3 gap-y-2 px-5 py-3 @2xl:table-row @2xl:p-0'
const loadingRows = [0, 1, 2, 3, 4]

interface TableRowProps<Row> {
  row: Row
  columns: Column<Row>[]
  onRow: ((row: Row) => void) | undefined
}

export function TableRow<Row>({ row, columns, onRow }: TableRowProps<Row>) {
  return (
    <tr
      {...tableRoles.row}
      className={classNames(
        rowClass,
        'relative transition-colors @2xl:hover:bg-sunken/50',
        onRow && 'cursor-pointer hover:bg-sunken/50',
      )}
    >
      {columns.map((column) => (
        <td key={column.name} {...tableRoles.cell} className={cellClass(column, columns)}>
          {!column.main && !column.actions && (
            <span className="mb-0.5 block text-ink-faint text-xs @2xl:hidden">{column.name}</span>
          )}
          {column.main && onRow ? (
            <button
              type="button"
              onClick={() => onRow(row)}
              // Its press area covers the whole row.
              className="w-full rounded-sm text-left after:absolute after:inset-0"
            >
              {column.cell(row)}
            </button>
          ) : (
            <CellContent column={column} row={row} />
          )}
        </td>
      ))}
    </tr>
  )
}

function CellContent<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  if (!column.actions) return <span className="contents">{column.cell(row)}</span>
  return (
    <div className="flex flex-wrap items-center gap-2 @2xl:justify-end @4xl:flex-nowrap">
      {column.cell(row)}
    </div>
  )
}

export function LoadingRows<Row>({ columns }: { columns: Column<Row>[] }) {
  return loadingRows.map((place) => (
    <tr key={place} {...tableRoles.row} className={rowClass}>
      {columns.map((column) => (
        <td key={column.name} {...tableRoles.cell} className={cellClass(column, columns)}>
          <LoadingCell column={column} />
        </td>
      ))}
    </tr>
  ))
}

/** The main cell has a name and a detail: two lines, or one in wide tables. */
function LoadingCell<Row>({ column }: { column: Column<Row> }) {
  if (column.main) {
    return (
      <div className="@4xl:flex @4xl:items-center @4xl:gap-x-3">
        <Skeleton className="my-0.5 h-4 w-40" />
        <Skeleton className="mt-1.5 h-3.5 w-28 @4xl:mt-0" />
      </div>
    )
  }
  const isRight = column.numeric || column.actions
  return <Skeleton className={classNames('my-0.5 h-4 w-16', isRight && '@2xl:ml-auto')} />
}

function cellClass<Row>(column: Column<Row>, columns: Column<Row>[]): string {
  const hasMenu = columns.some(({ actions }) => actions === 'menu')
  return classNames(
    column.wideOnly && 'hidden',
    'min-w-0 break-words @2xl:table-cell @2xl:px-3 @2xl:py-3 @2xl:align-middle @2xl:first:pl-5 @2xl:last:pr-5 @4xl:h-12 @4xl:py-1',
    column.main && 'col-span-full font-medium @2xl:font-normal',
    column.main && hasMenu && 'pr-9',
    // A column is as wide as its longest word unless it may wrap and has a maximum.
    (column.main || column.words) && 'wrap-anywhere @2xl:max-w-80',
    column.main && '@2xl:min-w-32 @4xl:max-w-none',
    column.main === 'wide' && '@4xl:w-full',
    column.numeric && 'tabular-nums @2xl:text-right',
    // Above the row's press area.
    column.actions &&
      'print:hidden! z-1 @2xl:relative @2xl:top-0 @2xl:right-0 @2xl:py-1.5 @4xl:py-1',
    column.actions === 'menu'
      ? 'absolute top-2 right-3'
      : column.actions && 'relative col-span-full',
  )
}
