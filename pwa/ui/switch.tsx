/** Turns something on or off at once, without a Save button; the whole line is the target. */
import { type ComponentProps, type ReactNode, useId } from 'react'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode
  hint?: ReactNode
}

export function Switch({ label, hint, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <label htmlFor={id} className="flex min-h-11 items-center justify-between gap-4 py-2 text-sm">
      <span>
        <span className="font-medium text-ink">{label}</span>
        {hint && (
          <span id={`${id}-hint`} className="block text-ink-faint">
            {hint}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the browser reports whether it is checked
        role="switch"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-5 before:rounded-full before:bg-surface before:shadow-card before:transition-transform checked:bg-accent checked:before:translate-x-5 disabled:cursor-not-allowed disabled:opacity-50 forced-colors:appearance-auto forced-colors:before:hidden"
        {...rest}
      />
    </label>
  )
}
