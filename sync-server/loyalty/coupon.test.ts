import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { couponCode } from '#schema/contract/coupon.ts'
import { newId } from '#sync-server/rule/id.ts'
import { couponCodeOf, welcomeIdOf } from './coupon.ts'

const business = () => ({ tenant: { businessId: newId() }, couponKey: randomBytes(32) })

test('gives a coupon the same code every time, in the form that people type', () => {
  const context = business()
  const id = newId()
  const code = couponCodeOf(id, context)
  expect(couponCodeOf(id, context)).toBe(code)
  expect(couponCode.parse(code)).toBe(code)
})

test('gives another code with another secret, business or coupon', () => {
  const context = business()
  const id = newId()
  const others = [
    couponCodeOf(id, { ...context, couponKey: randomBytes(32) }),
    couponCodeOf(id, { ...context, tenant: { businessId: newId() } }),
    couponCodeOf(newId(), context),
  ]
  expect(new Set([couponCodeOf(id, context), ...others]).size).toBe(4)
})

test('uses every letter about equally often', () => {
  const context = business()
  const letters = Array.from({ length: 2_000 }, () =>
    couponCodeOf(newId(), context).replaceAll('-', ''),
  ).join('')
  const counts = new Map<string, number>()
  for (const letter of letters) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect(counts.size).toBe(32)
  for (const count of counts.values()) expect(count).toBeGreaterThan(letters.length / 32 / 2)
})

test('derives a welcome’s id from the address and the secret', () => {
  const context = business()
  const id = welcomeIdOf('ada@example.com', context)
  expect(welcomeIdOf('ada@example.com', context)).toBe(id)
  expect(welcomeIdOf('ada@example.com', { ...context, couponKey: randomBytes(32) })).not.toBe(id)
  expect(welcomeIdOf('bo@example.com', context)).not.toBe(id)
})
