/**
 * Buttons, and links that look like buttons. `lg` is the 44 px target of counter and customer
 * pages.
 */
import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'ghost' | 'danger' | 'brand'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent shadow-press hover:bg-accent-hover forced-colors:border',
  secondary:
    'border border-line-strong/45 bg-surface text-ink shadow-card hover:border-line-strong/70 hover:bg-sunken',
  ghost: 'text-ink-soft hover:bg-sunken hover:text-ink',
  danger: 'bg-danger text-on-danger shadow-press hover:bg-danger-hover forced-colors:border',
  brand:
    'bg-brand text-on-brand shadow-press inset-ring inset-ring-brand-edge hover:brightness-95 forced-colors:border',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 gap-1.5 rounded-md px-3 text-sm',
  md: 'h-10 gap-2 rounded-md px-4 text-sm',
  lg: 'min-h-12 gap-2 rounded-lg px-5 text-base',
  icon: 'size-10 shrink-0 rounded-md',
}

const wrapping: Record<ButtonSize, string> = {
  sm: 'h-auto! min-h-8 whitespace-normal! py-1',
  md: 'h-auto! min-h-10 whitespace-normal! py-1',
  lg: 'whitespace-normal!',
  icon: '',
}

/** The classes only, for a `<Link>`. */
export function buttonClass(look: ButtonLook = 'primary', size: ButtonSize = 'md'): string {
  return classNames(
    'inline-flex select-none items-center justify-center whitespace-nowrap font-semibold no-underline print:hidden [&_svg]:shrink-0',
    'transition-[background-color,border-color,color,filter,translate] duration-100 active:translate-y-px',
    'disabled:pointer-events-none disabled:opacity-50 disabled:shadow-none',
    // The spinner replaces the icon.
    'aria-busy:cursor-progress aria-busy:[&_svg]:hidden',
    looks[look],
    sizes[size],
  )
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  size?: ButtonSize
  /** Its words may take a second line, as large text on a phone needs. */
  wraps?: boolean
  /** Waiting for an answer: shows a spinner and ignores presses but keeps the focus. */
  busy?: boolean
}

export function Button({
  look = 'primary',
  size = 'md',
  wraps = false,
  busy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type={type}
      className={classNames(buttonClass(look, size), wraps && wrapping[size], className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
      {...rest}
    >
      {busy && <Spinner />}
      <span className="contents">{busy && size === 'icon' ? null : children}</span>
    </button>
  )
}
