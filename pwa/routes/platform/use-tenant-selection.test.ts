/** Undoing a change of many businesses. */
import { expect, test } from 'vitest'
import { groupAlike } from './use-tenant-selection.ts'

test('restores businesses of the same plan and status in one call', () => {
  expect(
    groupAlike([
      { id: 'a', plan: 'pro', suspended: false },
      { id: 'b', plan: 'trial', suspended: false },
      { id: 'c', plan: 'pro', suspended: true },
      { id: 'd', plan: 'pro', suspended: false },
    ]),
  ).toEqual([
    { plan: 'pro', suspended: false, businessIds: ['a', 'd'] },
    { plan: 'trial', suspended: false, businessIds: ['b'] },
    { plan: 'pro', suspended: true, businessIds: ['c'] },
  ])
})
