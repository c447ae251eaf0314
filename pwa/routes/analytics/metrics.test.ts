import { expect, test } from 'vitest'
import { changeOf } from './metrics.ts'

test('rounds a change to whole percent, without a sign if it rounds to zero', () => {
  expect(changeOf(150, 100)).toBe(50)
  expect(changeOf(997, 1000)).toBe(0)
  expect(changeOf(1, 0)).toBe(null)
})
