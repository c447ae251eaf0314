import { expect, test } from 'vitest'
import { wantedAddress } from './home-address.ts'

const nextOf = (address: string) => `?next=${encodeURIComponent(address)}`

test.each([
  ['super_admin', '/super-admin-dashboard/tenants?q=bloom'],
  ['super_admin', '/business-dashboard/0191f0a0-0000-7000-8000-000000000000'],
  ['business_admin', '/business-dashboard?tab=rewards'],
  ['business_admin', '/business-dashboard/staff'],
  ['staff', '/business-dashboard'],
  ['staff', '/outbox'],
  ['staff', '/profile'],
] as const)('%s goes on to %s', (role, address) => {
  expect(wantedAddress(nextOf(address), role)).toBe(address)
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
] as const)('%s is not led to %s', (role, address) => {
  expect(wantedAddress(nextOf(address), role)).toBeNull()
})
