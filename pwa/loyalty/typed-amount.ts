/**
 * Amounts as people type them: '$7', '12,50', '1,234.50', '1.234,50'. The last separator with one
 * or two digits behind it divides dollars from cents; separators before groups of three are
 * dropped. '1.234' is ambiguous and therefore rejected.
 */
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
