/** Six digits in one field: typed, pasted with spaces, or filled in by the phone. */
import type { InputHTMLAttributes } from 'react'
import { Input } from './input.tsx'

interface OneTimeCodeInputProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> {
  value: string
  onValue: (digits: string) => void
}

export function OneTimeCodeInput({ value, onValue, ...rest }: OneTimeCodeInputProps) {
  return (
    <Input
      {...rest}
      value={value}
      onChange={(event) => onValue(event.target.value.replace(/\D/g, '').slice(0, 6))}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="\d{6}"
      placeholder="000000"
      className="text-center font-semibold text-2xl tabular-nums tracking-[0.35em] h-14"
    />
  )
}
