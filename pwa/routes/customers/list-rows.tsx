/** The rows of the customer list: rendered only where visible, or all at once for a printer. */
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef, useState } from 'react'
import { useShownCustomer } from '#pwa/loyalty/customer-list.ts'
import { businessTexts } from '#pwa/texts/business.ts'
import { formatDay, formatMoney, formatNumber } from '#pwa/texts/format.ts'
import { Avatar } from '#pwa/ui/avatar.tsx'
import { SyncLine } from '#pwa/ui/sync-badge.tsx'
import { tableRoles } from '#pwa/ui/table-shape.ts'

/** Row heights: `wide` with columns (@2xl), `narrow` on phones. */
const rowRem = { wide: 3, narrow: 4 }
const columnsFromRem = 42
const rowsBeyond = 12
/** Printing renders all rows at once; for more, people should export a file. */
const printedRowsMost = 500
const rowLook =
  'grid min-h-16 cursor-pointer @3xs:grid-cols-[minmax(0,1fr)_auto] grid-cols-1 items-center gap-x-3 border-line border-b px-5 py-2 hover:bg-sunken/50 @2xl:min-h-12 @2xl:gap-x-0 @2xl:px-0 @2xl:py-1'
export const cells = 'min-w-0 @2xl:px-3 @2xl:first:pl-5 @2xl:last:pr-5'
export const columns =
  '@2xl:grid-cols-[minmax(0,1fr)_7rem_8rem_9rem] print:@2xl:grid-cols-[minmax(0,1fr)_4.5rem_6rem_8.5rem]'

interface RowsProps {
  ids: readonly string[]
  onOpen: (memberId: string) => void
}

export function Rows({ ids, onOpen }: RowsProps) {
  const place = useRef<HTMLDivElement>(null)
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
  return (
    <div ref={place}>
      {/* Measures all rows again in another layout. */}
      <VirtualRows key={rowPx} ids={ids} onOpen={onOpen} rowPx={rowPx} />
    </div>
  )
}

function VirtualRows({ ids, onOpen, rowPx }: RowsProps & { rowPx: number }) {
  const place = useRef<HTMLDivElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
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

export function PrintedRows({ ids }: { ids: readonly string[] }) {
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
  const contact = customer.email || (customer.phone ?? '')
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
              <span title={contact} className="min-w-0 truncate text-ink-faint">
                {contact}
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
