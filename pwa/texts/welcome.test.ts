/**
 * The sign-up page's headline states the business's own figures and never promises an empty
 * welcome.
 */
import { expect, test } from 'vitest'
import { joinTexts } from './join.ts'

test.each([
  [100, 10, 'Get 100 welcome points and a 10% discount when you sign up!'],
  [1, 8, 'Get 1 welcome point and an 8% discount when you sign up!'],
  [0, 18, 'Get an 18% discount when you sign up!'],
  [1500, 0, 'Get 1,500 welcome points when you sign up!'],
  [0, 0, 'Earn points on every purchase when you sign up!'],
])('%i points and %i percent', (points, discountPercent, sentence) => {
  expect(joinTexts.welcome(points, discountPercent)).toBe(sentence)
})
