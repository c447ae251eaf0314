/**
 * Barcode scanners that act as keyboards: they type a code and end it with Enter, wherever the
 * focus is. The content identifies a scan, not the typing speed: no person types a member's address
 * into a number pad and presses Enter.
 */
import { type RefObject, useEffect, useRef } from 'react'
import { noAmount, type ShownAmount } from '#pwa/loyalty/typed-amount.ts'
import { type CounterCode, isCode, readCounterCode } from './read-code.ts'

const keysMax = 300
/** A scanner sends its keys in one burst; after a pause this long, other input has begun. */
const pauseMs = 3000

type AmountOnScreen = RefObject<{ shown: ShownAmount; show: (amount: ShownAmount) => void }>
let onScreen: AmountOnScreen | null = null

/**
 * Lets scans restore this amount, which takes digits wherever the focus is.
 * @returns how to stop
 */
export function restoreAfterScans(amount: AmountOnScreen): () => void {
  onScreen = amount
  return () => {
    if (onScreen === amount) onScreen = null
  }
}

/** A key, and what it found: the content of its field, and the amount on the screen. */
interface HeardKey extends TypedKey {
  field: EventTarget | null
  value: string
  amount: AmountOnScreen | null
  shown: ShownAmount
}

export function useTypingScanner(found: (code: CounterCode) => void): void {
  const latest = useRef(found)
  latest.current = found
  useEffect(() => {
    let keys: HeardKey[] = []
    let lastAt = 0
    function hear(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      // A held-down Enter must not confirm the screen that it opened.
      if (event.key === 'Enter' && event.repeat) {
        event.preventDefault()
        event.stopPropagation()
        return
      }
      if (event.timeStamp - lastAt > pauseMs) keys = []
      lastAt = event.timeStamp
      const key = readKey(event)
      if (key.typed + key.printed !== '') keys = [...keys, key].slice(-keysMax)
      if (event.key !== 'Enter' && event.key !== 'Tab') return
      const scanned = scannedAtEnd(keys)
      keys = []
      if (scanned === null) return
      event.preventDefault()
      event.stopPropagation()
      takeBack(scanned.keys, event.target)
      latest.current(readCounterCode(scanned.code, location.origin))
    }
    document.addEventListener('keydown', hear, true)
    return () => document.removeEventListener('keydown', hear, true)
  }, [])
}

function readKey(event: KeyboardEvent): HeardKey {
  const { key, target: field } = event
  return {
    ...{ typed: key.length === 1 ? key : '', printed: printedKey(event) },
    ...{ field, value: field instanceof HTMLInputElement ? field.value : '' },
    ...{ amount: onScreen, shown: onScreen?.current.shown ?? noAmount },
  }
}

/** Restores what the scan's keys changed: the field they ended in, and the amount. */
function takeBack(keys: readonly HeardKey[], field: EventTarget | null): void {
  const before = keys.find((key) => key.field === field)
  if (before && field instanceof HTMLInputElement && field.value !== before.value) {
    // Uses the native setter, because React ignores values set through its own.
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(field, before.value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const [first] = keys
  // An amount that appeared during the scan began with it.
  onScreen?.current.show(first && first.amount === onScreen ? first.shown : noAmount)
}

export interface TypedKey {
  /** The character that the till's layout produced; '' for a dead key. */
  typed: string
  /** The character on that key of a US keyboard, whose layout scanners use; '' for other keys. */
  printed: string
}

/**
 * A scanner types as if on a US keyboard, whatever the till's layout. So keys that contain no code
 * as characters are read again by position.
 * @returns the code at the end of the keys, and the keys that typed it
 */
export function scannedAtEnd<Key extends TypedKey>(
  keys: readonly Key[],
  origin = location.origin,
): { code: string; keys: Key[] } | null {
  const placed = keys.filter(({ printed }) => printed !== '')
  const text = keys.map(({ typed }) => typed).join('')
  const byPlace = placed.map(({ printed }) => printed).join('')
  const code = codeAtEnd(text, origin) ?? (text === byPlace ? spelledAtEnd(text, origin) : null)
  const read = codeAtEnd(byPlace, origin)
  // A member's id may be intact although the address before it is not.
  const isWhole =
    code !== null &&
    (isKnownAddress(code, origin) || (isOurs(code, origin) && code.length >= (read?.length ?? 0)))
  if (read !== null && !isWhole) return { code: read, keys: placed.slice(-read.length) }
  const typed = keys.filter((key) => key.typed !== '')
  return code === null ? null : { code, keys: typed.slice(-code.length) }
}

const isOurs = (code: string, origin: string) => readCounterCode(code, origin).kind !== 'foreign'

/**
 * Whether an address leads to a known page, even one of no use at the counter: then the id at its
 * end doesn't identify a member.
 */
function isKnownAddress(code: string, origin: string): boolean {
  if (!/^https?:\/\//i.test(code)) return false
  const read = readCounterCode(code, origin)
  return read.kind !== 'foreign' || read.why !== 'notOurs'
}

/** Finds a coupon code that is printed with spaces or followed by one character. */
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

/** @returns the character on this key of a US keyboard, '' for keys without one */
export function printedKey({ code, shiftKey }: Pick<KeyboardEvent, 'code' | 'shiftKey'>): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? []
  if (letter) return shiftKey ? letter : letter.toLowerCase()
  const [, row, digit] = /^(Digit|Numpad)(\d)$/.exec(code) ?? []
  if (digit) return shiftKey && row === 'Digit' ? (shiftedDigits[Number(digit)] ?? '') : digit
  return plainKeys[code]?.[shiftKey ? 1 : 0] ?? ''
}

/** @returns the code at the end of the typed text, without the text before it */
export function codeAtEnd(typed: string, origin = location.origin): string | null {
  const [ending] =
    /(https?:\/\/\S+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|([A-Z2-9]{4}[\p{Pd}\u2212]){2}[A-Z2-9]{4})$/iu.exec(
      typed,
    ) ?? []
  return ending && isCode(ending, origin) ? ending : null
}
