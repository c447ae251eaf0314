/**
 * A line of the ledger or a coupon's name, in the language of the screens. The server stores its own
 * in English, and with them what people wrote, which stays as it is.
 */
import { translationOf } from './language.ts'

/** How the server words each, the parts that differ in brackets; #1 and #2 in the translation. */
const stored: readonly (readonly [RegExp, string])[] = [
  [/^Welcome bonus$/, 'Welcome bonus'],
  [/^Adjustment$/, 'Adjustment'],
  [/^Purchase of (\$[\d.]+)$/, 'Purchase of #1'],
  [/^Reversed: (\$[\d.]+) of a purchase of (\$[\d.]+)$/, 'Reversed: #1 of a purchase of #2'],
  [/^Redeemed: (.+)$/s, 'Redeemed: #1'],
  [/^Undone: (.+)$/s, 'Undone: #1'],
  [/^Welcome: (\d+%) off$/, 'Welcome: #1 off'],
  [/^(.+): (\S+) off$/s, '#1: #2 off'],
]

export function ledgerLine(description: string): string {
  for (const [shape, key] of stored) {
    const found = shape.exec(description)
    if (found)
      return (
        translationOf('ledger', key)?.replace(/#(\d)/g, (_, n) => found[n] ?? '') ?? description
      )
  }
  return description
}
