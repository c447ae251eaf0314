/** A purchase while it is being typed. */
import { expect, test } from 'vitest'
import { noPurchase, reducePurchase } from './use-purchase-form.ts'

const wrong = {
  text: 'seven',
  chosen: 'cash',
  problem: 'Enter an amount like 4.50',
  asked: null,
} as const

test.each([
  [
    'hides the problem while the person corrects the amount',
    { kind: 'typed', text: '7' },
    { ...wrong, text: '7', problem: undefined },
  ],
  [
    'keeps it while they choose a tender',
    { kind: 'chosen', tender: 'card' },
    { ...wrong, chosen: 'card' },
  ],
  [
    'shows the latest problem',
    { kind: 'refused', problem: 'The maximum is $1' },
    { ...wrong, problem: 'The maximum is $1' },
  ],
  ['empties once saved', { kind: 'saved' }, noPurchase],
] as const)('%s', (_, event, after) => {
  expect(reducePurchase(wrong, event)).toEqual(after)
})
