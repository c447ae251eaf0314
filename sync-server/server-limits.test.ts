/** Bounds that only mean something beside one another. */
import { expect, test } from 'vitest'
import { serverLimits } from './server-limits.ts'

const { connectionsPerBusiness, servingConnections, writesAtOnce } = serverLimits

test('leaves most connections to other businesses, whatever one business asks', () => {
  expect(connectionsPerBusiness).toBeGreaterThanOrEqual(1)
  expect(connectionsPerBusiness * 3).toBeLessThanOrEqual(servingConnections)
})

test('keeps connections free for reads while the writes of all businesses are under way', () => {
  expect(servingConnections - writesAtOnce).toBeGreaterThanOrEqual(connectionsPerBusiness)
})
