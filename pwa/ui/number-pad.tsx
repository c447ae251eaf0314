/**
 * A number pad for thumbs at the counter, with keys of `--key-height` (44 px on phones in
 * landscape). While it has the focus, the keyboard works too. `money` fills in cents from the
 * right, as cash registers do: 1, 2, 5, 0 is '12.50'.
 */

import { Delete } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { uiTexts } from '#pwa/texts/ui.ts'
import { fromCents, toCents } from '#schema/contract/money.ts'

interface NumberPadProps {
  label: string
  kind: 'money' | 'digits'
  /** A decimal string for `money` ('' if empty), otherwise the digits. */
  value: string
  onValue: (value: string) => void
  digitsMax?: number
  /** The keys look inactive: a press is answered with why. */
  paused?: boolean
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

export function NumberPad(props: NumberPadProps) {
  const { label, kind, value, onValue, digitsMax = 8, paused = false } = props
  const press = (key: string) => onValue(pressKey({ kind, value, digitsMax }, key))
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
      onKeyDown={pressOnKeyboard}
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

interface Pad {
  kind: 'money' | 'digits'
  value: string
  digitsMax: number
}

/** The value after one key press. */
export function pressKey({ kind, value, digitsMax }: Pad, key: string): string {
  const digits = kind === 'money' ? String(value ? toCents(value) : '') : value
  const after = key === 'Clear' ? '' : key === 'Backspace' ? digits.slice(0, -1) : digits + key
  const kept = kind === 'money' ? after.replace(/^0+/, '') : after
  if (kept.length > digitsMax) return value
  return kind === 'digits' || kept === '' ? kept : fromCents(Number(kept))
}
