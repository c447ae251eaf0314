import { expect, test } from 'vitest'
import { isUnreached } from './unreached.ts'

test.each([
  [{ email: 'mika@post.example' }, false],
  [{ email: 'm•••@post.example' }, false],
  [{ email: 'm•••@post.example', mailFails: true }, true],
  [{ email: 'mika@post.example', mailFails: true }, true],
  [{ email: 'mika@post.example>' }, true],
])('%j is unreached: %s', (customer, unreached) => {
  expect(isUnreached(customer)).toBe(unreached)
})
