import { expect, test } from 'vitest'
import { welcomePerks, welcomeSentence } from './welcome.ts'

test.each([
  [100, 10, 'Get 100 welcome points and a 10% discount when you sign up!'],
  [1, 8, 'Get 1 welcome point and an 8% discount when you sign up!'],
  [0, 18, 'Get an 18% discount when you sign up!'],
  [1500, 0, 'Get 1,500 welcome points when you sign up!'],
  [0, 0, 'Earn points on every purchase when you sign up!'],
])('%i points and %i percent', (points, discountPercent, sentence) => {
  expect(welcomeSentence({ points, discountPercent })).toBe(sentence)
})

test('the perks are the four of the specification, and never an empty promise', () => {
  expect(welcomePerks({ points: 100, discountPercent: 10 })).toEqual([
    '100 welcome points',
    '10% discount coupon',
    'Earn points on every purchase',
    'Exclusive member rewards',
  ])
  expect(welcomePerks({ points: 0, discountPercent: 0 })).toHaveLength(2)
})
