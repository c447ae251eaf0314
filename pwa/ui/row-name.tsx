/**
 * A row's name and its detail: on two lines in cards, narrow tables and tables with many columns,
 * otherwise on one. Text that is cut off shows in full on hover and on the row's own screen.
 */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface RowNameProps {
  /** A picture or a checkbox. */
  lead?: ReactNode
  /** Text, or a link with that text. */
  name: ReactNode
  /** The name as plain text, if `name` is an element. */
  title?: string
  badge?: ReactNode
  detail?: string | null
  /** For wide tables with many columns: two lines on desktops too, at the same row height. */
  tight?: boolean
}

export function RowName({ lead, name, title, badge, detail, tight }: RowNameProps) {
  return (
    // A share of the table's width, and at least the full column. Otherwise the table would size
    // the column by the whole text.
    <div
      className={classNames(
        'flex min-w-0 items-center gap-3 @4xl:min-w-full',
        tight ? '@4xl:w-[15cqi]' : '@4xl:w-[40cqi]',
      )}
    >
      {lead}
      <div
        className={classNames(
          'min-w-0 flex-1',
          !tight && '@4xl:flex @4xl:items-center @4xl:gap-x-3',
        )}
      >
        <div
          className={classNames(
            'flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 @4xl:flex-nowrap',
            detail && !tight ? '@4xl:max-w-3/5 @4xl:shrink-0' : '@4xl:shrink',
          )}
        >
          <span
            className="wrap-anywhere font-medium @4xl:line-clamp-1 @4xl:break-all"
            title={title ?? (typeof name === 'string' ? name : undefined)}
          >
            {typeof name === 'string' ? <bdi translate="no">{name}</bdi> : name}
          </span>
          {badge && <span className="shrink-0">{badge}</span>}
        </div>
        {detail && (
          <p
            className={classNames(
              'wrap-anywhere text-ink-faint text-sm @4xl:min-w-0 @4xl:flex-1 @4xl:truncate',
              tight && '@4xl:text-xs',
            )}
            title={detail}
          >
            {detail}
          </p>
        )}
      </div>
    </div>
  )
}
