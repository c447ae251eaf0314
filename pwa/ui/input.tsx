/** One line of text, several lines, and a choice from a list. */
import type { ComponentProps, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'

export const controlClass = classNames(
  'w-full min-w-0 rounded-md border border-line-strong/70 bg-surface px-3 text-base text-ink',
  'placeholder:text-ink-faint focus-visible:outline-2 focus-visible:outline-focus',
  'focus-visible:-outline-offset-1 aria-invalid:border-danger',
  'disabled:bg-sunken disabled:text-ink-faint read-only:bg-sunken',
)

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(controlClass, 'h-11', className)} {...rest} />
}

export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea className={classNames(controlClass, 'min-h-24 py-2.5', className)} {...rest} />
}

export function Select({ className, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return <select className={classNames(controlClass, 'h-11 pr-8', className)} {...rest} />
}
