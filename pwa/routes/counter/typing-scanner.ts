/**
 * Barcode scanners that type: they send a code as keys and end it with Enter, wherever the focus is.
 * What was typed is known by what it says, not by its speed: nobody types a member's address into a
 * number pad and presses Enter.
 */
import { useEffect, useRef } from 'react'
import { type CounterCode, isCode, readCounterCode } from './read-code.ts'

const keysMax = 300
/** A scanner sends its keys in one go; a person who pauses so long has begun something else. */
const pauseMs = 3000
/** Of a code that was typed by another layout: enough to find it in a field. */
const beginningLength = 4

export function useTypingScanner(found: (code: CounterCode) => void): void {
  const latest = useRef(found)
  latest.current = found
  useEffect(() => {
    let keys: TypedKey[] = []
    let lastAt = 0
    function hear(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      // Held down it is still one Enter: it must not confirm what the first one opened.
      if (event.key === 'Enter' && event.repeat) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
      if (event.timeStamp - lastAt > pauseMs) keys = []
      lastAt = event.timeStamp
      const key = { typed: event.key.length === 1 ? event.key : '', printed: printedKey(event) }
      if (key.typed + key.printed !== '') keys = [...keys, key].slice(-keysMax)
      if (event.key !== 'Enter' && event.key !== 'Tab') return
      const scanned = scannedAtEnd(keys)
      keys = []
      if (scanned === null) return
      event.preventDefault()
      event.stopPropagation()
      takeBack(event.target, scanned.typed)
      latest.current(readCounterCode(scanned.code, location.origin))
    }
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [])
}

/**
 * Takes a scanned code out of the field it was typed into: it is no name and no amount. Text that
 * was selected there is gone, since the code replaced it. Where the keyboard joined accents with
 * letters, the code is found by how it begins.
 */
function takeBack(field: EventTarget | null, typed: string): void {
  if (!(field instanceof HTMLInputElement)) return
  const { value } = field
  const start = value.endsWith(typed)
    ? value.length - typed.length
    : value.lastIndexOf(typed.slice(0, beginningLength))
  if (start < 0) return
  // By the element's own setter: React hears of a value that is set past it.
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(field, value.slice(0, start))
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export interface TypedKey {
  /** What the till's own layout made of it; '' for an accent that waits for its letter. */
  typed: string
  /** What is printed on that key of a US keyboard, by which scanners type; '' for other keys. */
  printed: string
}

/**
 * A scanner types by a US layout, whatever layout the till is set to. So keys that are no code by
 * their letters are read once more by their places.
 * @returns the code that the keys end with, and what they typed instead of it
 */
export function scannedAtEnd(
  keys: readonly TypedKey[],
  origin = location.origin,
): { code: string; typed: string } | null {
  const placed = keys.filter(({ printed }) => printed !== '')
  const text = keys.map(({ typed }) => typed).join('')
  const byPlace = placed.map(({ printed }) => printed).join('')
  const code = codeAtEnd(text, origin) ?? (text === byPlace ? spelledAtEnd(text, origin) : null)
  const read = codeAtEnd(byPlace, origin)
  // A member's id may have arrived whole behind an address that did not.
  const isWhole =
    code !== null &&
    (isKnownAddress(code, origin) || (isOurs(code, origin) && code.length >= (read?.length ?? 0)))
  if (read === null || isWhole) return code === null ? null : { code, typed: code }
  const typed = placed.slice(-read.length).map((key) => key.typed)
  return { code: read, typed: typed.join('') }
}

const isOurs = (code: string, origin: string) => readCounterCode(code, origin).kind !== 'foreign'

/** An address that says what it leads to, also to a place of no use here: its ending is no member. */
function isKnownAddress(code: string, origin: string): boolean {
  if (!/^https?:\/\//i.test(code)) return false
  const read = readCounterCode(code, origin)
  return read.kind !== 'foreign' || read.why !== 'notOurs'
}

/** A coupon code that is printed with spaces or with something behind it. */
function spelledAtEnd(text: string, origin: string): string | null {
  const [ending] = /([A-Z2-9]{4}[\s.\p{Pd}]{1,3}){2}[A-Z2-9]{4}\W?$/iu.exec(text) ?? []
  return ending && isCode(ending, origin) ? ending : null
}

const plainKeys: Record<string, string> = {
  Minus: '-_',
  Equal: '=+',
  Slash: '/?',
  Semicolon: ';:',
  Period: '.>',
  Comma: ',<',
  Quote: '\'"',
  Backslash: '\\|',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backquote: '`~',
  Space: '  ',
  NumpadSubtract: '--',
  NumpadDivide: '//',
  NumpadDecimal: '..',
}
const shiftedDigits = ')!@#$%^&*('

/** @returns the sign of this key on a US keyboard, '' for keys without one */
export function printedKey({ code, shiftKey }: Pick<KeyboardEvent, 'code' | 'shiftKey'>): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter) return shiftKey ? letter : letter.toLowerCase()
  const [, row, digit] = /^(Digit|Numpad)(\d)$/.exec(code) ?? []
  if (digit) return shiftKey && row === 'Digit' ? (shiftedDigits[Number(digit)] ?? '') : digit
  return plainKeys[code]?.[shiftKey ? 1 : 0] ?? ''
}

/** @returns the code that the keys end with; what was typed before it is not part of it */
export function codeAtEnd(typed: string, origin = location.origin): string | null {
  const [ending] =
    /(https?:\/\/\S+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|([A-Z2-9]{4}[\p{Pd}\u2212]){2}[A-Z2-9]{4})$/iu.exec(
      typed,
    ) ?? []
  return ending && isCode(ending, origin) ? ending : null
}
