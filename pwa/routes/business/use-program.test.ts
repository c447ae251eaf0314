/** Which settings the program's form saves: the changed ones only. */
import { expect, test } from 'vitest'
import type { Business } from '#schema/contract/business.ts'
import { readChanges } from './use-program.ts'

const seen = {
  earningRule: {
    id: 'first',
    pointsPerDollar: 1.5,
    minimumPurchase: '5.00',
    rounding: 'down',
    excludedTenders: ['gift_card'],
  },
  welcomePoints: 50,
  welcomeDiscountPercent: 10,
  postalAddress: '5 Quay Rd',
  timeZone: null,
  country: 'US',
  askAbove: '250.00',
} as unknown as Business

function typed(changes: Record<string, string | string[]>): FormData {
  const fields = {
    pointsPerDollar: '1.5',
    minimumPurchase: '5.00',
    excludedTenders: ['gift_card'],
    welcomePoints: '50',
    welcomeDiscountPercent: '10',
    postalAddress: '5 Quay Rd',
    timeZone: '',
    country: 'US',
    askAbove: '250',
    ...changes,
  }
  const form = new FormData()
  for (const [name, texts] of Object.entries(fields)) {
    for (const text of [texts].flat()) form.append(name, text)
  }
  return form
}

test.each([
  ['nothing', {}, {}],
  ['nothing for the same amount written differently', { minimumPurchase: '5' }, {}],
  ['nothing for spaces around', { postalAddress: ' 5 Quay Rd ', welcomePoints: ' 50 ' }, {}],
  ['a number', { welcomePoints: '60' }, { welcomePoints: 60 }],
  [
    'NaN for another notation, which the contract refuses',
    { welcomePoints: '6e1' },
    { welcomePoints: Number.NaN },
  ],
  ['another amount', { minimumPurchase: '6' }, { minimumPurchase: '6' }],
  [
    'every tender',
    { excludedTenders: ['gift_card', 'cash'] },
    { excludedTenders: ['cash', 'gift_card'] },
  ],
  ['no tender', { excludedTenders: [] }, { excludedTenders: [] }],
  ['a removed address', { postalAddress: '' }, { postalAddress: '' }],
  ['another bound for amounts', { askAbove: '300' }, { askAbove: '300' }],
  ['no bound for amounts', { askAbove: '' }, { askAbove: '' }],
  ['another country', { country: 'GB' }, { country: 'GB' }],
  ['a first time zone', { timeZone: 'Europe/Paris' }, { timeZone: 'Europe/Paris' }],
])('saves %s', (_, changes, saved) => {
  expect(readChanges(typed(changes), 'down', seen)).toEqual(saved)
})

test('saves another rounding', () => {
  expect(readChanges(typed({}), 'up', seen)).toEqual({ rounding: 'up' })
})
