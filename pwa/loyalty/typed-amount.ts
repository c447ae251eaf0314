/**
 * Amounts as people type them: '$7', '12,50', '1,234.50', '1.234,50'. The last separator with one
 * or two digits behind it divides dollars from cents; separators before groups of three are
 * dropped. '1.234' is ambiguous and therefore rejected.
 */
import { fromCents } from '#schema/contract/money.ts'
import { plainText } from '#schema/contract/typed-text.ts'

/** @returns a decimal string, or null if the text is not an amount of dollars and cents */
export function readTypedAmount(typed: string): string | null {
  const text = plainText(typed)
    .trim()
    .replace(/^(US)?\s*\$|\$$|\s*USD$/gi, '')
    .replace(/[\s'’]/g, '')
  const parts = /^(\d*|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+(?=,))(?:[.,](\d{0,2}))?$/.exec(text)
  const dollars = parts?.[1]?.replace(/[.,]/g, '') ?? ''
  const cents = parts?.[2] ?? ''
  if (dollars + cents === '') return null
  const whole = dollars.replace(/^0+(?=\d)/, '') || '0'
  return cents === '' ? whole : `${whole}.${cents.padEnd(2, '0')}`
}

/** The text in the amount field. A person who began with the pad continues with the pad. */
export interface ShownAmount {
  text: string
  /** The pad filled in its cents from the right; otherwise a person typed dollars. */
  isFromPad: boolean
}

export const noAmount: ShownAmount = { text: '', isFromPad: false }
const padDigitsMax = 8

/**
 * Applies a key of the pad, or of a keyboard that acts like it (decision 496): fills in cents from the
 * right, or appends to a typed amount. After an empty amount, either way may begin.
 *
 * @param key a digit, '00' or 'Backspace'
 */
export function pressAmountKey(shown: ShownAmount, key: string): ShownAmount {
  const { text, isFromPad } = shown
  const isTyped = text !== '' && !isFromPad
  const typed = key === 'Backspace' ? text.slice(0, -1) : text + key
  if (isTyped && (key === 'Backspace' || readTypedAmount(typed) !== null)) {
    return key !== 'Backspace' && /[.,]\d{3,}$/.test(plainText(typed))
      ? shown
      : { text: typed, isFromPad: false }
  }
  if (isTyped && readTypedAmount(text) !== null) return shown
  const digits = isFromPad ? text.replace('.', '') : ''
  const after = key === 'Backspace' ? digits.slice(0, -1) : digits + key
  const kept = after.replace(/^0+/, '')
  if (kept.length > padDigitsMax) return shown
  return kept === '' ? noAmount : { text: fromCents(Number(kept)), isFromPad: true }
}
