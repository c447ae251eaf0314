/** One line of text, and several lines. */
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** What every control has in common; the height is its own. */
export const controlClass = classNames(
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-base text-ink',
  'transition-[border-color] duration-100 placeholder:text-ink-faint hover:border-ink-faint',
  'focus-visible:-outline-offset-1 focus-visible:outline-2 focus-visible:outline-focus',
  'aria-invalid:border-danger disabled:bg-sunken disabled:text-ink-faint read-only:bg-sunken',
)

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(controlClass, 'h-11 px-3', className)} {...rest} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea className={classNames(controlClass, 'min-h-24 px-3 py-2.5', className)} {...rest} />
  )
}
