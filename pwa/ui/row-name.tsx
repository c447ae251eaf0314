/**
 * What names a row of a table, and what tells it from others: two lines where the row is a card or
 * the table is narrow, one where it is wide, unless many columns stand beside it. What is cut off in
 * one line is whole on hover, and on the screen that the row leads to.
 */
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface RowNameProps {
  /** A picture or a checkbox. */
  lead?: ReactNode
  /** Text, or a link of that text. */
  name: ReactNode
  /** The name, where it is no plain text. */
  title?: string
  badge?: ReactNode
  detail?: string | null
  /** In a wide cell beside many columns: two lines on a desktop as well, in a row of the same height. */
  tight?: boolean
}

export function RowName({ lead, name, title, badge, detail, tight }: RowNameProps) {
  return (
    // A part of the table's width, and all of its column: by itself a table would give the column
    // the width of the whole text.
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
