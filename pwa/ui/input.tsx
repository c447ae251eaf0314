/** A text field, a multi-line text field, and the browser's native select. */
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** The classes that all controls share; each sets its own height. */
export const controlClass = classNames(
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-ink',
  'transition-[border-color] duration-100 placeholder:text-ink-faint hover:border-ink-faint',
  // Shrinks a placeholder that large text would cut off.
  'placeholder:[font-size:min(1em,5.2vw)]',
  'focus-visible:-outline-offset-1 focus-visible:outline-2 focus-visible:outline-focus',
  'aria-invalid:border-danger disabled:bg-sunken disabled:text-ink-faint',
)

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      className={classNames(controlClass, 'h-11 px-3 text-base read-only:bg-sunken', className)}
      {...rest}
    />
  )
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={classNames(controlClass, 'min-h-24 px-3 py-2.5 text-base', className)}
      {...rest}
    />
  )
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'size'> {
  /** `sm` for filters above a table */
  size?: 'sm' | 'md'
}

export function Select({ size = 'md', className, ...rest }: SelectProps) {
  return (
    <span className={classNames('relative', size === 'sm' ? 'inline-flex' : 'flex w-full')}>
      <select
        className={classNames(
          controlClass,
          'appearance-none truncate',
          size === 'sm'
            ? 'h-10 pr-9 pl-3 font-medium text-base sm:text-sm'
            : 'h-11 pr-10 pl-3 text-base',
          className,
        )}
        {...rest}
      />
      <ChevronDown
        size={17}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-3 my-auto text-ink-faint"
      />
    </span>
  )
}
