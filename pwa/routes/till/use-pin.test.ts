/** A PIN from its first digit to the answer. */
import { expect, test } from 'vitest'
import { limits } from '#schema/contract/limits.ts'
import { reducePin, startPin } from './use-pin.ts'

const full = '9'.repeat(limits.pinDigits)
const wrong = { kind: 'wrong', triesLeft: 4 } as const
const missed = { digits: '', busy: false, ended: wrong }

test('begins empty, and says that a wiped PIN needs a reset', () => {
  expect(startPin(false)).toEqual({ digits: '', busy: false, ended: null })
  expect(startPin(true).ended).toEqual({ kind: 'wiped' })
})

test.each([
  ['forgets the last try with the first digit', { digits: '9' }, { digits: '9', ended: null }],
  ['keeps the last answer while nothing is typed', { digits: '' }, {}],
  ['checks the PIN at its last digit', { digits: full }, { digits: full, busy: true, ended: null }],
] as const)('%s', (_, typed, changed) => {
  expect(reducePin(missed, { kind: 'typed', ...typed })).toEqual({ ...missed, ...changed })
})

test.each([
  ['drops the digits of a scanned code', { kind: 'scanned' }, { digits: '' }],
  ['empties the pad for another try', { kind: 'answered', outcome: wrong }, missed],
  ['accepts another key after a failure', { kind: 'failed' }, { busy: false }],
] as const)('%s', (_, event, changed) => {
  const checking = { digits: full, busy: true, ended: null }
  expect(reducePin(checking, event)).toEqual({ ...checking, ...changed })
})
