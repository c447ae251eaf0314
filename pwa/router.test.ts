import { expect, test } from 'vitest'
import { readTenantSearch } from '#pwa/routes/frame/tenant-search.ts'
import { router } from './router.tsx'
import { wantedAddress } from './routes/account/wanted-address.ts'

test('rejects addresses without a screen at compile time and drops unknown search values', () => {
  // @ts-expect-error This address has no screen: tsc fails if the line compiles.
  const nowhere: keyof (typeof router)['routesByPath'] = '/nowhere'
  expect(nowhere).toBe('/nowhere')
  expect(readTenantSearch({ plan: 'gold', sort: '-name', q: ' ' })).toEqual({ sort: '-name' })
})

const uuid = '0191f0a0-0000-7000-8000-000000000000'
const nextOf = (address: string) => `?next=${encodeURIComponent(address)}`

/** Only screens with role gates: public screens need no sign-in. */
const gated = Object.values(router.routesById).flatMap(({ fullPath, options }) =>
  (options.staticData?.only ?? []).map((role) => [role, fullPath.replace(/\$\w+/g, uuid)] as const),
)

test.each(gated)('lets a sign-in as %s continue to %s', (role, address) => {
  expect(wantedAddress(router, nextOf(address), role)).toBe(address)
})

test.each([
  ['super_admin', '/super-admin-dashboard/tenants?q=bloom'],
  ['super_admin', '/business-dashboard/0191f0a0-0000-7000-8000-000000000000'],
  ['business_admin', '/business-dashboard?tab=rewards'],
  ['business_admin', '/business-dashboard/staff'],
  ['staff', '/business-dashboard'],
  ['business_admin', '/kiosk'],
  ['staff', '/kiosk'],
  ['staff', '/outbox'],
  ['staff', '/member/0191f0a0-0000-7000-8000-000000000000'],
  ['staff', '/profile'],
] as const)('a sign-in as %s continues to %s', (role, address) => {
  expect(wantedAddress(router, nextOf(address), role)).toBe(address)
})

test.each([
  ['super_admin', '/business-dashboard'],
  ['super_admin', '/outbox'],
  ['business_admin', '/super-admin-dashboard'],
  ['business_admin', '/business-dashboard/0191f0a0-0000-7000-8000-000000000000'],
  ['staff', '/business-dashboard/staff'],
  ['staff', '/super-admin-dashboard'],
  ['staff', '//evil.example/profile'],
  ['staff', 'https://evil.example/profile'],
  ['staff', '/\\evil.example'],
  ['staff', 'javascript:alert(1)'],
  ['staff', ''],
  ['staff', '/api/auth/logout'],
  ['staff', '/login'],
  ['staff', '/nowhere'],
  ['super_admin', '/kiosk'],
  ['business_admin', '/business-dashboard/nowhere'],
] as const)('a sign-in as %s does not continue to %s', (role, address) => {
  expect(wantedAddress(router, nextOf(address), role)).toBeNull()
})
