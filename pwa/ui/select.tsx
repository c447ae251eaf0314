/** A choice from a list: the browser's own, which every phone and keyboard knows. */
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { controlClass } from './input.tsx'

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
          size === 'sm' ? 'h-10 pr-9 pl-3 font-medium text-sm' : 'h-11 pr-10 pl-3',
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
