/**
 * A number pad for thumbs at the counter, with keys of `--key-height` (44 px on phones in
 * landscape). While a pad for `digits` has the focus, the keyboard works too; an amount's field
 * takes the keyboard itself.
 */

import { Delete } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { uiTexts } from '#pwa/texts/ui.ts'

interface NumberPadProps {
  label: string
  kind: 'money' | 'digits'
  /** A digit, 'Backspace', '00' of `money` or 'Clear' of `digits`. */
  onKey: (key: string) => void
  /** The keys look inactive: a press is answered with why. */
  paused?: boolean
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

export function NumberPad(props: NumberPadProps) {
  const { label, kind, onKey: press, paused = false } = props
  function pressOnKeyboard(event: KeyboardEvent) {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    if (/^\d$/.test(event.key) || event.key === 'Backspace') {
      event.preventDefault()
      press(event.key)
    }
  }
  const keepFocus = kind === 'money'
  const wide = kind === 'money' ? '00' : 'Clear'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays out its grid differently
    <div
      role="group"
      aria-label={label}
      aria-disabled={paused || undefined}
      onKeyDown={kind === 'digits' ? pressOnKeyboard : undefined}
      className="grid w-full aria-disabled:opacity-50 max-w-sm touch-manipulation grid-cols-3 gap-2 low:gap-1.5"
    >
      {keys.map((key) => (
        <Key key={key} name={key} keepFocus={keepFocus} onPress={() => press(key)} />
      ))}
      <Key name={wide} keepFocus={keepFocus} onPress={() => press(wide)} quiet={wide === 'Clear'} />
      <Key name="0" keepFocus={keepFocus} onPress={() => press('0')} />
      <Key name="Delete" keepFocus={keepFocus} onPress={() => press('Backspace')} quiet />
    </div>
  )
}

interface KeyProps {
  name: string
  onPress: () => void
  quiet?: boolean
  keepFocus: boolean
}

function Key({ name, onPress, quiet, keepFocus }: KeyProps) {
  return (
    <button
      type="button"
      // Leaves the focus on the amount: Enter then confirms it instead of pressing this key again.
      onMouseDown={keepFocus ? (event) => event.preventDefault() : undefined}
      onClick={onPress}
      aria-label={name === 'Delete' ? uiTexts.deleteDigit : undefined}
      className={
        quiet
          ? 'flex h-(--key-height) short:h-11 select-none items-center justify-center rounded-lg font-medium text-ink-soft hover:bg-sunken active:bg-line'
          : 'flex h-(--key-height) short:h-11 select-none items-center justify-center rounded-lg border border-line bg-surface font-medium text-2xl tabular-nums shadow-card dark:bg-sunken transition-colors hover:bg-sunken active:bg-line'
      }
    >
      {name === 'Delete' ? (
        <Delete size={24} aria-hidden="true" />
      ) : name === 'Clear' ? (
        uiTexts.clear
      ) : (
        name
      )}
    </button>
  )
}

/** The digits after one key press. */
export function pressDigit(digits: string, key: string, digitsMax: number): string {
  if (key === 'Clear') return ''
  if (key === 'Backspace') return digits.slice(0, -1)
  return digits.length < digitsMax ? digits + key : digits
}
