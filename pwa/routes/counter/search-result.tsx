/** One member in the results: name and points large, distinguishing details small. */
import { memo } from 'react'
import type { ShownCustomer } from '#pwa/loyalty/customer.ts'
import { isAlike } from '#pwa/loyalty/use-live.ts'
import { counterTexts as texts } from '#pwa/texts/counter.ts'
import { classNames } from '#pwa/ui/class-names.ts'
import { SyncLine } from '#pwa/ui/sync-badge.tsx'

interface SearchResultProps {
  id: string
  customer: ShownCustomer
  active: boolean
  onOpen: (memberId: string) => void
}

/** Memoized: the list is read again after every sync, and most results haven't changed. */
export const SearchResult = memo(function SearchResult(props: SearchResultProps) {
  const { id, customer, active, onOpen } = props
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onClick={() => onOpen(customer.id)}
      className={classNames(
        'flex min-h-16 cursor-pointer flex-wrap items-center gap-x-3 border-line border-b px-3 py-1.5 last:border-0 hover:bg-sunken',
        active && 'rounded-md bg-accent-soft outline-2 outline-focus',
      )}
    >
      <span className="min-w-0 grow basis-32">
        <span className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">
          <bdi translate="no">{`${customer.firstName} ${customer.lastName}`}</bdi>
        </span>
        <SyncLine state={customer.sync}>
          <span className="min-w-0 truncate text-ink-soft text-sm">
            {[customer.phone, customer.email].filter(Boolean).join(' · ')}
          </span>
        </SyncLine>
      </span>
      <span className="ml-auto shrink-0 text-right text-ink-soft text-sm tabular-nums">
        {texts.balance(customer.points)}
      </span>
    </div>
  )
}, isAlike)
