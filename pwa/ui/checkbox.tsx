/** A box to tick, with its label; the whole line is the target. */
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, hint, error, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2.5 text-sm leading-snug">
        <input
          id={id}
          type="checkbox"
          className="mt-px size-5 shrink-0 cursor-pointer accent-(--brand-text)"
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-hint` : undefined}
          {...rest}
        />
        <span className="text-ink">{label}</span>
      </label>
      {(error || hint) && (
        <p id={`${id}-hint`} className={error ? 'text-danger text-sm' : 'text-ink-faint text-sm'}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
