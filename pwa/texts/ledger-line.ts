/**
 * A line of the ledger or a coupon's name, in the language of the screens. The server stores its own
 * in English, and with them what people wrote, which stays as it is.
 */
import { translationOf } from './language.ts'

/** Why a line stands in the ledger, or where a coupon came from. */
type Origin =
  | 'welcome'
  | 'purchase'
  | 'redemption'
  | 'reversal'
  | 'adjustment'
  | 'expiry'
  | 'reward'
  | 'campaign'

/** How the server words each, the parts that differ in brackets; #1 and #2 in the translation. */
const stored = [
  ['welcome', /^Welcome bonus$/, 'Welcome bonus'],
  ['adjustment', /^Adjustment$/, 'Adjustment'],
  ['purchase', /^Purchase of (\$[\d.,]+)$/, 'Purchase of #1'],
  [
    'reversal',
    /^Reversed: (\$[\d.,]+) of a purchase of (\$[\d.,]+)$/,
    'Reversed: #1 of a purchase of #2',
  ],
  ['redemption', /^Redeemed: (.+)$/s, 'Redeemed: #1'],
  ['reversal', /^Undone: (.+)$/s, 'Undone: #1'],
  ['welcome', /^Welcome: (\d+%) off$/, 'Welcome: #1 off'],
  ['campaign', /^(.+): (\$[\d.,]+|[\d.]+%) off$/s, '#1: #2 off'],
] as const satisfies readonly (readonly [Origin, RegExp, string])[]

export type LedgerText = (typeof stored)[number][2]

/** @param origin without it, a line that is worded like one of the server's own counts as its own */
export function ledgerLine(description: string, origin?: Origin): string {
  for (const [from, shape, text] of stored) {
    const found = origin === undefined || origin === from ? shape.exec(description) : null
    if (found)
      return (
        translationOf('ledger', text)?.replace(/#(\d)/g, (_, n) => found[n] ?? '') ?? description
      )
  }
  return description
}
