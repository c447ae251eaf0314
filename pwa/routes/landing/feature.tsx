/** A feature card: title, text and picture. */
import type { ReactNode } from 'react'
import { classNames } from '#pwa/ui/class-names.ts'

export interface FeatureProps {
  title: string
  text: string
  picture: ReactNode
  /** Columns that it spans, out of six. */
  columns: 2 | 3 | 4
  /** Shown below the text. */
  children?: ReactNode
}

const spans = {
  2: 'lg:col-span-2',
  3: 'lg:col-span-3',
  4: 'md:col-span-2 md:flex-row lg:col-span-4',
}

export function Feature({ title, text, picture, columns, children }: FeatureProps) {
  return (
    <article
      className={classNames(
        'flex flex-col overflow-clip rounded-xl border border-line bg-linear-to-b from-30% from-surface to-sunken/60 shadow-card',
        spans[columns],
      )}
    >
      <div className={classNames('p-6 sm:p-7', columns === 4 && 'md:w-[44%] md:shrink-0')}>
        <h3 className="font-semibold text-xl tracking-tight">{title}</h3>
        <p className="mt-2 text-ink-soft">{text}</p>
        {children}
      </div>
      <div className="flex min-h-52 flex-1 items-center justify-center px-6 pt-2 pb-7 sm:px-7">
        {picture}
      </div>
    </article>
  )
}
