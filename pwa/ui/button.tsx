/** Buttons, and links that look like them. `lg` is the 44 px target of counter and customer pages. */
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'ghost' | 'danger' | 'brand'
export type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

const looks: Record<ButtonLook, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover shadow-card',
  secondary: 'bg-surface text-ink border border-line-strong/50 hover:bg-sunken shadow-card',
  ghost: 'text-ink-soft hover:bg-sunken hover:text-ink',
  danger: 'bg-danger text-on-danger hover:opacity-90 shadow-card',
  brand: 'bg-brand text-on-brand hover:brightness-110 shadow-card',
}
const sizes: Record<ButtonSize, string> = {
  sm: 'h-8 px-3 text-sm gap-1.5 rounded-md',
  md: 'h-10 px-4 text-sm gap-2 rounded-md',
  lg: 'min-h-12 px-5 text-base gap-2 rounded-lg',
  icon: 'size-10 rounded-md',
}

/** The classes alone, for a `<Link>`. */
export function buttonClass(look: ButtonLook = 'primary', size: ButtonSize = 'md'): string {
  return classNames(
    'inline-flex select-none items-center justify-center whitespace-nowrap font-semibold no-underline',
    'transition-[background-color,color,opacity,filter] duration-100',
    'disabled:cursor-not-allowed disabled:opacity-55 disabled:shadow-none',
    looks[look],
    sizes[size],
  )
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: ButtonLook
  size?: ButtonSize
  /** Waits for an answer: shows it and takes no second press. */
  busy?: boolean
  children: ReactNode
}

export function Button({
  look = 'primary',
  size = 'md',
  busy = false,
  type = 'button',
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(buttonClass(look, size), className)}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
