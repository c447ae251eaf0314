/** A checkbox with its label; the whole line is the target. */
import { type ComponentProps, type ReactNode, useId } from 'react'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, hint, error, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2.5 text-sm leading-snug">
        <input
          id={id}
          type="checkbox"
          className="size-5 shrink-0 cursor-pointer accent-(--brand-text)"
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-hint` : undefined}
          {...rest}
        />
        <span className="min-w-0 break-words pt-px text-ink">{label}</span>
      </label>
      {(error || hint) && (
        <p
          id={`${id}-hint`}
          className={
            error
              ? '-mt-1 pb-2 pl-8 text-danger text-sm'
              : '-mt-1.5 pb-2 pl-8 text-ink-faint text-sm'
          }
        >
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
