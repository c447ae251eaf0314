/** The activity log shows the name of every pushed operation, also one that no app ever sent. */
import { expect, test } from 'vitest'
import { describeAct, describeActor } from './acts.ts'

test.each(['__proto__', 'constructor', 'toString', 'card.print'])(
  'shows the name of the unknown act %s',
  (act) => {
    expect(describeAct(act)).toBe(act)
  },
)

test('describes a known act in words', () => {
  expect(describeAct('purchase.record')).not.toBe('purchase.record')
})

test.each(['__proto__', 'constructor'])('describes the unknown actor %s as text', (kind) => {
  expect(describeActor(kind)).toBeTypeOf('string')
})
