/** Six digits in one field: typed, pasted with spaces, or autofilled by the phone. */
import type { ComponentProps } from 'react'
import { limits } from '#schema/contract/limits.ts'
import { digitsOf } from '#schema/contract/typed-text.ts'
import { classNames } from './class-names.ts'
import { controlClass } from './input.tsx'

interface OneTimeCodeInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  value: string
  onValue: (digits: string) => void
}

export function OneTimeCodeInput({ value, onValue, ...rest }: OneTimeCodeInputProps) {
  return (
    <input
      {...rest}
      type="text"
      value={value}
      onChange={(event) => onValue(oneTimeDigits(event.target.value))}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder="••••••"
      className={classNames(
        controlClass,
        'h-16 pl-[0.4em] text-center font-semibold text-3xl tabular-nums tracking-[0.4em] placeholder:font-normal placeholder:text-line-strong',
      )}
    />
  )
}

export function oneTimeDigits(text: string): string {
  return digitsOf(text).slice(0, limits.oneTimeCodeDigits)
}
