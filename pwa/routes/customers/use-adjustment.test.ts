/** A correction of a balance: the typed points, the new balance, and the owner's consent to a debt. */
import { expect, test } from 'vitest'
import { noAdjustment, readAdjustment, reduceAdjustment } from './use-adjustment.ts'

const refused = { ...noAdjustment, direction: 'take', typed: '150', tooFew: true } as const

test.each([
  ['another direction', { kind: 'turned', direction: 'add' }, { direction: 'add', tooFew: false }],
  ['another number', { kind: 'typed', typed: '90' }, { typed: '90', tooFew: false }],
  ['the agreement', { kind: 'agreed', acceptDebt: true }, { acceptDebt: true, tooFew: true }],
  ['another try', { kind: 'lacked' }, { tooFew: true }],
] as const)('after a refusal, takes %s', (_, event, changed) => {
  expect(reduceAdjustment(refused, event)).toEqual({ ...refused, ...changed })
})

test.each([
  ['adds points', ['add', '20', 100], { points: 20, after: 120, isDebt: false }],
  ['takes points away', ['take', '20', 100], { points: -20, after: 80, isDebt: false }],
  ['takes all points away', ['take', '100', 100], { points: -100, after: 0, isDebt: false }],
  ['leads into a debt', ['take', '150', 100], { points: -150, after: -50, isDebt: true }],
  ['deepens a debt', ['take', '1', -50], { points: -1, after: -51, isDebt: true }],
  ['lessens a debt', ['add', '20', -50], { points: 20, after: -30, isDebt: false }],
  ['changes nothing yet', ['take', '', 100], { after: 100, isDebt: false }],
] as const)('%s', (_, [direction, typed, balance], expected) => {
  const state = { ...noAdjustment, direction, typed }
  expect(readAdjustment(state, balance)).toMatchObject(expected)
  expect(readAdjustment(state, balance).lacksAgreement).toBe(expected.isDebt)
  expect(readAdjustment({ ...state, acceptDebt: true }, balance).lacksAgreement).toBe(false)
})
