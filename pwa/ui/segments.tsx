/** A choice of a few short words in one line: a period, a theme (radio buttons: arrow keys). */
import { type ReactNode, useId } from 'react'

interface Segment<Value extends string> {
  value: Value
  label: string
  /** Replaces the label visually; screen readers still read the label. */
  icon?: ReactNode
}

interface SegmentsProps<Value extends string> {
  legend: string
  segments: readonly Segment<Value>[]
  value: Value
  onValue: (value: Value) => void
}

export function Segments<Value extends string>({
  legend,
  segments,
  value,
  onValue,
}: SegmentsProps<Value>) {
  const id = useId()
  return (
    <fieldset className="inline-flex max-w-full flex-wrap rounded-md bg-sunken p-1">
      <legend className="sr-only">{legend}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          htmlFor={`${id}-${segment.value}`}
          title={segment.icon ? segment.label : undefined}
          className="relative flex min-h-8 items-center justify-center rounded-sm px-3 py-1 text-center font-medium text-ink-soft text-sm hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-focus has-checked:bg-surface has-checked:text-ink has-checked:shadow-card forced-colors:has-checked:border"
        >
          <input
            id={`${id}-${segment.value}`}
            type="radio"
            name={id}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onValue(segment.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {segment.icon && <span aria-hidden="true">{segment.icon}</span>}
          <span className={segment.icon ? 'sr-only' : undefined}>{segment.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** Segments as a form field with a visible label. */
export function SegmentsField<Value extends string>(props: SegmentsProps<Value>) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <span aria-hidden="true" className="font-medium text-sm">
        {props.legend}
      </span>
      <Segments {...props} />
    </div>
  )
}
