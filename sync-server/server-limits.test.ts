/** Checks limits that only make sense relative to one another, and one that tests lower. */
import { expect, test } from 'vitest'
import { serverLimits } from './server-limits.ts'

const { connectionsPerBusiness, servingConnections, writesAtOnce } = serverLimits

test('leaves most connections to other businesses, however many requests one business sends', () => {
  expect(connectionsPerBusiness).toBeGreaterThanOrEqual(1)
  expect(connectionsPerBusiness * 3).toBeLessThanOrEqual(servingConnections)
})

test('keeps connections free for reads while all write slots are in use', () => {
  expect(servingConnections - writesAtOnce).toBeGreaterThanOrEqual(connectionsPerBusiness)
})

test('derives a key from a PIN with as many rounds as OWASP asks for', () => {
  expect(serverLimits.pinIterations).toBeGreaterThanOrEqual(600_000)
})
