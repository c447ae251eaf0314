import { expect, test } from 'vitest'
import type { router } from './router.tsx'
import { readTenantSearch } from './routes/platform/tenant-search.ts'

test('an address without a screen does not compile, and nothing unknown comes from one', () => {
  // @ts-expect-error no screen has this address: tsc fails where this line is no error
  const nowhere: keyof (typeof router)['routesByPath'] = '/nowhere'
  expect(nowhere).toBe('/nowhere')
  expect(readTenantSearch({ plan: 'gold', sort: '-name', q: ' ' })).toEqual({ sort: '-name' })
})
