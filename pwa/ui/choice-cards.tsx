/** Radio buttons as cards, each with a description: plans, ways to redeem offline. */
import { type ReactNode, useId } from 'react'

interface Choice<Value extends string> {
  value: Value
  label: string
  description?: ReactNode
}

interface ChoiceCardsProps<Value extends string> {
  legend: string
  choices: readonly Choice<Value>[]
  value: Value
  onValue: (value: Value) => void
}

export function ChoiceCards<Value extends string>({
  legend,
  choices,
  value,
  onValue,
}: ChoiceCardsProps<Value>) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      <div className="flex flex-col gap-2">
        {choices.map((choice) => (
          <label
            key={choice.value}
            htmlFor={`${id}-${choice.value}`}
            className="flex items-start gap-3 rounded-md border border-line-strong/50 bg-surface px-3.5 py-3 text-sm transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft/60 has-checked:inset-ring has-checked:inset-ring-accent"
          >
            <input
              id={`${id}-${choice.value}`}
              type="radio"
              name={id}
              checked={choice.value === value}
              onChange={() => onValue(choice.value)}
              aria-describedby={choice.description ? `${id}-${choice.value}-more` : undefined}
              className="mt-0.5 size-4 shrink-0 accent-(--accent)"
            />
            <span>
              <span className="font-medium text-ink">{choice.label}</span>
              {choice.description && (
                <span id={`${id}-${choice.value}-more`} className="block text-ink-soft">
                  {choice.description}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
