/**
 * An email field that suggests the likely address after a near miss, once the person has left it.
 * It refuses nothing, and works without the suggestion's file.
 */
import { type ComponentProps, type ComponentType, useRef, useState } from 'react'
import { Input } from './input.tsx'

interface EmailInputProps extends ComponentProps<'input'> {
  /** Takes the suggested address, if the field is controlled. */
  onTake?: (address: string) => void
}

export function EmailInput({ onTake, onChange, ...rest }: EmailInputProps) {
  const field = useRef<HTMLInputElement>(null)
  const [left, setLeft] = useState('')
  const [Suggestion, setSuggestion] = useState<ComponentType<{
    typed: string
    onTake: (address: string) => void
  }> | null>(null)

  function load() {
    import('./email-suggestion.tsx').then(
      ({ EmailSuggestion }) => setSuggestion(() => EmailSuggestion),
      () => {},
    )
  }

  function take(address: string) {
    setLeft('')
    if (!field.current) return
    if (onTake) onTake(address)
    else field.current.value = address
    // The pressed button disappears with the focus.
    field.current.focus()
  }

  return (
    <>
      <Input
        {...rest}
        ref={field}
        type="email"
        onFocus={load}
        onBlur={(event) => setLeft(event.target.value)}
        onChange={(event) => {
          setLeft('')
          onChange?.(event)
        }}
      />
      {/* Takes no room while it is empty, and is there before its text, so that it is announced. */}
      <div role="status" className="empty:-mt-1.5">
        {Suggestion && <Suggestion typed={left} onTake={take} />}
      </div>
    </>
  )
}
