/**
 * Translates a ledger line or a coupon's name. The server stores its own texts in English, mixed
 * with texts that people wrote, which stay unchanged.
 */
import { translationOf } from './language.ts'

/** The cause of a ledger line, or the source of a coupon. */
type Origin =
  | 'welcome'
  | 'purchase'
  | 'redemption'
  | 'reversal'
  | 'adjustment'
  | 'expiry'
  | 'imported'
  | 'joined'
  | 'reward'
  | 'campaign'

/**
 * The server's English wording of each, with variable parts in brackets; #1 and #2 in the
 * translation.
 */
const stored = [
  ['welcome', /^Welcome bonus$/, 'Welcome bonus'],
  ['adjustment', /^Adjustment$/, 'Adjustment'],
  ['imported', /^Brought over from another program$/, 'Brought over from another program'],
  ['imported', /^Import undone$/, 'Import undone'],
  ['joined', /^Joined with another card$/, 'Joined with another card'],
  ['joined', /^Separated from another card$/, 'Separated from another card'],
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

/** @param origin without it, any line worded like the server's is translated */
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
