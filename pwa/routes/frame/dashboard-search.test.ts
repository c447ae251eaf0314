import { expect, test } from 'vitest'
import { readDashboardSearch } from './dashboard-search.ts'

test('opens the rewards tab for an address that names a reward', () => {
  expect(readDashboardSearch({ do: 'create-reward' })).toEqual({
    tab: 'rewards',
    do: 'create-reward',
  })
  expect(readDashboardSearch({ tab: 'customers', reward: 'r1' })).toEqual({
    tab: 'rewards',
    reward: 'r1',
  })
  expect(readDashboardSearch({ tab: 'qr-codes', do: 'create-qr-code' })).toEqual({
    tab: 'qr-codes',
    do: 'create-qr-code',
  })
})
